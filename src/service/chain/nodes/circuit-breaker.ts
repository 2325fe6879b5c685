const opensAfter = 3;
const opensForMs = 30_000;

/** Keeps requests from a node that fails repeatedly: opens for half a minute after three errors in a row. */
export class CircuitBreaker {
  readonly #now: () => number;
  #errors = 0;
  #openUntil = -Infinity;

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number) {
    this.#now = now;
  }

  get open(): boolean {
    return this.#now() < this.#openUntil;
  }

  succeed(): void {
    this.#errors = 0;
  }

  /** Counts an error; after an open phase, the first one opens it again. */
  fail(): void {
    if (++this.#errors >= opensAfter) this.#openUntil = this.#now() + opensForMs;
  }
}
