import { tooBusy } from './service-problem.js';

/** Bounds the pending requests of each owner, so that no owner causes refusals for other owners. */
export class RequestBudget {
  readonly #limit: number;
  readonly #atWork = new Map<string, number>();

  /** @param limit pending requests of one owner */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Answers a request. Throws a 503 if its owner has too many pending. */
  async run<Value>(owner: string, answer: () => Promise<Value>): Promise<Value> {
    const count = this.#atWork.get(owner) ?? 0;
    if (count >= this.#limit) throw tooBusy('too many requests of this token at once; try again later');
    this.#atWork.set(owner, count + 1);
    try {
      return await answer();
    } finally {
      const left = (this.#atWork.get(owner) ?? 1) - 1;
      if (left > 0) this.#atWork.set(owner, left);
      else this.#atWork.delete(owner);
    }
  }
}
