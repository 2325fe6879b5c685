import openapi from '../../../schemas/query-api.openapi.json' with { type: 'json' };
import { isListSource, type Route } from '../../query/routes.js';
import type { TokenScope } from '../../query/token.js';
import { serviceRoutes } from '../api/service-routes.js';
import { answerInTime, createAnswerRoute, type Handlers } from './answer-route.js';
import { AssetStore } from '../assets/asset-store.js';
import { createAuthenticate, createChallenge, type ServiceToken, type TokenRefusal } from './authenticate.js';
import { bindRequest, formatCursor, type Position } from './cursor.js';
import { KeptReplies } from './kept-replies.js';
import { withCodings, withEtag } from '../../http-server/answer.js';
import { chooseCoding } from '../../http-server/choose-coding.js';
import { findRequestFault } from '../../http-server/find-request-fault.js';
import type { RequestContext, Router } from '../../http-server/listener.js';
import type { RequestLog } from '../../http-server/request-log.js';
import { invalidParams, ServiceProblem, tooMany } from './service-problem.js';
import { answerProblem } from '../../http-server/problem.js';
import { parseParams } from './parse-params.js';
import { type Rate, RateLimiter } from './rate-limiter.js';
import { replyWithAnswer } from '../../http-server/reply-with-answer.js';
import { RequestBudget } from './request-budget.js';
import { createReply, type Reply } from '../../http-server/reply.js';
import { decodePercent, type RequestTarget, splitTarget } from '../../http-server/request-target.js';

/** The router's sources, tokens and limits. */
export interface RouterOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  readonly handlers: Handlers;
  /** The accepted tokens; the same array as long as they do not change. */
  readonly getTokens: () => readonly ServiceToken[];
  /** The rate of each token on the API's routes; null for no limit. */
  readonly rate: Rate | null;
  /** How long clients may cache an answer, in milliseconds. */
  readonly cacheMs: number;
  /** How long a route may take, in milliseconds. */
  readonly deadlineMs: number;
  /** Maximum number of pending requests of a token: to the routes over files, and as many to those over nodes. */
  readonly requestsPerToken: number;
  readonly renderMetrics: () => Promise<string>;
  /** Why load balancers should send no requests now; null without a reason. */
  readonly findUnreadiness: () => Promise<string | null>;
  /** Called with any error that is not a ServiceProblem. */
  readonly onError: (error: Error, requestLog: RequestLog) => void;
}

/** A read-only path of the service. */
interface Path {
  /** Its name in the log and the metrics. */
  readonly name: string;
  /** A segment in braces matches any but an empty one. */
  readonly segments: readonly string[];
  /** The scope that a limited token needs; null if no token is required. */
  readonly scope: TokenScope | null;
  /** Answers a request of `owner`, the owner of its token; empty if none is required. */
  readonly answer: (context: RequestContext, target: RequestTarget, owner: string) => Reply | Promise<Reply>;
}

/** The limits of requests to a route, besides the options of all. */
interface RouteOptions extends RouterOptions {
  readonly limiter: RateLimiter | null;
  readonly budget: RequestBudget;
  readonly replies: KeptReplies;
}

