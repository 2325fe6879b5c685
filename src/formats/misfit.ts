import { isJsonObject, type JsonValue } from '../model/json.js';
import { findNearest } from '../model/nearest.js';
import type { Format } from './format.js';
import { fold } from './known-field.js';

/** Why a value is not an object with all of these fields; null if it is. */
export function describeMissing(value: JsonValue, fields: readonly string[]): string | null {
  if (!isJsonObject(value)) return 'it is not an object';
  const missing = fields.filter((field) => !Object.hasOwn(value, field));
  return missing.length === 0 ? null : `it has no ${missing.map((field) => `"${field}"`).join(' and no ')}`;
}

/** Shorter names are too close to others. */
const minLength = 8;

/**
 * Why a value is not an object with at least one top-level field of the format, in any spelling; null if it is. An empty object is one without
 * endpoints yet.
 */
export function findMisfit(value: JsonValue, { lists }: Format): string | null {
  if (!isJsonObject(value)) return 'it is not an object';
  const names = Object.keys(value).map(fold);
  const known = lists.flatMap(({ pointer, aliases, claims }) =>
    [pointer.slice(1), ...aliases, ...claims.flatMap((claim) => [claim.name, ...claim.aliases])].map(fold),
  );
  const long = known.filter((name) => name.length >= minLength);
  if (names.length === 0 || names.some((name) => known.includes(name) || findNearest(name, long) !== null))
    return null;
  const expected = lists.map(({ pointer }) => `"${pointer.slice(1)}"`);
  return `it has none of ${expected.join(', ')}`;
}
