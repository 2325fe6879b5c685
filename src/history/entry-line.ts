import { createHash } from 'node:crypto';
import { findCheck } from '../checks/index.js';
import { describeAddress, anyForm } from '../model/kind.js';
import type { Entry } from '../model/entry.js';
import { tagKeys } from '../model/tag-keys.js';
import { keyOfLine, type HistoryLine } from '../model/history.js';
import { posix } from 'node:path';

/**
 * The address by which a history identifies an entry of a kind, whatever forms its list allows: without a scheme, the default port, and
 * keys: the url may be of a JSON report, which masks them. Null if it is no address.
 */
export function findAddress(kind: string, url: string | null): string | null {
  const target = findCheck(kind)?.readUrl(tagKeys(url?.trim() ?? ''), anyForm).target ?? null;
  return target === null ? null : shorten(describeAddress(target));
}

/** The key of an entry's line in a history, if it has one; null if the url is no address. */
export function findLineKey({ kind, url }: Pick<Entry, 'kind' | 'url'>): string | null {
  const address = findAddress(kind, url);
  return address === null ? null : keyOfLine({ kind, address });
}

/** In ASCII, so that the rest of the line also fits into 1 kB. */
const maxLength = 200;

/** A url may have 2,048 characters, and three times as many bytes once its path is percent-encoded: a long one is cut, and gets a hash. */
function shorten(address: string): string {
  if (address.length <= maxLength) return address;
  const hash = createHash('sha256').update(address).digest('hex').slice(0, 32);
  return `${address.slice(0, maxLength)}~${hash}`;
}

export interface ListedEndpoint {
  /** Of a registry, or of no file if the history alone is known. */
  readonly entry: Entry;
  /** One for each history, in their order. */
  readonly lines: readonly HistoryLine[];
}

export function findLines(
  entries: readonly Entry[],
  histories: readonly (readonly HistoryLine[])[],
): readonly ListedEndpoint[] {
  const indices = histories.map((lines) => new Map(lines.map((line) => [keyOfLine(line), line])));
  return entries.flatMap((entry): readonly ListedEndpoint[] => {
    const { kind, url, place } = entry;
    const address = place.file === null ? url : findAddress(kind, url);
    const lines =
      address === null ? [] : indices.flatMap((index) => index.get(keyOfLine({ kind, address })) ?? []);
    return lines.length === histories.length ? [{ entry, lines }] : [];
  });
}

/** A chain is identified by its name in the files of a directory: a main network and its test network may share the name. */
export function keyOfChain(chain: string | null, file: string | null): string | null {
  return chain === null || file === null ? null : `${posix.dirname(file)} ${chain}`;
}
