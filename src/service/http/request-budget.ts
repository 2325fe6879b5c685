import { tooBusy } from './service-problem.js';

/** Bounds the requests of each owner that are at work at once, so that no owner's requests have others refused. */
export class RequestBudget {
  readonly #limit: number;
  readonly #atWork = new Map<string, number>();

  /** @param limit requests of one owner at once */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Answers a request. Throws a 503 if its owner has too many at work. */
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
