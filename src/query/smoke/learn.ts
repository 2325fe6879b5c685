import { isJsonObject } from '../../model/json.js';
import { findRecords } from '../client/pages.js';
import type { Route, SampleField } from '../client/routes.js';
import { readSample, type Sample } from './sample.js';

/** How the first record of an answer provides the values of a sample. */
const finders: Partial<Record<SampleField, (record: unknown) => string | undefined>> = {
  symbol: (record) => findSymbol(record) ?? findDenom(record),
  denom: (record) => findDenom(record) ?? findSymbol(record),
  erc20: (record) => findField(record, /contract|address|^(denom|id)$/i, /^0x[\da-f]{40}$/i),
  cw20: (record) => findField(record, /contract|address|^(denom|id)$/i, /^[a-z]+1[a-z0-9]{20,}$/),
  address: (record) => {
    const account = findDeep(record, /^(from|to|sender|recipient|account)$/i, /^0x[\da-f]{40}$/i);
    // A topic holds an address in its last twenty bytes.
    const topic = findDeep(record, /./, /^0x0{24}[\da-f]{40}$/i);
    return account ?? (topic === undefined ? undefined : `0x${topic.slice(26)}`);
  },
};

/** The values of an answer for the parameters of later routes, as far as its unspecified shape can be recognised. */
export function learn({ provides }: Pick<Route, 'provides'>, body: unknown): Sample {
  const [first] = findRecords(body) ?? [];
  return readSample(Object.fromEntries(provides.map((field) => [field, finders[field]?.(first)])));
}

function findSymbol(record: unknown): string | undefined {
  return findField(record, /^(symbol|display|name)$/i, /\S/);
}

function findDenom(record: unknown): string | undefined {
  return findField(record, /^(denom|base|base_?denom|minimal_?denom)$/i, /\S/);
}

/** The first string field of a record with such a name and value; the record itself if it is such a string. */
function findField(record: unknown, name: RegExp, pattern: RegExp): string | undefined {
  if (typeof record === 'string') return pattern.test(record) ? record : undefined;
  if (!isJsonObject(record)) return undefined;
  return Object.entries(record).flatMap(([field, value]) =>
    name.test(field) && typeof value === 'string' && pattern.test(value) ? [value] : [],
  )[0];
}

/** The first such string at any level; the levels are bounded, since an answer may be nested endlessly. */
function findDeep(value: unknown, name: RegExp, pattern: RegExp, field = '', depth = 0): string | undefined {
  if (typeof value === 'string') return name.test(field) && pattern.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth > 8) return undefined;
  for (const [key, child] of Object.entries(value)) {
    const found = findDeep(child, name, pattern, Array.isArray(value) ? field || '0' : key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
