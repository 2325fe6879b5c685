import { decodePercent } from './request-target.js';

/** Parses a query: the values of each name, in order. A value that cannot be decoded is null. */
export function parseQuery(query: string | null): Map<string, (string | null)[]> {
  const values = new Map<string, (string | null)[]>();
  for (const pair of (query ?? '').split('&').filter((field) => field !== '')) {
    const equals = pair.indexOf('=');
    const decode = (encoded: string) => decodePercent(encoded.replaceAll('+', '%20'));
    const encodedName = equals === -1 ? pair : pair.slice(0, equals);
    const name = decode(encodedName) ?? encodedName;
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1));
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  return values;
}
