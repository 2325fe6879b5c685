import type { RequestListener } from 'node:http';
import type { Handlers } from './answer-route.js';
import type { ServiceToken } from './authenticate.js';
import type { Rate } from './rate-limiter.js';
import { createRouter } from './router.js';
import { createListener } from '../../http-server/listener.js';
import type { ChainState } from '../chain/create-chain-handlers.js';
import { EventLog } from '../event-log.js';
import { Metrics } from '../../http-server/metrics.js';
import { renderServiceMetrics } from './service-metrics.js';

/** What the service answers from, and for whom. */
export interface ServiceOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  /** Handlers of the routes that need nodes, by the client's names; a route without one answers 503. */
  readonly handlers: Handlers;
  /** The bearer tokens that are accepted now, at least one; called for each request, so it returns the same array until they change. */
  readonly getTokens: () => readonly ServiceToken[];
  /** What each token may send to the API's routes; null, the default, for no limit. */
  readonly rate?: Rate | null;
  /** How long clients may cache an answer, in milliseconds. */
  readonly cacheMs: number;
  /** Called with each line of the log that is of a request: JSON and a line feed. */
  readonly log: (line: string) => void;
  /** The other lines of the log; a new one by default. */
  readonly events?: EventLog;
  /** What `/metrics` says about the routes that need nodes; nothing by default. */
  readonly readChainState?: () => Promise<ChainState>;
  /** Why no load balancer should send requests here now, for `/readyz`; by default nothing keeps it. */
  readonly findUnreadiness?: () => Promise<string | null>;
  /** How long a route may take, in milliseconds; 30,000 by default. */
  readonly deadlineMs?: number;
  /**
   * Maximum number of requests of a token at work at once, to the routes over files, and as many to those over nodes; 1,024 by default. Answers
   * that are being sent don't count.
   */
  readonly requestsPerToken?: number;
  /** Maximum size of all answers together that clients have not read yet, in bytes, each once; 256 Mi by default. */
  readonly unreadLimit?: number;
}

/** The query service as a listener for the requests of an HTTP server. Throws a RangeError without a token. */
export function createService(options: ServiceOptions): RequestListener {
  const {
    log,
    events = new EventLog(log),
    readChainState,
    findUnreadiness = () => Promise.resolve(null),
    rate = null,
    requestsPerToken = 1_024,
    deadlineMs = 30_000,
    unreadLimit = 256 << 20,
  } = options;
  if (options.getTokens().length === 0) throw new RangeError('a query service needs a token');
  const metrics = new Metrics();
  const route = createRouter({
    ...options,
    deadlineMs,
    rate,
    requestsPerToken,
    findUnreadiness,
    renderMetrics: async () =>
      renderServiceMetrics((await readChainState?.()) ?? null, events) + metrics.render(),
    onError: (error, { id }) => events.add('error', { id, error: error.stack ?? error.message }),
  });
  return createListener(route, { metrics, log, unreadLimit });
}
