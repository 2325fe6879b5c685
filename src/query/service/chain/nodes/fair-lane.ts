import { createRequestBudget, type RequestBudget } from '../../http/token-owners.js';
import { deadlineExceeded } from './node-error.js';

/** Runs a part of a job, such as one call to a node, when it is its turn. */
export type TakeTurn = <Value>(part: () => Promise<Value>) => Promise<Value>;

export interface LaneLimits {
  readonly parts: number;
  /** Jobs of one owner, including waiting ones. */
  readonly jobsPerOwner: number;
}

/**
 * Runs jobs part by part, a few parts at a time. Between two parts a long job yields: owners take turns, and so do the jobs of an owner, so that a
 * long search or a busy token delays other requests by one part each. A job of several owners goes on when it is the turn of any of them.
 */
export class FairLane {
  readonly #parts: number;
  readonly #budget: RequestBudget;
  /** The waiting parts of each owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #running = 0;

  constructor({ parts, jobsPerOwner }: LaneLimits) {
    this.#parts = parts;
    this.#budget = createRequestBudget(jobsPerOwner);
  }

  /** Runs a job; `getOwners` is called for each part. Throws a 503 if the first of them has too many jobs, a 504 if the signal aborts before a turn. */
  run<Value>(
    getOwners: () => readonly string[],
    signal: AbortSignal,
    job: (takeTurn: TakeTurn) => Promise<Value>,
  ): Promise<Value> {
    const takeTurn: TakeTurn = async (part) => {
      await this.#wait(getOwners(), signal);
      try {
        return await part();
      } finally {
        this.#running -= 1;
        this.#startNext();
      }
    };
    return this.#budget(getOwners()[0] ?? '', () => job(takeTurn));
  }

  /** Resolves when a part may start, which then counts as running. */
  #wait(owners: readonly string[], signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp);
        for (const owner of owners) {
          const parts = this.#waiting.get(owner);
          parts?.delete(start);
          if (parts?.size === 0) this.#waiting.delete(owner);
        }
      };
      const start = () => {
        leave();
        this.#running += 1;
        resolve();
      };
      const giveUp = () => {
        leave();
        reject(deadlineExceeded());
      };
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      for (const owner of owners)
        this.#waiting.set(owner, (this.#waiting.get(owner) ?? new Set()).add(start));
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#parts) {
      // Maps and sets iterate in the order of insertion: the owner goes to the end.
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [owner, parts] = next;
      this.#waiting.delete(owner);
      this.#waiting.set(owner, parts);
      const [start] = parts;
      start?.();
    }
  }
}
