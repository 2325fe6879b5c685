import type { Entry } from '../model/entry.js';
import { joinPath } from './findings.js';
import { formatUrl } from './mask.js';

/** Describes an entry in one line, with its place if it has one: `kava/chain.json:5 rpc https://rpc.example.com (Example)`. Not escaped. */
export function describeEntry({ place, kind, url, provider }: Entry, pathPrefix: string): string {
  const operator = provider === null || provider.trim() === '' ? '' : ` (${provider})`;
  const location = describePlace({ place }, pathPrefix);
  return `${location === '' ? '' : `${location} `}${kind} ${formatUrl(url)}${operator}`;
}

/** The place of an entry; empty if it is in no file. */
export function describePlace({ place: { file, range } }: Pick<Entry, 'place'>, pathPrefix: string): string {
  return file === null ? '' : `${joinPath(pathPrefix, file)}:${range?.line ?? 1}`;
}
