/** Default for the minimum time between two loads, in milliseconds. */
const defaultIntervalMs = 1_000;
/** How long the caller that starts a load waits for it before it gets the previous value, in milliseconds. */
const loadTimeoutMs = 250;

/**
 * A value that is loaded again if it is requested after an interval, by default a second. During a load callers get the previous value; only the
 * caller that started the load waits briefly, so that an old change shows at once.
 */
export class Polled<Value> {
  readonly #load: () => Promise<Value>;
  readonly #intervalMs: number;
  #current: Promise<Value> | null = null;
  #loading: Promise<Value> | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;

  /** `load` is never called again before it has settled. */
  constructor(load: () => Promise<Value>, intervalMs = defaultIntervalMs) {
    this.#load = load;
    this.#intervalMs = intervalMs;
  }

  get(): Promise<Value> {
    const due = this.#loading === null && performance.now() - this.#loadedAt >= this.#intervalMs;
    const loading = due ? this.#start() : this.#loading;
    if (this.#current === null) return loading ?? this.#start();
    return due && loading !== null ? waitBriefly(loading, this.#current) : this.#current;
  }

  #start(): Promise<Value> {
    const loading = this.#load();
    this.#loading = loading;
    const settle = () => {
      this.#current = loading;
      this.#loading = null;
      this.#loadedAt = performance.now();
    };
    loading.then(settle, settle);
    return loading;
  }
}

function waitBriefly<Value>(newer: Promise<Value>, older: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => void older.then(resolve, reject), loadTimeoutMs);
    void newer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

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
      const previous = this.reject();
      if (previous === null) throw error;
      return previous;
    }
  }
}
