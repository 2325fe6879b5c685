/** How many requests a token may send: `count` in `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** The requests that an owner has left, as of a time. */
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

  /** Counts a request and returns 0; if the rate is exceeded, does not count it, and returns the whole seconds until the next one may come. */
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

  /** A full bucket is as good as none: those of unused tokens are removed. */
  #dropFull(atMs: number): void {
    for (const [owner, bucket] of this.#buckets)
      if (this.#fill(bucket, atMs) >= this.#capacity) this.#buckets.delete(owner);
  }
}
