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

/** The service's sources, tokens and limits. */
export interface ServiceOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  /** Handlers of the routes that need nodes, by the client's names; a route without one answers 503. */
  readonly handlers: Handlers;
  /** The bearer tokens that are accepted now, at least one; called for each request, so it returns the same array until they change. */
  readonly getTokens: () => readonly ServiceToken[];
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
  /** Why load balancers should send no requests now, for `/readyz`; by default there is no reason. */
  readonly findUnreadiness?: () => Promise<string | null>;
  /** How long a route may take, in milliseconds; 10,000 by default: less than clients wait, and than a load balancer takes to give up an instance. */
  readonly deadlineMs?: number;
  /**
   * Maximum number of pending requests of a token to the routes over files, and as many to those over nodes; 1,024 by default. Answers that are being
   * sent don't count.
   */
  readonly requestsPerToken?: number;
  /** Maximum total size of answers that clients have not read yet, in bytes, each counted once; 256 Mi by default. */
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
    deadlineMs = 10_000,
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
