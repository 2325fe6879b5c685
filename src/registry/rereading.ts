import { lstat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { discoverFiles, type DiscoveryOptions } from './discover.js';
import { describeVersion } from './read-file.js';
import type { FoundFile } from './layout.js';
import { loadRegistry, type Registry, type RegistryOptions } from './load.js';
import type { RegistryFile } from './load-file.js';

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

interface KnownFile {
  readonly version: string;
  readonly loaded: RegistryFile;
}

/**
 * Returns a function that reads a registry. It returns the same object as long as no file changes, and reads only the files that did. It yields
 * to the event loop after each file. Rejects if a directory cannot be searched.
 */
export function createRegistryReader(
  paths: readonly string[],
  options: Omit<RegistryOptions, 'readStdin' | 'load'>,
): () => Promise<Registry> {
  const readStdin = () => Promise.reject(new Error('standard input cannot be a registry'));
  let latest: { readonly version: string; readonly registry: Registry } | null = null;
  let files: ReadonlyMap<string, KnownFile> = new Map();
  return async () => {
    // Before the files are read, so that the next call notices a change in between.
    const versions = await describeFiles(paths, options);
    const version = [...versions.values()].join('\n');
    if (latest?.version === version) return latest.registry;
    const filesByPath = new Map<string, KnownFile>();
    const registry = await loadRegistry(paths, {
      ...options,
      misplaced: false,
      readStdin,
      load: async (file, readAndJudge) => {
        const newest = versions.get(file.path);
        const before = files.get(file.path);
        const loaded = newest === before?.version && before !== undefined ? before.loaded : null;
        if (loaded === null) await nextTurn();
        const current = loaded ?? (await readAndJudge());
        if (newest !== undefined) filesByPath.set(file.path, { version: newest, loaded: current });
        return current;
      },
    });
    latest = { version, registry };
    files = filesByPath;
    return registry;
  };
}

/** Versions of the files by path. The version includes what else decides how a file is read. */
async function describeFiles(
  paths: readonly string[],
  options: DiscoveryOptions,
): Promise<ReadonlyMap<string, string>> {
  const { files } = discoverFiles(paths, options);
  return new Map(await Promise.all(files.map(async (file) => [file.path, await describe(file)] as const)));
}

async function describe({ absolute, path, format, chain, expected, behindLink }: FoundFile): Promise<string> {
  const stats = absolute === null ? null : await lstat(absolute, { bigint: true }).catch(() => null);
  const version = stats === null ? path : describeVersion(path, stats);
  return JSON.stringify([version, format?.name ?? null, chain, expected, behindLink]);
}
