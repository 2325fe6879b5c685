/** How many requests a token may send: `count` in `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** What an owner may still send at once, as of a time. */
interface Bucket {
  readonly requests: number;
  readonly atMs: number;
}

/** Bounds the requests of each owner by a token bucket: `count` at once, at least one, which is filled again evenly. */
export class RateLimiter {
  readonly #now: () => number;
  readonly #capacity: number;
  readonly #perMs: number;
  readonly #buckets = new Map<string, Bucket>();

  /** @param now milliseconds of a clock that does not jump */
  constructor({ count, seconds }: Rate, now: () => number = () => performance.now()) {
    this.#now = now;
    this.#capacity = Math.max(1, count);
    this.#perMs = count / seconds / 1_000;
  }

  /** Counts a request; returns 0 if it may go on, else, without counting it, in how many whole seconds the next one may. */
  take(owner: string): number {
    const atMs = this.#now();
    if (!this.#buckets.has(owner)) this.#dropFull(atMs);
    const requests = this.#fill(this.#buckets.get(owner), atMs);
    if (requests < 1) return Math.max(1, Math.ceil((1 - requests) / this.#perMs / 1_000));
    this.#buckets.set(owner, { requests: requests - 1, atMs });
    return 0;
  }

  #fill(bucket: Bucket | undefined, atMs: number): number {
    if (bucket === undefined) return this.#capacity;
    return Math.min(this.#capacity, bucket.requests + (atMs - bucket.atMs) * this.#perMs);
  }

  /** A full bucket is as good as none: those of tokens that are no longer used go. */
  #dropFull(atMs: number): void {
    for (const [owner, bucket] of this.#buckets)
      if (this.#fill(bucket, atMs) >= this.#capacity) this.#buckets.delete(owner);
  }
}
