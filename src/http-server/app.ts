import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { RequestMetrics } from './metrics.js';
import type { HeaderFields } from './reply.js';
import { createRequestLog, formatAccess, type RequestLog, requestIdHeader } from './request-log.js';
import { splitTarget } from './request-target.js';

/** A request in progress. */
export interface RequestContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestLog: RequestLog;
}

/** Answers the requests of a path. What it throws becomes an answer by `AppOptions.answerError`. */
export type RequestHandler = (request: RequestContext) => Response | Promise<Response>;

/** The answers to requests that have no path, and the records of all. */
export interface AppOptions {
  readonly refuse: (status: number, detail: string, headers?: HeaderFields) => Response;
  readonly unknownPath: string;
  readonly answerError: (error: Error, requestLog: RequestLog) => Response;
  readonly metrics: RequestMetrics;
  /** Called with each line of the access log: JSON and a line feed. */
  readonly log: (line: string) => void;
}

type Bindings = { Bindings: RequestContext };

/** The read-only paths of a server, each answered by its handler. */
export class App {
  readonly #options: AppOptions;
  // Paths are matched before they are decoded, and never normalized: decoded, one could become another route.
  readonly #hono = new Hono<Bindings>({
    getPath: (_, options?: { env?: RequestContext }) => splitTarget(options?.env?.incoming.url ?? '').path,
  });

  constructor(options: AppOptions) {
    this.#options = options;
    this.#hono.notFound(() => options.refuse(404, options.unknownPath));
    this.#hono.onError((error, { env }) => options.answerError(error, env.requestLog));
  }

  /** Adds a path, with segments such as `:name` that match any but an empty one, by its name in the log and the metrics. */
  add(path: string, name: string, handle: RequestHandler): void {
    this.#hono.all(path, ({ env }: Context<Bindings>) => {
      env.requestLog.route = name;
      if (env.incoming.method === 'GET' || env.incoming.method === 'HEAD') return handle(env);
      return this.#options.refuse(405, 'method not allowed: expected GET or HEAD', { allow: 'GET, HEAD' });
    });
  }

  /** Answers the requests of an HTTP server, counts them, and logs how each ended. */
  createListener(): RequestListener {
    const { metrics, refuse } = this.#options;
    const requestLogs = new WeakMap<object, RequestLog>();
    const answer = getRequestListener(
      (request, env) => {
        const { incoming, outgoing } = env as HttpBindings;
        const requestLog = requestLogs.get(incoming) ?? createRequestLog(incoming);
        return this.#hono.fetch(request, { incoming, outgoing, requestLog });
      },
      { errorHandler: () => refuse(400, 'the request has no valid target or no valid Host header') },
    );
    return (incoming, outgoing) => {
      const requestLog = createRequestLog(incoming);
      requestLogs.set(incoming, requestLog);
      outgoing.setHeader(requestIdHeader, requestLog.id);
      outgoing.once('close', () => this.#record({ incoming, outgoing, requestLog }));
      metrics.inFlight.inc();
      // The rest is up to the client.
      void answer(incoming, outgoing).finally(() => metrics.inFlight.dec());
    };
  }

  #record({ incoming, outgoing, requestLog }: RequestContext): void {
    // Node also finishes an answer if its connection is destroyed.
    const isSent = outgoing.writableFinished && !incoming.socket.destroyed;
    const status = isSent ? outgoing.statusCode : null;
    const outcome = { status, durationMs: performance.now() - requestLog.startedAt };
    this.#options.metrics.count(requestLog, outcome);
    this.#options.log(formatAccess(requestLog, incoming, outcome));
  }
}
