import { suspectsLocalFailure } from '../engine/local-failure.js';
import { type ListedTarget, probeAll } from '../engine/probe-all.js';
import type { SingleProbe } from '../engine/report-entry.js';
import type { RunOptions } from '../engine/run-options.js';
import { createAbortController, createChild } from '../net/abort.js';
import { checkConnectivity, type LocalFailure } from '../net/connectivity.js';
import type { OwnMetrics } from './own-metrics.js';

interface StoreOptions {
  /** How to probe; its bounds hold over all scrapes. */
  readonly run: RunOptions;
  /** How long a result is used, in milliseconds. */
  readonly cacheMs: number;
  readonly metrics: Pick<OwnMetrics, 'probes' | 'cacheHits' | 'coalesced' | 'probesInFlight'>;
}

/** A result, or one to come; null if the store was closed before. */
type Probe = Promise<SingleProbe | null>;

/** Probes targets like a run, for all requests. A probe runs to its end, so that the kept result does not depend on the patience of the first request. */
export class ProbeStore {
  readonly #options: StoreOptions;
  readonly #probes = new Map<string, { readonly probe: Probe; isKept: boolean }>();
  readonly #ending = createAbortController();
  #checking: Promise<LocalFailure | null> | null = null;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  get(key: string, target: ListedTarget): Probe {
    const { cacheHits, coalesced } = this.#options.metrics;
    const recent = this.#probes.get(key);
    if (recent === undefined) return this.#start(key, target);
    (recent.isKept ? cacheHits : coalesced).inc();
    return recent.probe;
  }

  close(): void {
    this.#ending.abort();
  }

  #start(key: string, target: ListedTarget): Probe {
    const { cacheMs, metrics } = this.#options;
    metrics.probes.inc();
    metrics.probesInFlight.inc();
    const started = { probe: this.#probe(target), isKept: false };
    this.#probes.set(key, started);
    const forget = () => this.#probes.delete(key);
    const keep = () => {
      started.isKept = true;
      // At once, not with the next request: the answers of thousands of endpoints are large.
      setTimeout(forget, cacheMs).unref();
    };
    // If no request waits any more, the next one starts a probe after a failure.
    void started.probe.then(keep, forget).finally(() => metrics.probesInFlight.dec());
    return started.probe;
  }

  async #probe(target: ListedTarget): Probe {
    const { signal, abort } = createChild(this.#ending.signal);
    try {
      const results = await probeAll(new Map([['', target]]), this.#options.run, signal);
      const probed = results.get('');
      if (probed === undefined) return null;
      const localFailure = suspectsLocalFailure([probed]) ? await this.#checkConnectivity() : null;
      return signal.aborted ? null : { probed, localFailure };
    } finally {
      // Cancels pending queries to name servers.
      abort();
    }
  }

  /** One check for all that wait for it: without a network, every probe needs it. */
  #checkConnectivity(): Promise<LocalFailure | null> {
    const { nameServers } = this.#options.run;
    this.#checking ??= checkConnectivity({
      ...(nameServers === undefined ? {} : { servers: nameServers }),
      signal: this.#ending.signal,
    }).finally(() => (this.#checking = null));
    return this.#checking;
  }
}
