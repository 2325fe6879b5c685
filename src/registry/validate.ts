import type { EntryFields, Format } from '../formats/format.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { findIntended } from './misspelled.js';

/** A violation of a format's schema, as reason and fix. */
export interface SchemaFault {
  /** JSON Pointer of the value that is wrong. */
  readonly pointer: string;
  readonly reason: string;
  readonly fix: string;
}

/** How many entries of one array are read; real ones have fewer than ten. */
export const entryLimit = 1_000;

/** Validates a file's value against its format's schema, which is compiled ahead of time: `npm run generate`. */
export function validateShape(whole: JsonValue, { schema, entryFields }: Format): SchemaFault[] {
  const { validate } = schema;
  const value = cutArrays(whole);
  if (validate(value)) return [];
  const faults = new Map<string, SchemaFault>();
  const missing = new Map<string, string[]>();
  for (const { keyword, instancePath: pointer, params } of validate.errors ?? []) {
    if (keyword === 'required') {
      missing.set(pointer, [...(missing.get(pointer) ?? []), String(params['missingProperty'])]);
    } else {
      const expected = nameType(String(params['type']));
      const reason = `${formatPath(pointer)} must be ${expected}, got ${describe(getValue(value, pointer))}`;
      faults.set(pointer, { pointer, reason, fix: `write ${expected}` });
    }
  }
  // One fault for all that an entry lacks.
  for (const [pointer, names] of missing) {
    const reason = `${formatPath(pointer)} has no ${names.map((name) => `"${name}"`).join(' and no ')}`;
    faults.set(pointer, { pointer, reason, fix: fixMissing(getValue(value, pointer), names, entryFields) });
  }
  return [...faults.values()];
}

/** The value without the entries that are not read: each can make several errors, and all are collected. */
function cutArrays(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  const isLong = (field: JsonValue) => Array.isArray(field) && field.length > entryLimit;
  if (!Object.values(value).some(isLong)) return value;
  const cut = (field: JsonValue) => (Array.isArray(field) ? field.slice(0, entryLimit) : field);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cut(field)]));
}

function fixMissing(entry: unknown, missing: readonly string[], { address, provider }: EntryFields): string {
  for (const field of isJsonObject(entry) ? Object.keys(entry) : []) {
    const intended = findIntended(field, [provider, address]);
    if (intended !== null && missing.includes(intended)) return `rename "${field}" to "${intended}"`;
  }
  return `write { "${provider.name}": "…", "${address.name}": "…" }, or remove the entry`;
}

/** `/grpc_endpoint/0/url` as `grpc_endpoint[0].url`. Only the schema's own fields occur, so nothing needs unescaping. */
export function formatPath(pointer: string): string {
  if (pointer === '') return 'the file';
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

function getValue(value: JsonValue, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, token) => (at as Record<string, unknown>)[token], value);
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  return nameType(Array.isArray(value) ? 'array' : typeof value);
}

function nameType(type: string): string {
  const names: Readonly<Record<string, string>> = {
    array: 'an array',
    object: 'an object',
    string: 'a string',
  };
  return names[type] ?? `a ${type}`;
}
