import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import openapi from '../../schemas/query-api.openapi.json' with { type: 'json' };
import { type Route, routes } from '../query/routes.js';
import { type Answer, isKnown } from './answer.js';
import { answerInTime, createAnswerRoute, type Handlers } from './answer-route.js';
import { AssetStore } from './asset-store.js';
import { createAuthenticate, createChallenge } from './authenticate.js';
import type { Exchange } from './exchange.js';
import { ServiceProblem, wrongParameters } from './handler.js';
import { answerProblem, createResponse } from './problem.js';
import { readArguments } from './read-arguments.js';
import { splitTarget, targetLimitBytes } from './request-target.js';

/** What a request brings along, beside itself. */
export interface Bindings extends HttpBindings {
  readonly exchange: Exchange;
}

/** What the routes are made of. */
export interface AppOptions {
  /** The registry: the folder that holds `chain`. */
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
  readonly onError: (error: Error, exchange: Exchange) => void;
}

type App = Hono<{ Bindings: Bindings }>;
type Guard = MiddlewareHandler<{ Bindings: Bindings }>;
type RequestContext = Context<{ Bindings: Bindings }>;

/** Every path of the service. */
export function createApp(options: AppOptions): App {
  // Paths are matched as they were sent: what is decoded first could turn into another route.
  const app: App = new Hono({ getPath: (_, sent) => splitTarget(readTarget(sent)).path });
  app.use(refuseLongTarget);
  addPath(app, '/healthz', 'healthz', [], () => answerJson('{"status":"ok"}'));
  app.use(async (_, next) =>
    options.isFull()
      ? answerProblem({ status: 503, detail: 'too many requests at once' }, { 'retry-after': '1' })
      : next(),
  );
  const description = JSON.stringify(openapi);
  addPath(app, '/openapi.json', 'openapi', [], () => answerJson(description));
  const authenticated = requireToken(options.tokens);
  addPath(app, '/metrics', 'metrics', [authenticated], () =>
    createResponse(200, options.renderMetrics(), {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    }),
  );
  const store = new AssetStore(options.registry);
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    addPath(app, path, route.name, [authenticated], createRoute(route, store, options));
  }
  app.notFound(() => answerProblem({ status: 404, detail: 'there is no such path; see /openapi.json' }));
  app.onError((error, { env }) => {
    if (error instanceof ServiceProblem) {
      const { status, title, detail, errors } = error;
      return answerProblem({ status, title, detail, errors });
    }
    options.onError(error, env.exchange);
    return answerProblem({
      status: 500,
      detail: `the service failed; its log has more under ${env.exchange.id}`,
    });
  });
  return app;
}

/** Hono types what stands beside a request as optional. */
function readTarget(sent: { readonly env?: Bindings } | undefined): string {
  return sent?.env?.incoming.url ?? '';
}

/** A path that is read only. */
function addPath(
  app: App,
  path: string,
  name: string,
  guards: readonly Guard[],
  answer: (context: RequestContext) => Response | Promise<Response>,
): void {
  app.use(path, async ({ env, req }, next) => {
    env.exchange.route = name;
    // HEAD comes as GET, and loses its body later.
    if (req.method === 'GET' || req.method === 'HEAD') return next();
    return answerProblem(
      { status: 405, detail: 'this service is read only: GET and HEAD are all it has' },
      { allow: 'GET, HEAD' },
    );
  });
  for (const guard of guards) app.use(path, guard);
  app.get(path, answer);
}

const refuseLongTarget: Guard = async ({ env }, next) =>
  (env.incoming.url ?? '').length <= targetLimitBytes
    ? next()
    : answerProblem({ status: 414, detail: `a url may have ${targetLimitBytes} bytes` });

function requireToken(tokens: readonly string[]): Guard {
  const authenticate = createAuthenticate(tokens);
  return async ({ env }, next) => {
    const authentication = authenticate(env.incoming.headers.authorization);
    if (authentication === 'known') return next();
    const detail =
      authentication === 'none'
        ? 'a bearer token is needed: Authorization: Bearer …'
        : 'the token is none of those that are known';
    return answerProblem({ status: 401, detail }, { 'www-authenticate': createChallenge(authentication) });
  };
}

function createRoute(
  route: Route,
  store: AssetStore,
  { handlers, deadlineMs, cacheMs }: AppOptions,
): (context: RequestContext) => Promise<Response> {
  const answer = createAnswerRoute(route.name, store, handlers);
  return async ({ env, req }: RequestContext) => {
    const { given, errors } = readArguments(route, splitTarget(env.incoming.url ?? ''));
    if (errors.length > 0) throw wrongParameters(errors);
    const answered = await answerInTime(answer, given, { gone: req.raw.signal, deadlineMs });
    return answerTagged(answered, env.incoming.headers['if-none-match'], cacheMs);
  };
}

function answerTagged({ text, etag }: Answer, ifNoneMatch: string | undefined, cacheMs: number): Response {
  const headers = {
    'cache-control': `private, max-age=${Math.floor(cacheMs / 1_000)}`,
    ...(etag === null ? {} : { etag }),
  };
  if (etag !== null && isKnown(etag, ifNoneMatch)) return new Response(null, { status: 304, headers });
  return createResponse(200, text, { 'content-type': 'application/json', ...headers });
}

function answerJson(text: string): Response {
  return createResponse(200, text, { 'content-type': 'application/json', 'cache-control': 'no-store' });
}
