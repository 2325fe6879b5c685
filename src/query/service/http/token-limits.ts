import { tooBusy } from './service-problem.js';

/** How many requests a token may send: `count` in `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** The requests that an owner may send, as of a time. */
interface Bucket {
  readonly requests: number;
  readonly atMs: number;
}

/**
 * Bounds the requests of each owner by a token bucket: `count` at once, at least one, which is filled again evenly. Counts a request and returns 0; if the
 * rate is exceeded, does not count it, and returns the whole seconds until the next one may come. `now` is a clock that does not jump.
 */
export function createRateLimiter({ count, seconds }: Rate, now = () => performance.now()) {
  const capacity = Math.max(1, count);
  const perMs = count / seconds / 1_000;
  const buckets = new Map<string, Bucket>();
  const fill = (bucket: Bucket, atMs: number) =>
    Math.min(capacity, bucket.requests + (atMs - bucket.atMs) * perMs);
  return (owner: string): number => {
    const atMs = now();
    const bucket = buckets.get(owner);
    const requests = bucket === undefined ? capacity : fill(bucket, atMs);
    if (requests < 1) return Math.max(1, Math.ceil((1 - requests) / perMs / 1_000));
    // A full bucket is as good as none: those of unused tokens are removed.
    if (bucket === undefined)
      for (const [other, unused] of buckets) if (fill(unused, atMs) >= capacity) buckets.delete(other);
    buckets.set(owner, { requests: requests - 1, atMs });
    return 0;
  };
}

/** Answers a request of an owner. Throws a 503 if the owner has too many pending. */
export type RequestBudget = <Value>(owner: string, answer: () => Promise<Value>) => Promise<Value>;

/** Bounds the pending requests of each owner, so that no owner causes refusals for other owners. */
export function createRequestBudget(limit: number): RequestBudget {
  const pending = new Map<string, number>();
  return async (owner, answer) => {
    const count = pending.get(owner) ?? 0;
    if (count >= limit) throw tooBusy('too many requests of this token at once; try again later');
    pending.set(owner, count + 1);
    try {
      return await answer();
    } finally {
      const others = (pending.get(owner) ?? 1) - 1;
      if (others > 0) pending.set(owner, others);
      else pending.delete(owner);
    }
  };
}
