import { checks, describeUnknownKind, findCheck } from '../checks/index.js';
import { maxTimerMs } from '../net/backoff.js';
import type { Proxy } from '../net/probe-context.js';
import type { RunOptions } from './run-options.js';
import { UsageError } from './usage-error.js';

/** How a check is done, each field optional. */
export interface CheckOptions {
  /** Kinds to probeWithRetries; all by default. */
  readonly only?: Iterable<string>;
  /** False to probeWithRetries nothing; true by default. */
  readonly network?: boolean;
  /** Whole budget of one entry in milliseconds, retries included; 20,000 by default. */
  readonly timeoutMs?: number;
  /** How often to probeWithRetries again what may pass by itself; 2 by default. */
  readonly retries?: number;
  /** Entries in flight; 256 by default. */
  readonly concurrency?: number;
  /** Entries in flight to one host; 4 by default. */
  readonly perHost?: number;
  /** Dial loopback and private addresses, for local testing; false by default. */
  readonly allowPrivate?: boolean;
  /**
   * The proxy to open a tunnel through, by host, null to probeWithRetries a host itself; none by default. Names are then resolved by the
   * proxy, so that only addresses can be refused here.
   */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal?: AbortSignal;
  /** Told how many of the targets to probeWithRetries are done. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The settings where none are given. */
export const defaults = {
  timeoutMs: 20_000,
  retries: 2,
  concurrency: 256,
  perHost: 4,
  fileName: 'param.json',
} as const;

/** The names of the options. */
export const checkOptionNames: Readonly<Record<keyof CheckOptions, true>> = {
  only: true,
  network: true,
  timeoutMs: true,
  retries: true,
  concurrency: true,
  perHost: true,
  allowPrivate: true,
  chooseProxy: true,
  signal: true,
  onProgress: true,
};

/** Throws a UsageError where an option has a name that none has: callers without types would be told of it by nothing. */
export function refuseUnknownOptions(options: object, known: object): void {
  const usageErrors = Object.keys(options)
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => `${name}: there is no such option; there are ${Object.keys(known).join(', ')}`);
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
}

/** Fills in the defaults. Throws a UsageError that names every wrong value. */
export function completeOptions(options: CheckOptions): RunOptions {
  // A text is a list of letters.
  if (typeof options.only === 'string') throw new UsageError(['only: give a list of kinds']);
  const complete: RunOptions = {
    only: new Set(options.only ?? checks.map(({ kind }) => kind)),
    network: options.network ?? true,
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    retries: options.retries ?? defaults.retries,
    concurrency: options.concurrency ?? defaults.concurrency,
    perHost: options.perHost ?? defaults.perHost,
    allowPrivate: options.allowPrivate ?? false,
    ...(options.chooseProxy === undefined ? {} : { chooseProxy: options.chooseProxy }),
    signal: options.signal ?? new AbortController().signal,
    onProgress: options.onProgress ?? (() => undefined),
  };
  const usageErrors = [...complete.only].flatMap((kind) =>
    findCheck(kind) === undefined ? [describeUnknownKind(kind)] : [],
  );
  if (complete.only.size === 0) usageErrors.push('only: there is no kind in it, so nothing would be checked');
  const least = { timeoutMs: 1, retries: 0, concurrency: 1, perHost: 1 } as const;
  for (const [name, lowest] of Object.entries(least) as [keyof typeof least, number][]) {
    const value = complete[name];
    if (!Number.isInteger(value) || value < lowest || value > maxTimerMs)
      usageErrors.push(`${name}: ${value} is not a whole number from ${lowest} to ${maxTimerMs}`);
  }
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  return complete;
}
