import type { RequestListener } from 'node:http';
import type { Handlers } from './answer-route.js';
import { createRouter } from './router.js';
import { commonHeaders } from './common-headers.js';
import { createRequestLog, formatAccess, formatLine, requestIdHeader } from './request-log.js';
import { Metrics } from './metrics.js';
import { UnreadAnswers } from './unread-answers.js';

/** What the service answers from, and for whom. */
export interface ServiceOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  /** Handlers of the routes that need nodes, by the client's names; a route without one answers 503. */
  readonly handlers: Handlers;
  /** The bearer tokens, at least one. */
  readonly tokens: readonly string[];
  /** How long clients may cache an answer, in milliseconds. */
  readonly cacheMs: number;
  /** Called with each line of the log: JSON and a line feed. */
  readonly log: (line: string) => void;
  /** How long a route may take, in milliseconds; 30,000 by default. */
  readonly deadlineMs?: number;
  /** Maximum number of requests at work at once; 256 by default. Answers that are being sent don't count. */
  readonly concurrency?: number;
  /** Maximum size of all answers together that clients have not read yet, in characters; 256 Mi by default. */
  readonly unreadLimit?: number;
}

/** The query service as a listener for the requests of an HTTP server. Throws a RangeError without a token. */
export function createService(options: ServiceOptions): RequestListener {
  const { log, concurrency = 256, deadlineMs = 30_000, unreadLimit = 256 << 20 } = options;
  if (options.tokens.length === 0) throw new RangeError('a query service needs a token');
  const metrics = new Metrics();
  const common = Object.entries(commonHeaders).flat();
  const unread = new UnreadAnswers(unreadLimit);
  let inFlight = 0;
  const route = createRouter({
    ...options,
    deadlineMs,
    isFull: () => inFlight > concurrency,
    renderMetrics: () => metrics.render(inFlight),
    onError: (error, { id }) => log(formatLine({ event: 'error', id, error: error.stack ?? error.message })),
  });
  return (incoming, outgoing) => {
    const requestLog = createRequestLog(incoming);
    inFlight += 1;
    outgoing.once('close', () => {
      // Node finishes an answer, too, when its connection is destroyed.
      const isSent = outgoing.writableFinished && !incoming.socket.destroyed;
      const status = isSent ? outgoing.statusCode : null;
      const durationMs = performance.now() - requestLog.startedAt;
      metrics.count(requestLog.route, status, durationMs);
      log(formatAccess(requestLog, incoming, { status, durationMs }));
    });
    void route({ incoming, outgoing, requestLog }).then(({ status, headers, text }) => {
      // From here on it is up to the client: a slow one must not take work from the others.
      inFlight -= 1;
      outgoing.writeHead(status, [requestIdHeader, requestLog.id, ...common, ...headers]).end(text);
      unread.add(outgoing, text.length);
    });
  };
}
