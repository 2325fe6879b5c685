import { RequestBudget } from '../../http/request-budget.js';
import { deadlineExceeded } from './node-error.js';

/** Runs a part of a job, such as one call to a node, when it is its turn. */
export type TakeTurn = <Value>(part: () => Promise<Value>) => Promise<Value>;

/** Bounds of a lane. */
export interface LaneLimits {
  /** Concurrent parts. */
  readonly parts: number;
  /** Jobs of one owner, including waiting ones. */
  readonly jobsPerOwner: number;
}

/**
 * Runs jobs part by part, a few parts at a time. Between two parts a long job yields: owners take turns, and so do the jobs of an owner, so that a
 * long search or a busy token delays other requests by one part each. A job of several owners goes on when it is the turn of any of them.
 */
export class FairLane {
  readonly #limits: LaneLimits;
  readonly #budget: RequestBudget;
  /** The waiting parts of each owner; the owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
    this.#budget = new RequestBudget(limits.jobsPerOwner);
  }

  /**
   * Runs a job. `getOwners` is called for each of its parts; the first one has its place in the budget. Throws a 503 at once if that owner has too many
   * jobs, a 504 if the signal aborts before a turn.
   */
  run<Value>(
    getOwners: () => readonly string[],
    signal: AbortSignal,
    job: (takeTurn: TakeTurn) => Promise<Value>,
  ): Promise<Value> {
    const [first = ''] = getOwners();
    return this.#budget.run(first, () =>
      job(async (part) => {
        await this.#wait(getOwners(), signal);
        try {
          return await part();
        } finally {
          this.#running -= 1;
          this.#startNext();
        }
      }),
    );
  }

  /** Resolves when a part may start, which then counts as running. */
  #wait(owners: readonly string[], signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(deadlineExceeded());
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener('abort', giveUp);
        for (const owner of owners) this.#remove(owner, start);
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
      signal.addEventListener('abort', giveUp, { once: true });
      for (const owner of owners) this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), start]);
      this.#startNext();
    });
  }

  #remove(owner: string, start: () => void): void {
    const parts = this.#waiting.get(owner);
    const rest = parts?.filter((part) => part !== start) ?? [];
    if (rest.length > 0) this.#waiting.set(owner, rest);
    else this.#waiting.delete(owner);
  }

  #startNext(): void {
    while (this.#running < this.#limits.parts) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [owner, parts] = next;
      // A Map iterates in insertion order: the owner goes to the end.
      this.#waiting.delete(owner);
      this.#waiting.set(owner, parts);
      parts[0]?.();
    }
  }
}
