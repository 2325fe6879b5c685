import { describeUnknownKind, findCheck } from '../../checks/index.js';
import type { Format } from '../../formats/format.js';
import { formats } from '../../formats/index.js';
import { parseRequirement, type Requirement } from '../../model/capability.js';
import { describeValue } from '../../model/json.js';
import { describeUnknown } from '../../model/describe-unknown.js';
import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { type FailLevel, failLevels } from '../exit-code.js';
import { parseShard, type Shard } from '../shard.js';

/** Gets each error of a value, without the name of its option. */
export type ReportError = (error: string) => void;

/** The type of an option's value, and how it is read. After an error, callers ignore the value that `read` returns. */
export interface OptionType<Value> {
  /** The name of its argument on the command line; null for a switch. */
  readonly argument: string | null;
  /** Whether it may be repeated; `read` then reads one of its values, and its values are a list. */
  readonly repeats?: true;
  readonly read: (text: string, report: ReportError) => Value;
  /** What the library takes in place of the text; absent if it takes the text. */
  readonly library?: LibraryType;
}

/** The type of an option in the library. JavaScript callers may pass anything. */
export interface LibraryType {
  readonly type: string;
  readonly read: (value: unknown, report: ReportError) => unknown;
}

/** A type of texts; `parse` returns null for an invalid one. */
function parsed<Value>(
  argument: string | null,
  expected: string,
  parse: (text: string) => Value | null,
): OptionType<Value> {
  return {
    argument,
    read: (text, report) => {
      const value = parse(text);
      if (value === null) report(`expected ${expected}, got "${text}"`);
      return value as Value;
    },
  };
}

/** A type of values that are taken as they are. */
export function typeOf(type: string, expected: string, isValid: (value: unknown) => boolean): LibraryType {
  return {
    type,
    read: (value, report) => {
      if (!isValid(value)) report(`expected ${expected}, got ${describeValue(value)}`);
      return value;
    },
  };
}

export const stringType = typeOf('string', 'a string', (value) => typeof value === 'string');

/** A switch: no argument on the command line; true or false, as the core schema of YAML 1.2 writes them, in a workflow. */
export const flag: OptionType<boolean> = {
  ...parsed(null, 'true or false', (text) =>
    /^(?:true|True|TRUE|false|False|FALSE)$/.test(text) ? text.toLowerCase() === 'true' : null,
  ),
  library: typeOf('boolean', 'a boolean', (value) => typeof value === 'boolean'),
};

/** Any string; `argument` names it. */
export function text(argument: string): OptionType<string> {
  return { argument, read: (value) => value };
}

/** Strings, of which there may be several. */
export function texts(argument: string): OptionType<string> & { readonly repeats: true } {
  return { ...text(argument), repeats: true };
}

/** An integer between two bounds, both included. */
export function integer(min: number, max: number): OptionType<number> {
  const expected = `an integer from ${min} to ${max}`;
  const isValid = (value: unknown) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return {
    ...parsed('n', expected, (digits) =>
      /^\d{1,9}$/.test(digits) && isValid(Number(digits)) ? Number(digits) : null,
    ),
    library: typeOf('number', expected, isValid),
  };
}

/** The longest duration of an option, in milliseconds: an hour. */
const longestDurationMs = 3_600_000;

/** Parses a duration such as `20s`, `500ms` or `2m` into milliseconds; null for anything else, for zero, and for more than an hour. */
export function parseDuration(duration: string): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(duration) ?? [];
  const factor = { ms: 1, s: 1_000, m: 60_000 }[unit];
  const ms = factor === undefined ? 0 : Math.round(Number(amount) * factor);
  return ms > 0 && ms <= longestDurationMs ? ms : null;
}

/** A duration; its value is in milliseconds, and so is the library's. */
export const duration: OptionType<number> = {
  ...integer(1, longestDurationMs),
  ...parsed('duration', 'a duration such as 20s or 500ms, at most an hour', parseDuration),
};

