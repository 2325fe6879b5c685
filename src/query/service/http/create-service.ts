import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import openapi from '../../../../schemas/query-api.openapi.json' with { type: 'json' };
import { tool } from '../../../engine/tool.js';
import { createAnswer, replyWithAnswer } from '../../../http-server/answer.js';
import { App, type RequestContext } from '../../../http-server/app.js';
import { replyWithMetrics, RequestMetrics } from '../../../http-server/metrics.js';
import { createReply, type Reply, replyWithProblem } from '../../../http-server/reply.js';
import type { RequestLog } from '../../../http-server/request-log.js';
import type { TokenScope } from '../../client/token.js';
import { serviceRoutes } from '../api/service-routes.js';
import { AssetStore } from '../assets/asset-store.js';
import type { ChainState } from '../chain/create-chain-handlers.js';
import { EventLog } from '../event-log.js';
import { createKeptAnswers, createRouteHandler, type Handlers, type RouteOptions } from './answer-route.js';
import { type Authenticate, createAuthenticate, refuseToken, type ServiceToken } from './authenticate.js';
import { type Rate, RateLimiter } from './rate-limiter.js';
import { RequestBudget } from './request-budget.js';
import { addServiceMetrics } from './service-metrics.js';
import { ServiceProblem } from './service-problem.js';

/** The service's sources, tokens and limits. */
export interface ServiceOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  /** Handlers of the routes that need nodes, by the client's names; a route without one answers 503. */
  readonly handlers: Handlers;
  /** The bearer tokens that are accepted now, at least one; called for each request, so it returns the same array until they change. */
  readonly getTokens: () => readonly ServiceToken[];
  /** The key that signs cursors; by default a random one, so that they end with the service. */
  readonly getCursorKey?: () => Promise<Buffer>;
  /** The rate of each token on the API's routes; null, the default, for no limit. */
  readonly rate?: Rate | null;
  /** How long clients may cache an answer, in milliseconds. */
  readonly cacheMs: number;
  /** Called with each line of the request log: JSON and a line feed. */
  readonly log: (line: string) => void;
  /** The log of other events; a new one by default. */
  readonly events?: EventLog;
  /** The metrics of the routes that need nodes; none by default. */
  readonly readChainState?: () => Promise<ChainState>;
  /** Whether there is a database, for `/readyz`; true by default. */
  readonly hasDatabase?: boolean;
  /** Why load balancers should send no requests now, for `/readyz`; by default there is no reason. */
  readonly findUnreadiness?: () => Promise<string | null>;
  /** How long a route may take, in milliseconds; 10,000 by default: less than clients wait, and than a load balancer takes to give up an instance. */
  readonly deadlineMs?: number;
  /**
   * Maximum number of pending requests of a token to the routes over files, and as many to those over nodes; 1,024 by default. Answers that are being
   * sent don't count.
   */
  readonly requestsPerToken?: number;
}

/** The query service as a listener for the requests of an HTTP server. Throws a RangeError without a token. */
export function createService(options: ServiceOptions): RequestListener {
  const { log, events = new EventLog(log), getTokens } = options;
  if (getTokens().length === 0) throw new RangeError('a query service needs a token');
  const metrics = new RequestMetrics('endpoint_check_service_build_info', tool.version);
  const renderMetrics = addServiceMetrics(metrics, events, options.readChainState);
  const app = new App({
    refuse: (status, detail, headers) => replyWithProblem({ status, detail }, headers),
    unknownPath: 'unknown path; see /openapi.json',
    answerError: (error, requestLog) => answerError(error, requestLog, events),
    ...{ metrics, log },
  });
  addPublicPaths(app, options);
  const authenticate = createAuthenticate(getTokens);
  app.add('/metrics', 'metrics', async (request) => {
    const owner = authorize(request, 'metrics', authenticate);
    return typeof owner === 'string' ? replyWithMetrics(await renderMetrics()) : owner;
  });
  const routeOptions = createRouteOptions(options);
  for (const route of serviceRoutes) {
    const answer = createRouteHandler(route, routeOptions);
    app.add(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), route.name, (request) => {
      const owner = authorize(request, 'data', authenticate);
      return typeof owner === 'string' ? answer(request, owner) : owner;
    });
  }
  return app.createListener();
}

function addPublicPaths(app: App, { findUnreadiness, hasDatabase = true }: ServiceOptions): void {
  const replyOk = (more: object = {}) =>
    createReply(200, JSON.stringify({ status: 'ok', ...more }), {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
  app.add('/healthz', 'healthz', () => replyOk());
  app.add('/readyz', 'readyz', async () => {
    const detail = (await findUnreadiness?.()) ?? null;
    return detail === null
      ? replyOk(hasDatabase ? {} : { database: 'none' })
      : replyWithProblem({ status: 503, detail });
  });
  const description = createAnswer(Buffer.from(JSON.stringify(openapi)));
  app.add('/openapi.json', 'openapi', ({ incoming }) =>
    replyWithAnswer(description, incoming.headers, { 'cache-control': 'no-cache' }),
  );
}

/** The owner of a request's token, or the refusal of a token without this scope. */
function authorize(
  { incoming, requestLog }: RequestContext,
  scope: TokenScope,
  authenticate: Authenticate,
): string | Reply {
  const authentication = authenticate(incoming.headers.authorization);
  if (typeof authentication === 'string') return refuseToken(authentication);
  requestLog.token = authentication.name;
  return (authentication.scope ?? scope) === scope ? authentication.owner : refuseToken('scope');
}

function createRouteOptions(options: ServiceOptions): RouteOptions {
  const { registry, handlers, rate = null, requestsPerToken = 1_024, cacheMs, deadlineMs = 10_000 } = options;
  const cursorKey = randomBytes(32);
  return {
    store: new AssetStore(registry),
    handlers,
    limiter: rate === null ? null : new RateLimiter(rate),
    budgets: { files: new RequestBudget(requestsPerToken), nodes: new RequestBudget(requestsPerToken) },
    kept: createKeptAnswers(),
    getCursorKey: options.getCursorKey ?? (() => Promise.resolve(cursorKey)),
    cacheMs,
    deadlineMs,
  };
}

function answerError(error: Error, requestLog: RequestLog, events: EventLog): Reply {
  if (error instanceof ServiceProblem) {
    // The operator has to see the reason, such as the file and line that cannot be read.
    if (error.status >= 500) {
      requestLog.failure = error.detail;
      requestLog.type = error.extras.type ?? null;
    }
    return error.toReply();
  }
  const { id } = requestLog;
  events.add('error', { id, error: error.stack ?? error.message });
  return replyWithProblem({ status: 500, detail: `the service failed; search its log for ${id}` });
}