/** Creates the router of the service. */
export function createRouter(options: RouterOptions): Router {
  const paths = listPaths(options);
  const authenticate = createAuthenticate(options.getTokens);
  const answer = (context: RequestContext): Reply | Promise<Reply> => {
    const { url = '', method, headers } = context.incoming;
    const fault = findRequestFault(context.incoming);
    if (fault !== null) return answerProblem(fault);
    // Paths are matched before they are decoded: decoded, one could become another route.
    const target = splitTarget(url);
    const segments = target.path.split('/');
    const path = paths.find((candidate) => matchSegments(candidate.segments, segments));
    context.requestLog.route = path?.name ?? null;
    if (path === undefined) return answerProblem({ status: 404, detail: 'unknown path; see /openapi.json' });
    if (method !== 'GET' && method !== 'HEAD')
      return answerProblem({ status: 405, detail: 'method not allowed: expected GET or HEAD' }, [
        'allow',
        'GET, HEAD',
      ]);
    if (path.scope === null) return path.answer(context, target, '');
    const authentication = authenticate(headers.authorization);
    if (typeof authentication === 'string') return refuseToken(authentication);
    context.requestLog.token = authentication.name;
    if ((authentication.scope ?? path.scope) !== path.scope) return refuseToken('scope');
    return path.answer(context, target, authentication.owner);
  };
  return async (context) => {
    try {
      return await answer(context);
    } catch (error) {
      if (error instanceof ServiceProblem) {
        // The operator has to see the reason, such as the file and line that cannot be read.
        if (error.status >= 500) {
          context.requestLog.failure = error.detail;
          context.requestLog.type = error.extras.type ?? null;
        }
        return replyWithProblem(error);
      }
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
  const description = withCodings(withEtag(JSON.stringify(openapi)));
  const limiter = options.rate === null ? null : new RateLimiter(options.rate);
  const replies = new KeptReplies();
  // Requests that wait for nodes have a separate budget from those over files.
  const budgets = {
    files: new RequestBudget(options.requestsPerToken),
    nodes: new RequestBudget(options.requestsPerToken),
  };
  return [
    {
      name: 'healthz',
      segments: ['', 'healthz'],
      scope: null,
      answer: () => replyOk(),
    },
    {
      name: 'readyz',
      segments: ['', 'readyz'],
      scope: null,
      answer: async () => {
        const detail = await options.findUnreadiness();
        return detail === null ? replyOk() : answerProblem({ status: 503, detail });
      },
    },
    {
      name: 'openapi',
      segments: ['', 'openapi.json'],
      scope: null,
      answer: ({ incoming }) => replyWithAnswer(description, incoming, 'no-cache'),
    },
    {
      name: 'metrics',
      segments: ['', 'metrics'],
      scope: 'metrics',
      answer: async () =>
        createReply(200, await options.renderMetrics(), [
          ...['content-type', 'text/plain; version=0.0.4; charset=utf-8'],
          ...['cache-control', 'no-store'],
        ]),
    },
    ...serviceRoutes.map((route) => ({
      name: route.name,
      segments: route.path.split('/'),
      scope: 'data' as const,
      answer: answerFromRoute(route, store, {
        ...options,
        limiter,
        replies,
        budget: isListSource(route.source) ? budgets.files : budgets.nodes,
      }),
    })),
  ];
}

function replyOk(): Reply {
  return createReply(200, '{"status":"ok"}', [
    ...['content-type', 'application/json'],
    ...['cache-control', 'no-store'],
  ]);
}

function matchSegments(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((segment, index) =>
      segment.startsWith('{') ? segments[index] !== '' : segments[index] === segment,
    )
  );
}

const refusals: Readonly<Record<TokenRefusal, { readonly status: number; readonly detail: string }>> = {
  none: { status: 401, detail: 'a token is required: send Authorization: Bearer <token>' },
  unknown: { status: 401, detail: 'unknown token' },
  scope: { status: 403, detail: 'the token is limited to other paths' },
};

function refuseToken(refusal: TokenRefusal): Reply {
  return answerProblem(refusals[refusal], ['www-authenticate', createChallenge(refusal)]);
}

function answerFromRoute(
  route: Route,
  store: AssetStore,
  { handlers, deadlineMs, cacheMs, limiter, budget, replies }: RouteOptions,
): Path['answer'] {
  const answer = createAnswerRoute(route, store, handlers);
  const cacheControl = `private, max-age=${Math.floor(cacheMs / 1_000)}`;
  return async ({ incoming, outgoing }, target, owner) => {
    const waitSeconds = limiter?.take(owner) ?? 0;
    if (waitSeconds > 0) throw tooMany(waitSeconds);
    const asked = `${chooseCoding(incoming.headers['accept-encoding'])} ${target.path}?${target.query ?? ''}`;
    const kept = replies.find(asked);
    if (kept !== null) return kept;
    const { params, position, errors } = parseParams(route, target);
    if (errors.length > 0) throw invalidParams(errors);
    const createCursor = (next: Position) =>
      formatCursor({ binding: bindRequest(route, params), position: next });
    let keepMs = 0;
    const keepFor = (ms: number) => void (keepMs = ms);
    const request = { owner, position, createCursor, keepFor };
    const found = await budget.run(owner, () =>
      answerInTime(answer, params, request, { outgoing, deadlineMs }),
    );
    const link = found.next == null ? [] : ['link', formatLink(target, found.next)];
    const { headers, ...answered } = await replyWithAnswer(found, incoming, cacheControl);
    const reply = { ...answered, headers: [...headers, ...link] };
    replies.keep(asked, reply, keepMs);
    return reply;
  };
}

/** A link to the next page (RFC 8288). Relative, since a proxy may serve the path under another one. */
function formatLink({ query }: RequestTarget, cursor: string): string {
  const parameters = (query ?? '')
    .split('&')
    .filter((part) => part !== '' && decodePercent(part.replace(/=.*/s, '')) !== 'cursor');
  return `<?${[...parameters, `cursor=${cursor}`].join('&')}>; rel="next"`;
}

function replyWithProblem({ status, detail, extras }: ServiceProblem): Reply {
  const { type, errors, retryAfterSeconds, fields = {} } = extras;
  return answerProblem(
    {
      status,
      detail,
      ...(type === undefined ? {} : { type: `urn:endpoint-check:${type}` }),
      fields: { ...fields, ...(errors === undefined ? {} : { errors }) },
    },
    retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)],
  );
}
