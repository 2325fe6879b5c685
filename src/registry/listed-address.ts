import type { EntryFields, EntryList } from '../formats/format.js';
import type { KindDefinition } from '../model/kind.js';
import type { Target } from '../model/entry.js';
import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/text.js';
import type { JsonNode } from './json/json-node.js';
import type { ListingData } from './listing-rules.js';
import { findValue } from './document.js';

export interface ListedAddress {
  /** Its string; undefined if the item has none. */
  readonly node: JsonNode | undefined;
  /** The field that has it; null if the item is an address, or has none. */
  readonly field: string | null;
  /** The separate field of what precedes it and an `@`. */
  readonly id: JsonNode | undefined;
  /** The whole address; null if there is none. */
  readonly written: string | null;
}

export function findAddress(
  item: JsonNode,
  { form }: EntryList,
  { address, id: idField }: EntryFields,
): ListedAddress {
  const isBare = item.type === 'string' && form !== 'objects';
  const node = isBare ? item : findString(item, address.name);
  const id = idField === undefined ? undefined : findString(item, idField.name);
  return {
    node,
    field: isBare || node === undefined ? null : address.name,
    id,
    written: node === undefined ? null : `${id === undefined ? '' : `${id.string}@`}${node.string}`,
  };
}

/** Reports a host whose name contains the word of another kind; otherwise null. A non-default port outweighs the name. */
export function judgeHostName(
  { host, port, secure }: Target,
  listed: KindDefinition,
  kinds: readonly KindDefinition[],
): ProblemOf<Pick<ListingData, 'entry/host-name'>> | null {
  if (port !== (secure ? 443 : 80)) return null;
  if (!kinds.some(({ hostWords }) => hostWords?.some((word) => host.includes(word)))) return null;
  // A word is delimited by `.`, `-`, `_` or the ends of the name. The top-level domain .rest is no hint.
  const words = host.replace(/\.[^.]*$/, '').split(/[.\-_]/);
  const named = kinds.flatMap((kind) => {
    const word = kind.hostWords?.find((hostWord) => words.includes(hostWord));
    return word === undefined ? [] : [{ word, kind }];
  });
  const [match] = named;
  if (match === undefined || named.some(({ kind }) => isNear(kind, listed))) return null;
  return {
    code: 'entry/host-name',
    data: { word: match.word, kind: match.kind.kind, listedAs: listed.kind },
  };
}

function isNear(first: KindDefinition, second: KindDefinition): boolean {
  return (
    first.kind === second.kind ||
    first.sharesAddressWith?.includes(second.kind) === true ||
    second.sharesAddressWith?.includes(first.kind) === true
  );
}

const schemeAndHost = /^([a-z][\da-z+.-]*:\/\/)?(\[[^\]]*\]|[^:/?#]*)/i;

/** Reports capitals in the scheme or host of a well-formed address; otherwise null. */
export function judgeHostCase(url: string): ProblemOf<Pick<ListingData, 'entry/host-case'>> | null {
  // Almost no url has capitals.
  if (url === url.toLowerCase()) return null;
  const [, scheme = '', host = ''] = schemeAndHost.exec(url) ?? [];
  const isSchemeLower = scheme === scheme.toLowerCase();
  if (isSchemeLower && host === host.toLowerCase()) return null;
  return { code: 'entry/host-case', data: { written: truncate(isSchemeLower ? host : scheme + host) } };
}

/** Writes the scheme and host of a well-formed address in lower case, which changes nothing: RFC 3986 section 6.2.2.1. */
export function lowerHost(url: string): string {
  return url.replace(schemeAndHost, (match) => match.toLowerCase());
}

export function findString(item: JsonNode, field: string): JsonNode | undefined {
  const node = findValue(item, field);
  return node?.type === 'string' ? node : undefined;
}
