/** How long what is broken may still be half written, or missing between two steps of a change, in milliseconds. */
const usualSettlingMs = 2_000;

/** Keeps the last good value while the newest is bad, but only for a while: two seconds by default, from when it was first seen to be bad. */
export class LastGood<Value extends object> {
  readonly #settlingMs: number;
  #good: Value | null = null;
  #badSince: number | null = null;

  constructor(settlingMs = usualSettlingMs) {
    this.#settlingMs = settlingMs;
  }

  /** The last good value; null without one. */
  get good(): Value | null {
    return this.#good;
  }

  /** Takes a good value, and returns it. */
  accept(value: Value): Value {
    this.#good = value;
    this.#badSince = null;
    return value;
  }

  /** What to use while the newest value is bad: the last good one; null where there is none, or has been none for too long. */
  reject(): Value | null {
    this.#badSince ??= performance.now();
    if (performance.now() - this.#badSince >= this.#settlingMs) this.#good = null;
    return this.#good;
  }

  /** Loads a value; a load that rejects is a bad value. Rejects where there is no good one to use. */
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
