import type { RequestListener } from 'node:http';
import type { Handlers } from './answer-route.js';
import { createRouter } from './router.js';
import { createListener } from '../../http-server/listener.js';
import { formatLine } from '../../http-server/request-log.js';
import { Metrics } from '../../http-server/metrics.js';

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
  const route = createRouter({
    ...options,
    deadlineMs,
    isFull: () => metrics.inFlight > concurrency,
    renderMetrics: () => metrics.render(),
    onError: (error, { id }) => log(formatLine({ event: 'error', id, error: error.stack ?? error.message })),
  });
  return createListener(route, { metrics, log, unreadLimit });
}
