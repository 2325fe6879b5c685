import type { ChainInfo, EntryList, Format } from '../formats/format.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/truncate.js';
import { findMatches, type Match, type RegistryDocument } from './document.js';
import type { JsonNode } from './json/json-node.js';
import { remember } from './remember.js';

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
  const matches = findMatches(document.tree, pattern).filter(isChain);
  return matches.map(({ pointer, node }): FileChain => {
    const value = readValue(document.value, pointer, pattern);
    const declared: ChainInfo = readChain?.(value, name) ?? { name, status: 'live' };
    const info = document.isLive === true ? { ...declared, status: 'live' as const } : declared;
    // Truncated, since reports repeat it for each entry. An empty name is no name.
    const label = info.name === null || info.name === '' ? null : truncate(info.name);
    return { ...info, name: label, pointer, node, value };
  });
}

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

// Chains are looked up for each problem, and a hostile file has thousands of both.
const indexChains = remember(
  (chains: readonly FileChain[]) => new Map(chains.map((chain) => [chain.pointer, chain])),
);

/** The chain that contains a JSON Pointer, if there is one. All chains of a format are at the same depth. */
export function findChainAt(chains: readonly FileChain[], pointer: string): FileChain | undefined {
  const depth = chains[0]?.pointer.split('/').length ?? 1;
  const tokens = pointer.split('/');
  return tokens.length > depth ? indexChains(chains).get(tokens.slice(0, depth).join('/')) : undefined;
}

export function findListAt(
  format: Format,
  chains: readonly FileChain[],
  pointer: string,
): { readonly chain: FileChain; readonly list: EntryList } | null {
  const chain = findChainAt(chains, pointer);
  const list =
    chain && listsOf(format, chain).find((candidate) => chain.pointer + candidate.pointer === pointer);
  return chain === undefined || list === undefined ? null : { chain, list };
}
