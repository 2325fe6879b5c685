import { findUnknownFields } from '../model/describe-unknown.js';
import { describeType, isJsonObject, type JsonObject, describeValue } from '../model/json.js';
import { writeLibraryOption } from '../model/write-option.js';
import type { Proxy } from '../net/probe-context.js';
import type { CommonOptions } from './check-options.generated.js';
import {
  findConflicts,
  listOptions,
  type OptionAt,
  type Options,
  readOptions,
} from './options/option-rows.js';
import { type LibraryType, type OptionType, stringType, typeOf } from './options/option-type.js';
import { readRunDefaults, type RunOptions } from './run-options.js';
import { UsageError } from './exit-code.js';
import type { Report } from '../model/report.js';

/** How to check; every field is optional. */
export interface CheckOptions extends CommonOptions {
  /**
   * The proxy to open a tunnel through, by host; null to connect to a host directly. None by default. The proxy then resolves the
   * names, so private addresses are refused only if the url holds the address itself. If it throws, the run ends with its error.
   */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal?: AbortSignal;
  /** Called with the number of probed targets and the number of targets. If it throws, the run ends with its error. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** An error for each unknown option: a misspelled one would be ignored in JavaScript. Throws a UsageError for a value that is no object. */
export function findUnknownOptions(options: object, table: object): string[] {
  // JavaScript callers may pass anything.
  if (typeof (options as unknown) !== 'object' || (options as unknown) === null)
    throw new UsageError([`options: expected an object, got ${describeValue(options)}`]);
  return findUnknownFields(options, table, 'option');
}

const functionType = typeOf('function', 'a function', (value) => typeof value === 'function');

/** A function whose results are validated too, as they are used: they come from a caller in JavaScript. */
const chooseProxyType: LibraryType = {
  type: functionType.type,
  read: (value, report) => {
    const chooseProxy = functionType.read(value, report) as (host: string) => unknown;
    return (host: string) => {
      const proxy = chooseProxy(host) ?? null;
      const fault = proxy === null ? null : findProxyFault(proxy);
      if (fault !== null) throw new UsageError([`chooseProxy: ${fault}`]);
      return proxy;
    };
  },
};

function findProxyFault(proxy: unknown): string | null {
  if (!isJsonObject(proxy))
    return `expected { host, port, authorization } or null, got ${describeValue(proxy)}`;
  const { host, port, authorization } = proxy;
  if (typeof host !== 'string' || host === '') return `host: expected a name, got ${describeValue(host)}`;
  if (!Number.isInteger(port) || Number(port) < 1 || Number(port) > 65_535)
    return `port: expected an integer from 1 to 65535, got ${describeValue(port)}`;
  if (authorization === null || typeof authorization === 'string') return null;
  return `authorization: expected a string or null, got ${describeValue(authorization)}`;
}

const libraryTypes: Readonly<Record<string, LibraryType>> = {
  chooseProxy: chooseProxyType,
  signal: typeOf('AbortSignal', 'an AbortSignal', (value) => value instanceof AbortSignal),
  onProgress: functionType,
};

/** An option that the library takes as the text that the command line takes. */
function textType({ read }: OptionType<unknown>): LibraryType {
  return {
    type: 'string',
    read: (value, report) =>
      typeof value === 'string' ? read(value, report) : stringType.read(value, report),
  };
}

/** Reads the options of a run, and those of more faces of the library. Throws a UsageError that names every error. */
export function completeOptions<More extends 'libraryRegistry' = never>(
  options: object,
  ...more: readonly More[]
): RunOptions & Options<More> & { readonly cwd?: string; readonly history?: string } {
  const rows = (['library', ...more] as const).flatMap((face) => listOptions(face));
  const types: Readonly<Record<string, LibraryType>> = {
    ...libraryTypes,
    ...(more.length > 0 ? { cwd: stringType, history: stringType } : {}),
    ...Object.fromEntries(rows.map(({ field, row: { type } }) => [field, type.library ?? textType(type)])),
  };
  const errors = findUnknownOptions(options, types);
  const values = new Map<string, unknown>();
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    const report = (error: string) => errors.push(`${name}: ${error}`);
    if (value !== undefined && Object.hasOwn(types, name)) values.set(name, types[name]?.read(value, report));
  }
  const isSet = ({ field }: OptionAt) => (values.get(field) ?? false) !== false;
  errors.push(...findConflicts(rows, isSet, writeLibraryOption));
  if (errors.length > 0) throw new UsageError(errors);
  const presets = more.map((face) => readOptions(face, {}, [], writeLibraryOption));
  return Object.assign(readRunDefaults(), ...presets, Object.fromEntries(values)) as ReturnType<
    typeof completeOptions<More>
  >;
}

/** `changes` may be null. */
const fieldTypes: Readonly<Record<Exclude<keyof Report, 'changes'>, string>> = {
  version: 'a number',
  tool: 'an object',
  startedAt: 'a string',
  durationMs: 'a number',
  interrupted: 'a boolean',
  scope: 'an object',
  removed: 'an array',
  summary: 'an object',
  files: 'an array',
  endpoints: 'an array',
  findings: 'an array',
};

/**
 * Why a value that a caller passes as a report is none; null if its fields are those of a report, and its lists hold objects, whose contents are
 * not validated.
 */
export function findReportFault(value: unknown): string | null {
  const expected = 'expected a report, as checkRegistry makes it';
  if (!isJsonObject(value)) return `${expected}, got ${describeValue(value)}`;
  const wrong = Object.entries(fieldTypes).find(([name, type]) => describeType(value[name]) !== type);
  if (wrong === undefined) {
    const stray = findStrayItem(value);
    return stray === null ? null : `${expected}: ${stray}`;
  }
  const [name] = wrong;
  const got = Object.hasOwn(value, name) ? `${name} is ${describeType(value[name])}` : `it has no ${name}`;
  return `${expected}: ${got}`;
}

/** The first item of a list that is no object. */
function findStrayItem(report: JsonObject): string | null {
  for (const [name, list] of Object.entries(report)) {
    const at = Array.isArray(list) ? list.findIndex((item) => !isJsonObject(item)) : -1;
    if (at >= 0) return `${name}[${at}] is ${describeType((list as readonly unknown[])[at])}`;
  }
  return null;
}
