import type { RequestListener } from 'node:http';
import openapi from '../../../../schemas/query-api.openapi.json' with { type: 'json' };
import { tool } from '../../../engine/tool.js';
import { createAnswer, createReply, type Reply, replyWithAnswer } from '../../../http-server/reply.js';
import { App } from '../../../http-server/app.js';
import { replyWithMetrics, RequestMetrics } from '../../../http-server/metrics.js';
import type { RequestLog } from '../../../http-server/request.js';
import { serviceRoutes } from './parse-params.js';
import { addServiceMetrics, type ChainState, EventLog } from '../monitoring.js';
import { createRouteHandlers, type RouteOptions } from './answer-route.js';
import { createAuthorize, type ServiceToken } from './token-owners.js';
import { ServiceProblem } from './service-problem.js';

export interface ServiceOptions extends RouteOptions {
  /** The bearer tokens that are accepted now, at least one; called for each request, so it returns the same array until they change. */
  readonly getTokens: () => readonly ServiceToken[];
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
}

/** The query service as a listener for the requests of an HTTP server. Throws a RangeError without a token. */
export function createService(options: ServiceOptions): RequestListener {
  const { log, events = new EventLog(log), getTokens } = options;
  if (getTokens().length === 0) throw new RangeError('a query service needs a token');
  const metrics = new RequestMetrics('endpoint_check_service_build_info', tool.version);
  const renderMetrics = addServiceMetrics(metrics, events, options.readChainState);
  const app = new App({
    refuse: (status, detail, headers) => new ServiceProblem(status, detail).toReply(headers),
    unknownPath: 'unknown path; see /openapi.json',
    answerError: (error, requestLog) => answerError(error, requestLog, events),
    metrics,
    log,
  });
  addPublicPaths(app, options);
  const authorize = createAuthorize(getTokens);
  app.add('/metrics', 'metrics', async (request) => {
    authorize(request, 'metrics');
    return replyWithMetrics(await renderMetrics());
  });
  const createHandler = createRouteHandlers(options);
  for (const route of serviceRoutes) {
    const answer = createHandler(route);
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.add(path, route.name, (request) => answer(request, authorize(request, 'data')));
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
      : new ServiceProblem(503, detail).toReply();
  });
  const description = createAnswer(JSON.stringify(openapi));
  app.add('/openapi.json', 'openapi', ({ incoming }) =>
    replyWithAnswer(description, incoming.headers, { 'cache-control': 'no-cache' }),
  );
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
  return new ServiceProblem(500, `the service failed; search its log for ${id}`).toReply();
}
