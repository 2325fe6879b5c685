import type { EntryFields, Format } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';

/** A violation of a format's schema. */
export interface SchemaFault {
  /** JSON Pointer of the invalid value. */
  readonly pointer: string;
  readonly reason: string;
  readonly fix: string;
  /** Names of missing fields. */
  readonly missing: readonly string[];
}

/** Maximum number of entries read from one array. Real ones have fewer than ten. */
export const entryLimit = 1_000;

/**
 * Validates a value against its format's schema, which is compiled ahead of time by `npm run generate`. `findFields` finds the fields of the entry
 * at a JSON Pointer, if there is one.
 */
export function validateShape(
  whole: JsonValue,
  { schema, entryFields }: Format,
  findFields: (pointer: string) => EntryFields | undefined,
): SchemaFault[] {
  const { validate } = schema;
  const value = truncateArrays(whole);
  if (validate(value)) return [];
  const faults = new Map<string, SchemaFault>();
  const missing = new Map<string, string[]>();
  for (const { keyword, instancePath: pointer, params } of validate.errors ?? []) {
    if (keyword === 'required') {
      missing.set(pointer, [...(missing.get(pointer) ?? []), String(params['missingProperty'])]);
    } else {
      const expected = String(params['type']).split(',').map(nameType).join(' or ');
      const reason = `${formatPath(pointer)} must be ${expected}, got ${describe(getValue(value, pointer))}`;
      const fields = params['type'] === 'object' ? findFields(pointer) : undefined;
      const form = fields === undefined ? expected : formatEntry(fields);
      faults.set(pointer, { pointer, reason, fix: `write ${form}`, missing: [] });
    }
  }
  // One fault for all fields that an entry lacks.
  for (const [pointer, names] of missing) {
    const reason = `${formatPath(pointer)} has no ${names.map((name) => `"${name}"`).join(' and no ')}`;
    faults.set(pointer, {
      pointer,
      reason,
      fix: fixMissing(names, findFields(pointer) ?? entryFields),
      missing: names,
    });
  }
  return [...faults.values()];
}

/** No format reads arrays below this many levels. */
const readLevels = 5;

/** The value without array items beyond the limit, since each can make several errors, all of which are collected. */
function truncateArrays(value: JsonValue): JsonValue {
  // Copying everything takes longer than this check, and almost no file has a long array.
  return hasLongArray(value, readLevels) ? truncateValue(value, readLevels) : value;
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

function truncateValue(value: JsonValue, levels: number): JsonValue {
  if (levels === 0 || typeof value !== 'object' || value === null) return value;
  if (isJsonObject(value)) {
    const fields = Object.entries(value);
    return Object.fromEntries(fields.map(([name, field]) => [name, truncateValue(field, levels - 1)]));
  }
  const items: readonly JsonValue[] = value;
  return items.slice(0, entryLimit).map((item) => truncateValue(item, levels - 1));
}

function fixMissing(missing: readonly string[], fields: EntryFields): string {
  const { address, provider } = fields;
  if (!missing.includes(address.name) && !missing.includes(provider?.name ?? ''))
    return `add ${missing.join(' and ')}`;
  return missing.includes(address.name)
    ? `write ${formatEntry(fields)}, or remove the entry`
    : `add "${provider?.name ?? ''}" with the name of the operator`;
}

/** The form of an entry: `{ "provider": "…", "url": "…" }`. */
export function formatEntry(fields: EntryFields): string {
  return `{ ${listKnown(fields)
    .map(({ name }) => `"${name}": "…"`)
    .join(', ')} }`;
}

/** The fields of an entry that are read. */
export function listKnown({ id, address, provider }: EntryFields): readonly KnownField[] {
  return [provider ?? [], id ?? [], address].flat();
}

/** Formats `/apis/grpc/0/address` as `apis.grpc[0].address`. Field names of schemas need no unescaping. */
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
    integer: 'an integer',
    null: 'null',
  };
  return names[type] ?? `a ${type}`;
}
