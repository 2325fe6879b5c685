import type { JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';
import type { Head } from '../block/stale.js';

/** A time as protobuf and Go have it in JSON: RFC 3339 with up to nine digits of a second. */
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** A block's height, which Go and protobuf write to JSON as a string, since it has 64 bits; null for anything else. */
export function readHeight(value: JsonValue | undefined): number | string | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : null;
  if (typeof value !== 'string' || !/^\d{1,19}$/.test(value)) return null;
  const height = BigInt(value);
  return height <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(height) : String(height);
}

/** A time in milliseconds since the epoch, null for anything else. */
export function readTime(value: JsonValue | undefined): number | null {
  const timeMs = typeof value === 'string' && rfc3339.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(timeMs) ? null : timeMs;
}

/** The newest block of a height and a time, or what is wrong with the two. `names` are those of the fields. */
export function readHead(
  height: JsonValue | undefined,
  time: JsonValue | undefined,
  names: readonly [height: string, time: string],
): Head | { readonly reason: string } {
  const number = readHeight(height);
  if (number === null) return { reason: `"${names[0]}" must be a height` };
  const timeMs = readTime(time);
  return timeMs === null
    ? { reason: `"${names[1]}" must be a time such as 2026-01-01T00:00:00Z` }
    : { height: number, timeMs, unit: 'seconds' };
}

/** An untrusted string of an answer, truncated; null for anything else. */
export function readText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? truncate(value) : null;
}
