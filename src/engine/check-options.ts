import { checks, describeUnknownKind, findCheck } from '../checks/index.js';
import type { EndpointKind } from '../model/endpoint-kind.generated.js';
import { describeValue } from '../model/describe-type.js';
import { findUnknownFields } from '../model/describe-unknown.js';
import { writeLibraryOption, type WriteOption } from '../model/write-option.js';
import { maxTimerMs } from '../net/backoff.js';
import { defaultUserAgent } from '../net/user-agent.js';
import type { Proxy } from '../net/probe-context.js';
import type { RunOptions } from './run-options.js';
import { UsageError } from './usage-error.js';

/** How to check; every field is optional. */
export interface CheckOptions {
  /** Kinds to probe; all by default. */
  readonly only?: Iterable<EndpointKind>;
  /** False to check the structure only and probe nothing; true by default. */
  readonly network?: boolean;
  /** Whole budget of one entry in milliseconds, retries included; 20,000 by default. */
  readonly timeoutMs?: number;
  /** Retries of transient failures; 2 by default. */
  readonly retries?: number;
  /** Entries in flight; 256 by default. */
  readonly concurrency?: number;
  /** Entries in flight to one host; 4 by default. */
  readonly perHost?: number;
  /**
   * With `since`, where no chain id is claimed: unchanged entries of the chain are probed to compare with until so many have answered, at
   * most five times as many; 2 by default.
   */
  readonly references?: number;
  /** Probe loopback and private addresses, for local testing; false by default. */
  readonly allowPrivate?: boolean;
  /** What probes call themselves (User-Agent): printable ASCII; by default the name, version and address of this program. */
  readonly userAgent?: string;
  /** Also find out whether browsers may use the rpc, rest, grpc-web and evm endpoints; false by default. */
  readonly cors?: boolean;
  /**
   * The proxy to open a tunnel through, by host; null to connect to a host directly. None by default. The proxy then resolves the
   * names, so private addresses are refused only where the url holds the address itself.
   */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal?: AbortSignal;
  /** Called with the number of probed targets and the number of all that are to be probed. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The values of options that are not set. */
export const defaults = {
  timeoutMs: 20_000,
  retries: 2,
  concurrency: 256,
  perHost: 4,
  references: 2,
} as const;

/** The names of the options. */
export const checkOptionNames: Readonly<Record<keyof CheckOptions, true>> = {
  only: true,
  network: true,
  timeoutMs: true,
  retries: true,
  concurrency: true,
  perHost: true,
  references: true,
  allowPrivate: true,
  userAgent: true,
  cors: true,
  chooseProxy: true,
  signal: true,
  onProgress: true,
};

/** Whether a text can be sent as User-Agent: printable ASCII (RFC 9110 section 5.5), not blank, of a sensible length. */
export function isUserAgent(text: string): boolean {
  return /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(text) && text.trim() === text;
}

/** The message for a text that cannot be sent as User-Agent. */
export function describeUserAgent(text: string): string {
  return `expected 1 to 255 printable ASCII characters, got "${text}"`;
}

/** Throws a UsageError that names every unknown option: without it, a misspelled one would be ignored in JavaScript. */
export function refuseUnknownOptions(options: object, known: object): void {
  // JavaScript callers may pass anything.
  if (typeof (options as unknown) !== 'object' || (options as unknown) === null)
    throw new UsageError([`options: expected an object, got ${describeValue(options)}`]);
  const errors = findUnknownFields(options, known, 'option');
  if (errors.length > 0) throw new UsageError(errors);
}

/** An error for each option that has another type; what is undefined has its default. */
export function findWrongTypes(options: object, types: Readonly<Record<string, string>>): string[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const type = types[name];
    return type === undefined || value === undefined || typeof value === type
      ? []
      : [`${name}: expected a ${type}, got ${describeValue(value)}`];
  });
}

const types: Readonly<Partial<Record<keyof CheckOptions, string>>> = {
  network: 'boolean',
  allowPrivate: 'boolean',
  cors: 'boolean',
  userAgent: 'string',
  chooseProxy: 'function',
  onProgress: 'function',
};

/** Fills in the defaults. Throws a UsageError that names every invalid value. Messages of the run name options by `writeOption`. */
export function completeOptions(
  options: CheckOptions,
  writeOption: WriteOption = writeLibraryOption,
): RunOptions {
  // A string would be taken for a list of letters.
  const only: unknown = options.only ?? [];
  if (typeof only !== 'object' || only === null || !(Symbol.iterator in only))
    throw new UsageError([`only: expected a list of kinds, got ${describeValue(only)}`]);
  const wrong = findWrongTypes(options, types);
  const signal: unknown = options.signal;
  if (signal !== undefined && !(signal instanceof AbortSignal))
    wrong.push(`signal: expected an AbortSignal, got ${describeValue(signal)}`);
  if (wrong.length > 0) throw new UsageError(wrong);
  const complete: RunOptions = {
    only: new Set(options.only ?? checks.map(({ kind }) => kind)),
    network: options.network ?? true,
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    retries: options.retries ?? defaults.retries,
    concurrency: options.concurrency ?? defaults.concurrency,
    perHost: options.perHost ?? defaults.perHost,
    references: options.references ?? defaults.references,
    allowPrivate: options.allowPrivate ?? false,
    userAgent: options.userAgent ?? defaultUserAgent,
    cors: options.cors ?? false,
    ...(options.chooseProxy === undefined ? {} : { chooseProxy: options.chooseProxy }),
    signal: options.signal ?? new AbortController().signal,
    writeOption,
    onProgress: options.onProgress ?? (() => undefined),
  };
  const errors = [...complete.only].flatMap((kind) =>
    findCheck(kind) === undefined ? [`only: ${describeUnknownKind(kind)}`] : [],
  );
  if (!isUserAgent(complete.userAgent)) errors.push(`userAgent: ${describeUserAgent(complete.userAgent)}`);
  if (complete.only.size === 0) errors.push('only: expected at least one kind, got none');
  const minimums = { timeoutMs: 1, retries: 0, concurrency: 1, perHost: 1, references: 0 } as const;
  for (const [name, min] of Object.entries(minimums) as [keyof typeof minimums, number][]) {
    const value = complete[name];
    if (!Number.isInteger(value) || value < min || value > maxTimerMs)
      errors.push(`${name}: expected an integer from ${min} to ${maxTimerMs}, got ${value}`);
  }
  if (errors.length > 0) throw new UsageError(errors);
  return complete;
}
