import { isJsonObject, type JsonValue } from '../model/json.js';
import { findNearest } from '../model/nearest.js';
import { fold } from './fold.js';
import type { Format } from './format.js';

/** Why a value is not an object with all of these fields, null where it is one. */
export function describeMissing(value: JsonValue, fields: readonly string[]): string | null {
  if (!isJsonObject(value)) return 'it is not an object';
  const missing = fields.filter((field) => !Object.hasOwn(value, field));
  return missing.length === 0 ? null : `it has no ${missing.map((field) => `"${field}"`).join(' and no ')}`;
}

/** Shorter names are near too many others. */
const minLength = 8;

/**
 * Why a value is not an object with at least one field that the format reads at its top, in whatever spelling; null where it is one. An empty
 * object is one that lists nothing yet.
 */
export function findMisfit(value: JsonValue, { lists }: Format): string | null {
  if (!isJsonObject(value)) return 'it is not an object';
  const own = Object.keys(value).map(fold);
  const known = lists.flatMap(({ pointer, aliases, claims }) =>
    [pointer.slice(1), ...aliases, ...claims.flatMap((claim) => [claim.name, ...claim.aliases])].map(fold),
  );
  const long = known.filter((name) => name.length >= minLength);
  if (own.length === 0 || own.some((name) => known.includes(name) || findNearest(name, long) !== null))
    return null;
  const names = lists.map(({ pointer }) => `"${pointer.slice(1)}"`);
  return `it has none of ${names.join(', ')}`;
}
