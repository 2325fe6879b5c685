import type { IncomingMessage, ServerResponse } from 'node:http';
import openapi from '../../../schemas/query-api.openapi.json' with { type: 'json' };
import type { Route } from '../../query/routes.js';
import { serviceRoutes } from '../api/service-routes.js';
import { type Answer, matchesEtag } from './etag.js';
import { answerInTime, createAnswerRoute, type Handlers } from './answer-route.js';
import { AssetStore } from '../assets/asset-store.js';
import { createAuthenticate, createChallenge } from './authenticate.js';
import type { RequestLog } from './request-log.js';
import { ServiceProblem, invalidParams } from './service-problem.js';
import { answerProblem } from './problem.js';
import { parseParams } from './parse-params.js';
import { createReply, type Reply } from './reply.js';
import { isAddressed, type RequestTarget, splitTarget, targetLimitBytes } from './request-target.js';

/** What the routes are made of. */
export interface AppOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  readonly handlers: Handlers;
  readonly tokens: readonly string[];
  /** How long an answer may be kept by whoever asked, in milliseconds. */
  readonly cacheMs: number;
  /** How long a route may take, in milliseconds. */
  readonly deadlineMs: number;
  /** True where no more requests are taken at present. */
  readonly isFull: () => boolean;
  readonly renderMetrics: () => string;
  /** Told of what a handler threw by mistake. */
  readonly onError: (error: Error, requestLog: RequestLog) => void;
}

/** A request that is being answered. */
export interface RequestContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestLog: RequestLog;
}

/** What answers every request. Never rejects. */
export type App = (asked: RequestContext) => Promise<Reply>;

/** A path of the service, which is read only. */
interface Path {
  /** The name that log and metrics have for it. */
  readonly name: string;
  /** Like a route's: a segment in braces stands for any but the empty one. */
  readonly segments: readonly string[];
  readonly isOpen: boolean;
  readonly answer: (asked: RequestContext, target: RequestTarget) => Reply | Promise<Reply>;
}

/** Every path of the service. */
export function createApp(options: AppOptions): App {
  const paths = listPaths(options);
  const authenticate = createAuthenticate(options.tokens);
  const answer = (asked: RequestContext): Reply | Promise<Reply> => {
    const { url = '', method, headers } = asked.incoming;
    if (!isAddressed(url, headers.host))
      return answerProblem({ status: 400, detail: 'the request has no valid target or Host' });
    if (url.length > targetLimitBytes)
      return answerProblem({ status: 414, detail: `a url may have ${targetLimitBytes} bytes` });
    // Paths are matched as they were sent: what is decoded first could turn into another route.
    const target = splitTarget(url);
    const segments = target.path.split('/');
    const path = paths.find((known) => matchSegments(known.segments, segments));
    asked.requestLog.route = path?.name ?? null;
    if (options.isFull() && path?.name !== 'healthz')
      return answerProblem({ status: 503, detail: 'too many requests at once' }, ['retry-after', '1']);
    if (path === undefined)
      return answerProblem({ status: 404, detail: 'there is no such path; see /openapi.json' });
    if (method !== 'GET' && method !== 'HEAD')
      return answerProblem(
        { status: 405, detail: 'this service is read only: GET and HEAD are all it has' },
        ['allow', 'GET, HEAD'],
      );
    if (!path.isOpen) {
      const authentication = authenticate(headers.authorization);
      if (authentication !== 'known') return refuseToken(authentication);
    }
    return path.answer(asked, target);
  };
  return async (asked) => {
    try {
      return await answer(asked);
    } catch (error) {
      if (error instanceof ServiceProblem) return answerProblem(error);
      options.onError(error instanceof Error ? error : new Error(String(error)), asked.requestLog);
      return answerProblem({
        status: 500,
        detail: `the service failed; its log has more under ${asked.requestLog.id}`,
      });
    }
  };
}

function listPaths(options: AppOptions): readonly Path[] {
  const store = new AssetStore(options.registry);
  const description = JSON.stringify(openapi);
  return [
    {
      name: 'healthz',
      segments: ['', 'healthz'],
      isOpen: true,
      answer: () => answerJson('{"status":"ok"}'),
    },
    {
      name: 'openapi',
      segments: ['', 'openapi.json'],
      isOpen: true,
      answer: () => answerJson(description),
    },
    {
      name: 'metrics',
      segments: ['', 'metrics'],
      isOpen: false,
      answer: () =>
        createReply(200, options.renderMetrics(), [
          ...['content-type', 'text/plain; version=0.0.4; charset=utf-8'],
          ...['cache-control', 'no-store'],
        ]),
    },
    ...serviceRoutes.map((route) => ({
      name: route.name,
      segments: route.path.split('/'),
      isOpen: false,
      answer: createRoute(route, store, options),
    })),
  ];
}

function matchSegments(known: readonly string[], given: readonly string[]): boolean {
  return (
    known.length === given.length &&
    known.every((segment, index) =>
      segment.startsWith('{') ? given[index] !== '' : given[index] === segment,
    )
  );
}

function refuseToken(authentication: 'none' | 'unknown'): Reply {
  const detail =
    authentication === 'none'
      ? 'a bearer token is needed: Authorization: Bearer …'
      : 'the token is none of those that are known';
  return answerProblem({ status: 401, detail }, ['www-authenticate', createChallenge(authentication)]);
}

function createRoute(
  route: Route,
  store: AssetStore,
  { handlers, deadlineMs, cacheMs }: AppOptions,
): Path['answer'] {
  const answer = createAnswerRoute(route.name, store, handlers);
  return async ({ incoming, outgoing }, target) => {
    const { params, errors } = parseParams(route, target);
    if (errors.length > 0) throw invalidParams(errors);
    const answered = await answerInTime(answer, params, { outgoing, deadlineMs });
    return answerTagged(answered, incoming.headers['if-none-match'], cacheMs);
  };
}

function answerTagged({ text, etag }: Answer, ifNoneMatch: string | undefined, cacheMs: number): Reply {
  const headers = ['cache-control', `private, max-age=${Math.floor(cacheMs / 1_000)}`];
  if (etag !== null) headers.push('etag', etag);
  if (etag !== null && matchesEtag(etag, ifNoneMatch)) return { status: 304, headers, text: '' };
  headers.push('content-type', 'application/json');
  return createReply(200, text, headers);
}

function answerJson(text: string): Reply {
  return createReply(200, text, ['content-type', 'application/json', 'cache-control', 'no-store']);
}
