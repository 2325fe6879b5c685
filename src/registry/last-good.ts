/** How often files are checked, and how long a broken or missing one keeps its last content; both in milliseconds, for tests. */
export interface FileTiming {
  readonly intervalMs?: number;
  readonly settlingMs?: number;
}

/** Default for how long a bad value may be a half-written file or the middle of a change, in milliseconds. */
const defaultSettlingMs = 2_000;

/** Keeps the last good value while the newest is bad, for a limited time: by default two seconds after it was first found bad. */
export class LastGood<Value extends object> {
  readonly #settlingMs: number;
  #good: Value | null = null;
  #badSince: number | null = null;

  constructor(settlingMs = defaultSettlingMs) {
    this.#settlingMs = settlingMs;
  }

  get good(): Value | null {
    return this.#good;
  }

  accept(value: Value): Value {
    this.#good = value;
    this.#badSince = null;
    return value;
  }

  /** What to use while the newest value is bad: the last good one; null if there is none or it is too old. */
  reject(): Value | null {
    this.#badSince ??= performance.now();
    if (performance.now() - this.#badSince >= this.#settlingMs) this.#good = null;
    return this.#good;
  }

  /** Loads a value. If that fails, returns the last good one, and rejects if there is none. */
  async load(load: () => Promise<Value>): Promise<Value> {
    try {
      return this.accept(await load());
    } catch (error) {
      const kept = this.reject();
      if (kept === null) throw error;
      return kept;
    }
  }
}
