import type { Probe } from '../checks/check.js';
import { isLimitLike } from '../checks/http/outcome.js';
import { getCheck } from '../checks/index.js';
import type { Target } from '../model/entry.js';
import { resolveProxy } from '../net/proxy.js';
import { createResolver, type Resolve } from '../net/resolve.js';
import { checkConnectivity, type LocalFailure } from '../net/connectivity.js';
import { type ProbeResult, probeWithRetries } from './probe-with-retries.js';
import { createSharedPace } from './for-each-paced.js';
import type { Pace, PaceFeedback } from './lane.js';
import type { RunOptions } from './run-options.js';
import { type ProbedTarget, suspectsLocalFailure } from './local-failure.js';
import { findRetryAfter } from './next-attempt.js';

export interface ListedTarget {
  readonly kind: string;
  readonly target: Target;
}

/** The targets to probe, each with a unique key. */
export type Targets = ReadonlyMap<string, ListedTarget>;

/** Of this process: several runs, of the library or of an exporter's scrapes, may lead to one host. */
const forEachShared = createSharedPace();

/**
 * Probes the targets within the bounds of the options, which hold over all calls of the process. Leaves out targets that are not done when the
 * signal aborts.
 */
export async function probeAll(
  targets: Targets,
  options: RunOptions,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProbedTarget>> {
  // Before any clock runs: loading a library is not part of an endpoint's latency.
  const probes = new Map<string, Probe>();
  for (const kind of new Set([...targets.values()].map((listed) => listed.kind))) {
    probes.set(kind, await getCheck(kind).loadProbe());
  }
  const prober = new Prober(probes, options, signal);
  const results = new Map<string, ProbedTarget>();
  let done = 0;
  options.onProgress(done, targets.size);
  await forEachShared(
    targets,
    { inAll: options.concurrency, perGroup: options.perHost, signal },
    ([key, listed]) => prober.findPace(key, listed),
    async ([key, listed]) => {
      const result = await prober.probe(key, listed);
      if (result !== null) results.set(key, { target: listed.target, result });
      options.onProgress(++done, targets.size);
      return result === null ? null : readPace(result);
    },
  );
  return results;
}

/** After so many limited endpoints of a server in a row, further ones get one attempt. */
const limitsBeforeGivingUp = 4;

/** Probes targets, and remembers what concerns several of them. */
class Prober {
  readonly #probes: ReadonlyMap<string, Probe>;
  readonly #options: RunOptions;
  readonly #signal: AbortSignal;
  readonly #resolve: Resolve;
  readonly #resolveProxyHost: Resolve;
  /** The address and port of each target that is about to be probed, and how long its name was looked up. */
  readonly #lookups = new Map<string, { readonly server: string; readonly lookupMs: number }>();
  /**
   * Limits in a row, by address and port; endpoints that were probed at the same time count once. If everything is limited, retries only make it
   * worse, and a run must end.
   */
  readonly #limitsInARow = new Map<string, number>();

  constructor(probes: ReadonlyMap<string, Probe>, options: RunOptions, signal: AbortSignal) {
    const { allowPrivate, nameServers } = options;
    const servers = nameServers === undefined ? {} : { servers: nameServers };
    this.#probes = probes;
    this.#options = options;
    this.#signal = signal;
    this.#resolve = createResolver({ allowPrivate, ...servers }, signal);
    // A proxy belongs to this machine, and may be in its private network.
    this.#resolveProxyHost = createResolver({ allowPrivate: true, ...servers }, signal);
  }

  /**
   * The hosts at one address share its bound, even if they are a provider's forty names, and those at one port its limits. Through a proxy, which
   * resolves the names, only the names are known. Peers only wait for other peers, one at a port.
   */
  async findPace(key: string, { kind, target }: ListedTarget): Promise<Pace> {
    const lane = String(target.port);
    const isPeer = getCheck(kind).peerToPeer === true;
    const paceAt = (group: string): Pace =>
      isPeer ? { group: `${kind} ${group} ${lane}`, lane, isAlone: true } : { group, lane };
    if (this.#options.chooseProxy?.(target.host) != null) return paceAt(target.host);
    const startedMs = performance.now();
    const addresses = await this.#resolve(target.host, this.#signal);
    const lookupMs = performance.now() - startedMs;
    const group = addresses.ok ? (addresses.value[0] ?? target.host) : target.host;
    this.#lookups.set(key, { server: `${group} ${lane}`, lookupMs });
    return paceAt(group);
  }

  /** Null if the run was ended before there was a result. */
  async probe(key: string, { kind, target }: ListedTarget): Promise<ProbeResult | null> {
    const { retries, timeoutMs, allowPrivate, chooseProxy } = this.#options;
    const probe = this.#probes.get(kind);
    if (probe === undefined) throw new Error(`the probe of ${kind} is not loaded`);
    const proxy = chooseProxy?.(target.host) ?? null;
    const { server, lookupMs } = this.#lookups.get(key) ?? { server: key, lookupMs: 0 };
    this.#lookups.delete(key);
    const limits = this.#limitsInARow.get(server) ?? 0;
    const result = await probeWithRetries(probe, target, {
      ...this.#options,
      retries: limits < limitsBeforeGivingUp ? retries : 0,
      // A peer refuses a second connection from one address.
      hedgingDelayMs: getCheck(kind).peerToPeer === true ? null : timeoutMs / 2,
      lookupMs,
      resolve: proxy === null ? this.#resolve : resolveProxy(proxy, this.#resolveProxyHost, allowPrivate),
      proxy,
      signal: this.#signal,
    });
    if (result === null) return null;
    if (readPace(result).isLimited) this.#limitsInARow.set(server, limits + 1);
    else this.#limitsInARow.delete(server);
    return result;
  }
}

/** Whether an endpoint limited its requests; HTTP 503 may be a limit too. */
function readPace({ observation: { problems } }: ProbeResult): PaceFeedback {
  const limits = problems.filter((problem) => problem.code === 'net/rate-limited' || isLimitLike(problem));
  return {
    isLimited: limits.length > 0,
    retryAfterMs: findRetryAfter(limits),
  };
}

/** Checks this machine's connectivity if the results are doubtful, before any endpoint is blamed. Null if it works. */
export async function findLocalFailure(
  results: readonly ProbedTarget[],
  { nameServers }: RunOptions,
): Promise<LocalFailure | null> {
  return suspectsLocalFailure(results)
    ? checkConnectivity(nameServers === undefined ? {} : { servers: nameServers })
    : null;
}