export const kinds: OptionType<ReadonlySet<EndpointKind>> = {
  argument: 'kinds',
  read: (text, report) =>
    readKinds(
      text.split(',').map((kind) => kind.trim()),
      report,
    ),
  library: {
    type: 'Iterable<EndpointKind>',
    read: (value, report) => {
      // A string would be taken for a list of its letters.
      const isList = typeof value === 'object' && value !== null && Symbol.iterator in value;
      // An iterator can be read only once.
      const listed = isList ? [...(value as Iterable<unknown>)].map(String) : [];
      if (!isList) report(`expected a list of kinds, got ${describeValue(value)}`);
      else if (listed.length === 0) report('expected at least one kind, got none');
      return readKinds(listed, report);
    },
  },
};

function readKinds(names: readonly string[], report: ReportError): ReadonlySet<EndpointKind> {
  for (const name of names) if (findCheck(name) === undefined) report(describeUnknownKind(name));
  return new Set(names.flatMap((name) => findCheck(name)?.kind ?? []));
}

/** One of several names; the first of them after an error. `noun` is what errors call such a name. */
export function choice<Choice extends string>(
  noun: string,
  choices: readonly [Choice, ...Choice[]],
): OptionType<Choice> {
  return {
    argument: noun,
    read: (name, report) => {
      const chosen = choices.find((each) => each === name);
      if (chosen === undefined) report(describeUnknown(noun, name, choices));
      return chosen ?? choices[0];
    },
  };
}

export const level: OptionType<FailLevel> = choice('level', failLevels);

/** What an instance of the query service does: answer requests, read nodes, or both. */
export type Role = 'all' | 'api' | 'index';

export const role: OptionType<Role> = choice('role', ['all', 'api', 'index']);

/** A format of registries, by its name; null after an error. */
export const format: OptionType<Format | null> = {
  argument: 'name',
  read: (name, report) => {
    const format = formats.find((each) => each.name === name) ?? null;
    const names = formats.map((each) => each.name);
    if (format === null) report(describeUnknown('format', name, names));
    return format;
  },
};

/** One of several parts of a registry; null after an error. */
export const shard: OptionType<Shard | null> = parsed('i/n', 'a part such as 2/8', parseShard);

export const requirements: OptionType<readonly Requirement[]> = {
  argument: 'capability,…',
  read: (list, report) =>
    list.split(',').flatMap((each) => {
      const requirement = parseRequirement(each);
      if (!('error' in requirement)) return requirement;
      report(requirement.error);
      return [];
    }),
};

/** Printable ASCII (RFC 9110 section 5.5), not blank, of a sensible length. */
export const userAgent: OptionType<string> = parsed('text', '1 to 255 printable ASCII characters', (value) =>
  /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(value) && value.trim() === value ? value : null,
);

/** A time, for tests of what depends on it. */
export const time: OptionType<Date> = parsed('time', 'a time such as 2026-11-22T02:00:00Z', (value) => {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
});

export interface RequestRate {
  readonly count: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

export const rate: OptionType<RequestRate> = parsed(
  'n/s',
  'requests of one token, such as 10/s, 0.5/s or 600/m',
  (value) => {
    const [, count = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)(?:\/([smh]))?$/.exec(value) ?? [];
    return Number(count) > 0 ? { count: Number(count), seconds: secondsOf[unit] ?? 1 } : null;
  },
);

const bytesOf: Readonly<Record<string, number>> = {
  kB: 1e3,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};
const smallestBytes = 1e6;

export const size: OptionType<number> = parsed(
  'size',
  'a size such as 512MB or 1GiB, at least 1MB',
  (value) => {
    const [, amount = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kKMG]i?B)$/.exec(value) ?? [];
    const bytes = Math.floor(Number(amount) * (bytesOf[unit] ?? 0));
    return bytes >= smallestBytes ? bytes : null;
  },
);
