import { checks, describeUnknownKind, findCheck } from '../../checks/index.js';
import type { Format } from '../../formats/format.js';
import { formats } from '../../formats/index.js';
import { parseRequirement, type Requirement } from '../../model/capability.js';
import { describeValue } from '../../model/describe-type.js';
import { describeUnknown } from '../../model/describe-unknown.js';
import type { EndpointKind } from '../../model/endpoint-kind.generated.js';
import { type FailLevel, failLevels } from '../exit-code.js';
import { longestDurationMs, type OptionReader } from '../option-reader.js';
import { parseShard, type Shard } from '../shard.js';

/** Returns the errors of a value, none if it is valid. */
export type Judge = (value: unknown) => readonly string[];

/** The type of an option's value, how it is parsed, and how the library's users write it. */
export interface OptionType<Value> {
  /** The name of its argument on the command line; null for a switch. */
  readonly argument: string | null;
  /** Whether it may be repeated; `text` is then one of its values, and its values are a list. */
  readonly repeats?: true;
  /** Parses a string. Errors go to the reader, with the option's name as its face writes it. */
  readonly read: (reader: OptionReader, name: string, text: string) => Value;
  /** The type of the library's option, and the errors of a value of it; absent if the library takes the string. */
  readonly library?: {
    readonly type: string;
    /** The errors of a value. JavaScript callers may pass anything. */
    readonly judge: Judge;
  };
}

function judgeType(type: 'boolean' | 'string'): Judge {
  return (value) => (typeof value === type ? [] : [`expected a ${type}, got ${describeValue(value)}`]);
}

/** A string that other faces than the library may have too. */
function judgeTextBy(judge: (text: string) => readonly string[]): Judge {
  return (value) => (typeof value === 'string' ? judge(value) : judgeText(value));
}

/** The errors of a value that must be a string. */
export const judgeText = judgeType('string');

/** A switch: no argument on the command line, true or false in a workflow. */
export const flag: OptionType<boolean> = {
  argument: null,
  read: (reader, name, text) => reader.boolean(name, text),
  library: { type: 'boolean', judge: judgeType('boolean') },
};

/** Any string; `argument` names it. */
export function text(argument: string): OptionType<string> {
  return {
    argument,
    read: (_, __, value) => value,
    library: { type: 'string', judge: judgeText },
  };
}

/** Strings, of which there may be several. */
export function texts(argument: string): OptionType<string> & { readonly repeats: true } {
  return { ...text(argument), repeats: true };
}

/** An integer between two bounds, both included. */
export function integer(min: number, max: number): OptionType<number> {
  return {
    argument: 'n',
    read: (reader, name, value) => reader.integer(name, value, min, max),
    library: { type: 'number', judge: (value) => judgeInteger(value, min, max) },
  };
}

function judgeInteger(value: unknown, min: number, max: number): readonly string[] {
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return [];
  return [
    `expected an integer from ${min} to ${max}, got ${typeof value === 'number' ? value : describeValue(value)}`,
  ];
}

/** A duration; its value is in milliseconds, and so is the library's. */
export const duration: OptionType<number> = {
  argument: 'duration',
  read: (reader, name, value) => reader.duration(name, value),
  library: { type: 'number', judge: (value) => judgeInteger(value, 1, longestDurationMs) },
};

/** Kinds of endpoints, comma-separated. */
export const kinds: OptionType<ReadonlySet<EndpointKind>> = {
  argument: 'kinds',
  read: (reader, name, value) =>
    reader.list(name, value, { noun: 'kind', known: checks.map(({ kind }) => kind) }),
  library: { type: 'Iterable<EndpointKind>', judge: judgeKinds },
};

function judgeKinds(value: unknown): readonly string[] {
  // A string would be taken for a list of its letters.
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value))
    return [`expected a list of kinds, got ${describeValue(value)}`];
  const named = [...(value as Iterable<unknown>)].map(String);
  return named.length === 0
    ? ['expected at least one kind, got none']
    : named.flatMap((kind) => (findCheck(kind) === undefined ? [describeUnknownKind(kind)] : []));
}

