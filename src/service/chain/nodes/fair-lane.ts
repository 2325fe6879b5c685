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
 * long search or a busy token delays other requests by one part each.
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

  /** Runs a job. Throws a 503 at once if its owner has too many, a 504 if the signal aborts before a turn. */
  run<Value>(
    owner: string,
    signal: AbortSignal,
    job: (takeTurn: TakeTurn) => Promise<Value>,
  ): Promise<Value> {
    return this.#budget.run(owner, () =>
      job(async (part) => {
        await this.#wait(owner, signal);
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
  #wait(owner: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(deadlineExceeded());
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        this.#running += 1;
        resolve();
      };
      const giveUp = () => {
        const parts = this.#waiting.get(owner)?.filter((part) => part !== start) ?? [];
        if (parts.length > 0) this.#waiting.set(owner, parts);
        else this.#waiting.delete(owner);
        reject(deadlineExceeded());
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(owner, [...(this.#waiting.get(owner) ?? []), start]);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#limits.parts) {
      const [next] = this.#waiting;
      if (next === undefined) return;
      const [owner, [start, ...rest]] = next;
      // A Map iterates in insertion order: the owner goes to the end.
      this.#waiting.delete(owner);
      if (rest.length > 0) this.#waiting.set(owner, rest);
      start?.();
    }
  }
}
