import type { EntryFields, Format } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';

/** A violation of a format's schema, as reason and fix. */
export interface SchemaFault {
  /** JSON Pointer of the value that is wrong. */
  readonly pointer: string;
  readonly reason: string;
  readonly fix: string;
  /** The fields that are missing there. */
  readonly missing: readonly string[];
}

/** How many entries of one array are read; real ones have fewer than ten. */
export const entryLimit = 1_000;

/**
 * Validates a file's value against its format's schema, which is compiled ahead of time: `npm run generate`. Entries are known by their
 * pointers.
 */
export function validateShape(
  whole: JsonValue,
  { schema, entryFields }: Format,
  isEntry: (pointer: string) => boolean,
): SchemaFault[] {
  const { validate } = schema;
  const value = cutArrays(whole);
  if (validate(value)) return [];
  const faults = new Map<string, SchemaFault>();
  const missing = new Map<string, string[]>();
  for (const { keyword, instancePath: pointer, params } of validate.errors ?? []) {
    if (keyword === 'required') {
      missing.set(pointer, [...(missing.get(pointer) ?? []), String(params['missingProperty'])]);
    } else {
      const expected = String(params['type']).split(',').map(nameType).join(' or ');
      const reason = `${formatPath(pointer)} must be ${expected}, got ${describe(getValue(value, pointer))}`;
      const form = isEntry(pointer) && params['type'] === 'object' ? formatEntry(entryFields) : expected;
      faults.set(pointer, { pointer, reason, fix: `write ${form}`, missing: [] });
    }
  }
  // One fault for all that an entry lacks.
  for (const [pointer, names] of missing) {
    const reason = `${formatPath(pointer)} has no ${names.map((name) => `"${name}"`).join(' and no ')}`;
    faults.set(pointer, { pointer, reason, fix: fixMissing(names, entryFields), missing: names });
  }
  return [...faults.values()];
}

/** Arrays of so many levels hold all that a format reads. */
const readLevels = 5;

/** The value without the items that are not read: each can make several errors, and all are collected. */
function cutArrays(value: JsonValue): JsonValue {
  // Nearly no file has any, and copies of all take longer than the look.
  return hasLongArray(value, readLevels) ? cut(value, readLevels) : value;
}

function hasLongArray(value: JsonValue, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  if (isJsonObject(value)) {
    for (const field in value) if (hasLongArray(value[field] ?? null, levels - 1)) return true;
    return false;
  }
  const items: readonly JsonValue[] = value;
  return items.length > entryLimit || items.some((item) => hasLongArray(item, levels - 1));
}

function cut(value: JsonValue, levels: number): JsonValue {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (isJsonObject(value)) {
    const fields = Object.entries(value);
    return Object.fromEntries(fields.map(([name, field]) => [name, cut(field, levels - 1)]));
  }
  const items: readonly JsonValue[] = value;
  return items.slice(0, entryLimit).map((item) => cut(item, levels - 1));
}

function fixMissing(missing: readonly string[], fields: EntryFields): string {
  const { address, provider } = fields;
  if (!missing.includes(address.name) && !missing.includes(provider?.name ?? ''))
    return `add ${missing.join(' and ')}`;
  return missing.includes(address.name)
    ? `write ${formatEntry(fields)}, or remove the entry`
    : `add "${provider?.name ?? ''}" with the name of the operator`;
}

/** What an entry looks like: `{ "provider": "…", "url": "…" }`. */
export function formatEntry(fields: EntryFields): string {
  return `{ ${listKnown(fields)
    .map(({ name }) => `"${name}": "…"`)
    .join(', ')} }`;
}

/** The fields of an entry that are read. */
export function listKnown({ address, provider }: EntryFields): readonly KnownField[] {
  return provider === null ? [address] : [provider, address];
}

/** `/apis/grpc/0/address` as `apis.grpc[0].address`. Only the schema's own fields occur, so nothing needs unescaping. */
export function formatPath(pointer: string): string {
  if (pointer === '') return 'the file';
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
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
