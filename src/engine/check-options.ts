import { findUnknownFields } from '../model/describe-unknown.js';
import { describeValue } from '../model/describe-type.js';
import { writeLibraryOption } from '../model/write-option.js';
import type { Proxy } from '../net/probe-context.js';
import type { CommonOptions } from './check-options.generated.js';
import { type Face, listOptions, type OptionAt } from './options/option-rows.js';
import type { Judge } from './options/option-type.js';
import { findConflicts } from './options/read-options.js';
import { readRunDefaults, type RunOptions } from './run-options.js';
import { UsageError } from './usage-error.js';

/** How to check; every field is optional. */
export interface CheckOptions extends CommonOptions {
  /**
   * The proxy to open a tunnel through, by host; null to connect to a host directly. None by default. The proxy then resolves the
   * names, so private addresses are refused only if the url holds the address itself.
   */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal?: AbortSignal;
  /** Called with the number of probed targets and the number of targets. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** An error for each unknown option: a misspelled one would be ignored in JavaScript. Throws a UsageError for a value that is no object. */
export function findUnknownOptions(options: object, known: object): string[] {
  // JavaScript callers may pass anything.
  if (typeof (options as unknown) !== 'object' || (options as unknown) === null)
    throw new UsageError([`options: expected an object, got ${describeValue(options)}`]);
  return findUnknownFields(options, known, 'option');
}

const judgeFunction: Judge = (value) =>
  typeof value === 'function' ? [] : [`expected a function, got ${describeValue(value)}`];

/** The errors of the options that only the library has. */
const extraJudges: Readonly<Record<string, Judge>> = {
  chooseProxy: judgeFunction,
  signal: (value) =>
    value instanceof AbortSignal ? [] : [`expected an AbortSignal, got ${describeValue(value)}`],
  onProgress: judgeFunction,
};

/** The validators of all options of some faces of the library, by name. */
export function listJudges(...faces: readonly Face[]): typeof extraJudges {
  const rows = faces.flatMap((face) => listOptions(face));
  return { ...extraJudges, ...Object.fromEntries(rows.map((option) => [fieldOf(option), judgeOf(option)])) };
}

const fieldOf = ({ name, row }: OptionAt) => row.field ?? name;
const judgeOf = ({ row }: OptionAt) => row.type.library?.judge ?? (() => []);

/** An error for each option with an invalid value; undefined stands for the default. */
export function findWrongValues(options: object, judges: typeof extraJudges): string[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const errors = value === undefined ? [] : (judges[name]?.(value) ?? []);
    return errors.map((error) => `${name}: ${error}`);
  });
}

/** The errors of options that need or exclude others. */
export function findLibraryConflicts(options: object, ...faces: readonly Face[]): string[] {
  const values = new Map<string, unknown>(Object.entries(options));
  const isSet = (option: OptionAt) => (values.get(fieldOf(option)) ?? false) !== false;
  return findConflicts(
    faces.flatMap((face) => listOptions(face)),
    isSet,
    writeLibraryOption,
  );
}

/** Fills in the defaults of the library's options. Throws a UsageError that names every invalid value. */
export function completeOptions(options: CheckOptions): RunOptions {
  const set = Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      // An iterator can be read only once.
      .map(([name, value]: [string, unknown]) => [name, name === 'only' ? readList(value) : value]),
  );
  const errors = findWrongValues(set, listJudges('library'));
  if (errors.length > 0) throw new UsageError(errors);
  const { chooseProxy, signal = new AbortController().signal, onProgress = () => undefined } = options;
  const complete = { ...readRunDefaults(), ...(set as CommonOptions) };
  return {
    ...complete,
    only: complete.only === null ? null : new Set(complete.only),
    ...(chooseProxy === undefined ? {} : { chooseProxy }),
    signal,
    writeOption: writeLibraryOption,
    onProgress,
  };
}

function readList(value: unknown): unknown {
  const isList = typeof value === 'object' && value !== null && Symbol.iterator in value;
  return isList ? [...(value as Iterable<unknown>)] : value;
}
