/** Minimum time between two loads by default, in milliseconds. */
const usualIntervalMs = 1_000;
/** How long the caller that starts a load waits for it before it gets the old value, in milliseconds. */
const loadTimeoutMs = 250;

/**
 * A value that is loaded again when it is requested and older than an interval, a second by default. Callers get the old value while the new one is loading;
 * the one that started the load waits a little for it, so that a change of long ago shows at once.
 */
export class Polled<Value> {
  readonly #load: () => Promise<Value>;
  readonly #intervalMs: number;
  #current: Promise<Value> | null = null;
  #loading: Promise<Value> | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;

  /** `load` is never called again before it has settled. */
  constructor(load: () => Promise<Value>, intervalMs = usualIntervalMs) {
    this.#load = load;
    this.#intervalMs = intervalMs;
  }

  /** The value. Rejects where the last load did. */
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
