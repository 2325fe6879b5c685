import { truncate } from './text.js';

/** A JSON value as RFC 8259 has it. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; its fields may be any JSON value. */
export interface JsonObject {
  readonly [field: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Appends one reference token to a JSON Pointer, escaped as in RFC 6901 section 3. */
export function appendPointer(pointer: string, token: string | number): string {
  const name = String(token);
  // Nearly all tokens need no escape.
  if (!name.includes('~') && !name.includes('/')) return `${pointer}/${name}`;
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a JSON Pointer (RFC 6901) that leads through the tree of the same document; null if there is none. */
export function getValue(value: JsonValue, pointer: string): JsonValue {
  let at = value;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
    if (isJsonObject(at)) at = Object.hasOwn(at, key) ? (at[key] ?? null) : null;
    else at = Array.isArray(at) ? ((at as readonly JsonValue[])[Number(key)] ?? null) : null;
  }
  return at;
}

export interface JsonLimits {
  /** Values of any type, those within arrays and objects included. */
  readonly values: number;
  /** Levels of arrays and objects. */
  readonly levels: number;
}

/**
 * The bounds of an answer to a check: a node's largest has 30,000 hashes of transactions. JSON.parse cannot be interrupted, and two megabytes may hold
 * 190,000 fields of one object, which take a fifth of a second while 40,000 take a fortieth.
 */
export const answerLimits: JsonLimits = { values: 40_000, levels: 100 };

export const tooComplex = 'more values or levels than any answer to the check has';

/**
 * The limit that a JSON text in UTF-8 exceeds; null for none. Counts delimiters without making values, so that a text that would take
 * gigabytes to parse is refused first. An empty array counts as two values. In a text that is not JSON the count means nothing.
 */
export function findExceededLimit(
  bytes: Uint8Array,
  { values, levels }: JsonLimits,
): keyof JsonLimits | null {
  let count = 1;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    // The character after a backslash closes no string. No byte of a longer UTF-8 sequence is one of these.
    if (byte === 0x5c) at += 1;
    else if (byte === 0x22) inString = !inString;
    else if (inString) continue;
    else if (byte === 0x2c) count += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === 0x5b || byte === 0x7b) {
      count += 1;
      depth += 1;
      if (depth > levels) return 'levels';
    }
    if (count > values) return 'values';
  }
  return null;
}

/** Whether arrays and objects are nested in more than so many levels. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** The type of a JSON value, for messages: `an array`, `a string`, `null`. */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** What a caller has passed, for messages: `"x"`, `1`, `undefined`, `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(truncate(value));
  const isPlain = typeof value === 'number' || typeof value === 'boolean' || value === undefined;
  return isPlain ? String(value) : describeType(value);
}
