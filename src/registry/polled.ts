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
