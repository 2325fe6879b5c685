import openapi from '../../../schemas/query-api.openapi.json' with { type: 'json' };
import type { Route } from '../../query/routes.js';
import { serviceRoutes } from '../api/service-routes.js';
import { type Answer, matchesEtag } from './etag.js';
import { answerInTime, createAnswerRoute, type Handlers } from './answer-route.js';
import { AssetStore } from '../assets/asset-store.js';
import { createAuthenticate, createChallenge } from './authenticate.js';
import { findRequestFault } from '../../http-server/find-request-fault.js';
import type { RequestContext, Router } from '../../http-server/listener.js';
import type { RequestLog } from '../../http-server/request-log.js';
import { ServiceProblem, invalidParams } from './service-problem.js';
import { answerProblem } from '../../http-server/problem.js';
import { parseParams } from './parse-params.js';
import { createReply, type Reply } from '../../http-server/reply.js';
import { type RequestTarget, splitTarget } from '../../http-server/request-target.js';

/** What the router answers from, and for whom. */
export interface RouterOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  readonly handlers: Handlers;
  readonly tokens: readonly string[];
  /** How long clients may cache an answer, in milliseconds. */
  readonly cacheMs: number;
  /** How long a route may take, in milliseconds. */
  readonly deadlineMs: number;
  /** True while no more requests are accepted. */
  readonly isFull: () => boolean;
  readonly renderMetrics: () => string;
  /** Called with any error that is not a ServiceProblem. */
  readonly onError: (error: Error, requestLog: RequestLog) => void;
}

/** A path of the service, which is read only. */
interface Path {
  /** Its name in the log and the metrics. */
  readonly name: string;
  /** A segment in braces matches any but an empty one. */
  readonly segments: readonly string[];
  /** True where no token is required. */
  readonly isOpen: boolean;
  readonly answer: (context: RequestContext, target: RequestTarget) => Reply | Promise<Reply>;
}

/** Creates the router of the service. */
export function createRouter(options: RouterOptions): Router {
  const paths = listPaths(options);
  const authenticate = createAuthenticate(options.tokens);
  const answer = (context: RequestContext): Reply | Promise<Reply> => {
    const { url = '', method, headers } = context.incoming;
    const fault = findRequestFault(context.incoming);
    if (fault !== null) return answerProblem(fault);
    // Paths are matched before they are decoded: decoded, one could become another route.
    const target = splitTarget(url);
    const segments = target.path.split('/');
    const path = paths.find((candidate) => matchSegments(candidate.segments, segments));
    context.requestLog.route = path?.name ?? null;
    if (options.isFull() && path?.name !== 'healthz')
      return answerProblem({ status: 503, detail: 'too many requests at once; try again later' }, [
        'retry-after',
        '1',
      ]);
    if (path === undefined) return answerProblem({ status: 404, detail: 'unknown path; see /openapi.json' });
    if (method !== 'GET' && method !== 'HEAD')
      return answerProblem({ status: 405, detail: 'method not allowed: expected GET or HEAD' }, [
        'allow',
        'GET, HEAD',
      ]);
    if (!path.isOpen) {
      const authentication = authenticate(headers.authorization);
      if (authentication !== 'accepted') return refuseToken(authentication);
    }
    return path.answer(context, target);
  };
  return async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      if (error instanceof ServiceProblem) return answerProblem(error);
      options.onError(error instanceof Error ? error : new Error(String(error)), context.requestLog);
      return answerProblem({
        status: 500,
        detail: `the service failed; search its log for ${context.requestLog.id}`,
      });
    }
  };
}

function listPaths(options: RouterOptions): readonly Path[] {
  const store = new AssetStore(options.registry);
  const description = JSON.stringify(openapi);
  return [
    {
      name: 'healthz',
      segments: ['', 'healthz'],
      isOpen: true,
      answer: () => replyWithJson('{"status":"ok"}'),
    },
    {
      name: 'openapi',
      segments: ['', 'openapi.json'],
      isOpen: true,
      answer: () => replyWithJson(description),
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
      answer: answerFromRoute(route, store, options),
    })),
  ];
}

function matchSegments(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((segment, index) =>
      segment.startsWith('{') ? segments[index] !== '' : segments[index] === segment,
    )
  );
}

function refuseToken(authentication: 'none' | 'unknown'): Reply {
  const detail =
    authentication === 'none' ? 'a token is required: send Authorization: Bearer <token>' : 'unknown token';
  return answerProblem({ status: 401, detail }, ['www-authenticate', createChallenge(authentication)]);
}

function answerFromRoute(
  route: Route,
  store: AssetStore,
  { handlers, deadlineMs, cacheMs }: RouterOptions,
): Path['answer'] {
  const answer = createAnswerRoute(route.name, store, handlers);
  return async ({ incoming, outgoing }, target) => {
    const { params, errors } = parseParams(route, target);
    if (errors.length > 0) throw invalidParams(errors);
    const found = await answerInTime(answer, params, { outgoing, deadlineMs });
    return replyWithEtag(found, incoming.headers['if-none-match'], cacheMs);
  };
}

function replyWithEtag({ text, etag }: Answer, ifNoneMatch: string | undefined, cacheMs: number): Reply {
  const headers = ['cache-control', `private, max-age=${Math.floor(cacheMs / 1_000)}`];
  if (etag !== null) headers.push('etag', etag);
  if (etag !== null && matchesEtag(etag, ifNoneMatch)) return { status: 304, headers, text: '' };
  headers.push('content-type', 'application/json');
  return createReply(200, text, headers);
}

function replyWithJson(text: string): Reply {
  return createReply(200, text, ['content-type', 'application/json', 'cache-control', 'no-store']);
}