export const level: OptionType<FailLevel> = {
  argument: 'level',
  read: (reader, name, value) => reader.choice(name, value, { noun: 'level', known: failLevels }),
};

/** What an instance of the query service does: answer requests, read nodes, or both. */
export type Role = (typeof roles)[number];
const roles = ['all', 'api', 'index'] as const;

export const role: OptionType<Role> = {
  argument: 'role',
  read: (reader, name, value) => reader.choice(name, value, { noun: 'role', known: roles }),
};

/** A format of registries, by its name. */
export const format: OptionType<Format | null> = {
  argument: 'name',
  read: (reader, name, value) => {
    for (const error of judgeFormat(value)) reader.report(name, error);
    return formats.find((format) => format.name === value) ?? null;
  },
  library: { type: 'string', judge: judgeTextBy(judgeFormat) },
};

function judgeFormat(name: string): readonly string[] {
  const known = formats.map((format) => format.name);
  return known.includes(name) ? [] : [describeUnknown('format', name, known)];
}

/** One of several parts of a registry. */
export const shard: OptionType<Shard> = {
  argument: 'i/n',
  read: (reader, name, value) => reader.shard(name, value),
  library: {
    type: 'string',
    judge: judgeTextBy((value) =>
      parseShard(value) === null ? [`expected a part such as 2/8, got "${value}"`] : [],
    ),
  },
};

/** What clients require of an endpoint, comma-separated. */
export const requirements: OptionType<readonly Requirement[]> = {
  argument: 'capability,…',
  read: (reader, name, value) =>
    value.split(',').flatMap((text) => {
      const requirement = parseRequirement(text);
      if (!('error' in requirement)) return requirement;
      reader.report(name, requirement.error);
      return [];
    }),
};

export const userAgent: OptionType<string> = {
  argument: 'text',
  read: (reader, name, value) => {
    for (const error of judgeUserAgent(value)) reader.report(name, error);
    return value;
  },
  library: { type: 'string', judge: judgeTextBy(judgeUserAgent) },
};

/** Printable ASCII (RFC 9110 section 5.5), not blank, of a sensible length. */
function judgeUserAgent(value: string): readonly string[] {
  return /^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(value) && value.trim() === value
    ? []
    : [`expected 1 to 255 printable ASCII characters, got "${value}"`];
}

/** A time, for tests of what depends on it. */
export const time: OptionType<Date | null> = {
  argument: 'time',
  read: (reader, name, value) => {
    const date = new Date(value);
    if (!Number.isNaN(date.getTime())) return date;
    reader.report(name, `expected a time such as 2026-11-22T02:00:00Z, got "${value}"`);
    return null;
  },
};

export interface RequestRate {
  readonly count: number;
  readonly seconds: number;
}

const secondsOf: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600 };

/** A rate of requests; null after an error. */
export const rate: OptionType<RequestRate | null> = {
  argument: 'n/s',
  read: (reader, name, value) => {
    const [, count = '', unit = 's'] = /^(\d{1,9}(?:\.\d{1,9})?)(?:\/([smh]))?$/.exec(value) ?? [];
    const read = { count: Number(count), seconds: secondsOf[unit] ?? 1 };
    if (read.count > 0) return read;
    reader.report(name, `expected requests of one token, such as 10/s, 0.5/s or 600/m, got "${value}"`);
    return null;
  },
};

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

/** A size in bytes; 0 after an error. */
export const size: OptionType<number> = {
  argument: 'size',
  read: (reader, name, value) => {
    const [, amount = '', unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?) ?([kKMG]i?B)$/.exec(value) ?? [];
    const bytes = Math.floor(Number(amount) * (bytesOf[unit] ?? 0));
    if (bytes >= smallestBytes) return bytes;
    reader.report(name, `expected a size such as 512MB or 1GiB, at least 1MB, got "${value}"`);
    return 0;
  },
};
