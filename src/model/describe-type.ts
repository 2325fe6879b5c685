import { truncate } from './truncate.js';

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
