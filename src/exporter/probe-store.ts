import type { ListedTarget } from '../engine/probe-all.js';
import type { SingleProbe } from '../engine/report-entry.js';
import { createAbortController } from '../net/abort.js';
import type { ProbeTarget } from './probe-target.js';

/** How results are kept. */
export interface ProbeStoreOptions {
  /** How long a result is used, in milliseconds. */
  readonly cacheMs: number;
  readonly probe: ProbeTarget;
}

/** Counts since the start. */
export interface ProbeCounts {
  started: number;
  /** Requests that were answered from a kept result. */
  cacheHits: number;
  /** Requests that joined a probe in flight. */
  coalesced: number;
}

/** Thrown if the store is closed before there is a result. */
export class StoppingError extends Error {
  override readonly name = 'StoppingError';
}

/**
 * The results of probes, shared by all requests. A probe runs to its end, even if no request waits any more, so that the kept result does not depend
 * on the patience of the first request.
 */
export class ProbeStore {
  readonly counts: ProbeCounts = { started: 0, cacheHits: 0, coalesced: 0 };
  readonly #options: ProbeStoreOptions;
  readonly #kept = new Map<string, SingleProbe>();
  readonly #inFlight = new Map<string, Promise<SingleProbe>>();
  readonly #ending = createAbortController();

  constructor(options: ProbeStoreOptions) {
    this.#options = options;
  }

  /** The number of probes that are in flight, or wait for their turn. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** The result of a target, by its key. Rejects with a StoppingError once the store is closed. */
  async get(key: string, target: ListedTarget): Promise<SingleProbe> {
    const kept = this.#kept.get(key);
    if (kept !== undefined) {
      this.counts.cacheHits += 1;
      return kept;
    }
    const joined = this.#inFlight.get(key);
    if (joined !== undefined) this.counts.coalesced += 1;
    return joined ?? this.#start(key, target);
  }

  /** Forgets the results of all other keys. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#kept.keys()) if (!keys.has(key)) this.#kept.delete(key);
  }

  /** Ends all probes. */
  close(): void {
    this.#ending.abort();
  }

  #start(key: string, target: ListedTarget): Promise<SingleProbe> {
    const probing = this.#probe(key, target).finally(() => this.#inFlight.delete(key));
    // If no request waits any more, the next one gets the failure.
    probing.catch(() => undefined);
    this.#inFlight.set(key, probing);
    return probing;
  }

  async #probe(key: string, target: ListedTarget): Promise<SingleProbe> {
    const { probe, cacheMs } = this.#options;
    this.counts.started += 1;
    const result = await probe(target, this.#ending.signal);
    if (result === null) throw new StoppingError();
    this.#kept.set(key, result);
    // At once, not with the next request: the answers of thousands of endpoints are large.
    setTimeout(() => {
      if (this.#kept.get(key) === result) this.#kept.delete(key);
    }, cacheMs).unref();
    return result;
  }
}
