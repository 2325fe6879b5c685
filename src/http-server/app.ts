import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { RequestMetrics } from './metrics.js';
import type { HeaderFields, Reply } from './reply.js';
import { createRequestLog, formatAccess, requestIdHeader, type RequestLog, splitTarget } from './request.js';
import { aborted, createAbortController, raceAbort } from '../net/abort.js';

export interface RequestContext {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly requestLog: RequestLog;
}

/** Answers the requests of a path. What it throws becomes an answer by `AppOptions.answerError`. */
export type RequestHandler = (request: RequestContext) => Reply | Promise<Reply>;

/** The answers to requests that have no path, and the records of all. */
export interface AppOptions {
  readonly refuse: (status: number, detail: string, headers?: HeaderFields) => Reply;
  readonly unknownPath: string;
  readonly answerError: (error: Error, requestLog: RequestLog) => Reply;
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
    this.#hono.notFound(({ env }) => send(options.refuse(404, options.unknownPath), env.requestLog));
    this.#hono.onError((error, { env }) => send(options.answerError(error, env.requestLog), env.requestLog));
  }

  /** Adds a path, with segments such as `:name` that match any but an empty one, by its name in the log and the metrics. */
  add(path: string, name: string, handle: RequestHandler): void {
    const { refuse } = this.#options;
    this.#hono.all(path, async ({ env }: Context<Bindings>) => {
      env.requestLog.route = name;
      const isRead = env.incoming.method === 'GET' || env.incoming.method === 'HEAD';
      const reply = isRead
        ? await handle(env)
        : refuse(405, 'method not allowed: expected GET or HEAD', { allow: 'GET, HEAD' });
      return send(reply, env.requestLog);
    });
  }

  /** Answers the requests of an HTTP server, counts them, and logs how each ended. */
  createListener(): RequestListener {
    const { metrics, refuse } = this.#options;
    return (incoming, outgoing) => {
      const requestLog = createRequestLog(incoming);
      const request = { incoming, outgoing, requestLog };
      outgoing.once('close', () => this.#record(request));
      metrics.inFlight.inc();
      const refuseInvalid = () =>
        send(refuse(400, 'the request has no valid target, or not one valid Host header'), requestLog);
      // More than one must be refused (RFC 9112 section 3.2); Node takes the first.
      const hasHosts = (incoming.headersDistinct['host']?.length ?? 0) > 1;
      const answer = getRequestListener(
        (sent) => (hasHosts ? refuseInvalid() : this.#hono.fetch(sent, request)),
        {
          errorHandler: refuseInvalid,
          // HTTP/1.0 needs no Host, as from health checks of HAProxy; Node itself refuses other requests without one.
          hostname: 'localhost',
        },
      );
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

/** The response of hono for a reply. Node is slow where fields are set one by one, so the id is among the others. */
function send({ status, body, headers }: Reply, { id }: RequestLog): Response {
  return new Response(body, { status, headers: { ...headers, [requestIdHeader]: id } });
}

/** Waits for work for a client, but only until its time is over or the client has gone: then the signal aborts, and the result is `aborted`. */
export async function workInTime<Value>(
  outgoing: ServerResponse,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value | typeof aborted> {
  const controller = createAbortController();
  const end = () => controller.abort();
  const timer = setTimeout(end, limitMs);
  outgoing.once('close', end);
  try {
    return await raceAbort(work(controller.signal), controller.signal);
  } finally {
    clearTimeout(timer);
    outgoing.off('close', end);
  }
}
