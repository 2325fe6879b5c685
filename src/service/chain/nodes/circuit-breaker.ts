const opensAfter = 3;
const opensForMs = 30_000;

/** Keeps a node that fails again and again from being asked: open for half a minute after three errors in a row. */
export class CircuitBreaker {
  readonly #now: () => number;
  #errors = 0;
  #openUntil = -Infinity;

  /** @param now milliseconds of a clock that does not jump */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** True while the node should not be asked. */
  get open(): boolean {
    return this.#now() < this.#openUntil;
  }

  succeed(): void {
    this.#errors = 0;
  }

  /** One more error; what fails again after a rest rests again. Returns whether it opened. */
  fail(): boolean {
    if (++this.#errors < opensAfter) return false;
    this.#openUntil = this.#now() + opensForMs;
    return true;
  }
}
