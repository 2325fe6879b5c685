/** How often what is read may be read again, in milliseconds. */
const everyMs = 1_000;
/** How long whoever asks waits for a newer value where there is an older one, in milliseconds. */
const patienceMs = 250;

/**
 * A value that is loaded again when it is asked for and older than a second. The old value answers while the new one is loaded;
 * whoever set that off waits a little for it, so that what changed long ago shows at once.
 */
export class Polled<Value> {
  readonly #load: () => Promise<Value>;
  #current: Promise<Value> | null = null;
  #loading: Promise<Value> | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;

  /** `load` is never called again before it has settled. */
  constructor(load: () => Promise<Value>) {
    this.#load = load;
  }

  /** The value. Rejects where the last load did. */
  get(): Promise<Value> {
    const due = this.#loading === null && performance.now() - this.#loadedAt >= everyMs;
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
    const timer = setTimeout(() => void older.then(resolve, reject), patienceMs);
    void newer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
