import type { ChainInfo, Format, Location } from '../formats/format.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/truncate.js';
import type { RegistryDocument } from './document.js';
import type { JsonNode } from './json/json-node.js';
import { findMatches, type Match } from './pointer-pattern.js';

export interface FileChain extends ChainInfo {
  /** JSON Pointer of the chain; empty if the whole file is one chain. */
  readonly pointer: string;
  readonly node: JsonNode;
  readonly value: JsonValue;
}

export function findChains(document: RegistryDocument, format: Format): readonly FileChain[] {
  const { readChain } = format;
  const pattern = findPattern(document, format);
  const { chain: name } = document;
  const location: Location = { role: 'registered', chain: name };
  const matches = findMatches(document.tree, pattern).filter(isChain);
  return matches.map(({ pointer, node }): FileChain => {
    const value = readValue(document.value, pointer, pattern);
    const declared: ChainInfo = readChain?.(value, location) ?? { name, status: 'live' };
    const info = document.isLive === true ? { ...declared, status: 'live' as const } : declared;
    // Truncated, since reports repeat it for each entry. An empty name is no name.
    const shown = info.name === null || info.name === '' ? null : truncate(info.name);
    return { ...info, name: shown, pointer, node, value };
  });
}

/** Finds what stands in the place of a chain and is none. */
export function findStrayChains(document: RegistryDocument, format: Format): readonly Match[] {
  const matches = findMatches(document.tree, findPattern(document, format));
  return matches.filter((match) => !isChain(match) && match.node.isCode !== true);
}

function findPattern({ value }: RegistryDocument, { chainsOf, chains }: Format): string {
  return chainsOf?.(value) ?? chains;
}

function isChain({ pointer, node }: Match): boolean {
  return node.type === 'object' || pointer === '';
}

/** A chain's value. The name of a field that is a chain is its id. */
function readValue(whole: JsonValue, pointer: string, pattern: string): JsonValue {
  const value = getValue(whole, pointer);
  if (!pattern.endsWith('/{}') || !isJsonObject(value)) return value;
  return { chainId: pointer.slice(pointer.lastIndexOf('/') + 1), ...value };
}

export function listsOf({ lists }: Format, { value }: FileChain): Format['lists'] {
  return lists.every(({ isListOf }) => isListOf === undefined)
    ? lists
    : lists.filter(({ isListOf }) => isListOf?.(value) !== false);
}
