import { tooBusy } from './service-problem.js';

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
