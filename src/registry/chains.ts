import type { ChainInfo, Format, Location } from '../formats/format.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/truncate.js';
import type { RegistryDocument } from './document.js';
import type { JsonNode } from './json/json-node.js';
import { findMatches } from './pointer-pattern.js';

/** A chain of a file. */
export interface FileChain extends ChainInfo {
  /** JSON Pointer of the chain; empty if the whole file is one chain. */
  readonly pointer: string;
  readonly node: JsonNode;
  readonly value: JsonValue;
}

/** Finds the chains of a file. Ignores a chain that is not an object: the schema reports it. */
export function findChains(document: RegistryDocument, format: Format): readonly FileChain[] {
  const { readChain } = format;
  const pattern = format.chainsOf?.(document.value) ?? format.chains;
  const { chain: name } = document;
  const location: Location = { role: 'registered', chain: name, expected: null };
  const matches = findMatches(document.tree, pattern).filter(
    ({ pointer, node }) => node.type === 'object' || pointer === '',
  );
  return matches.map(({ pointer, node }): FileChain => {
    const value = readValue(document.value, pointer, pattern);
    const info = readChain?.(value, location) ?? { name, status: 'live' };
    // Truncated, since reports repeat it for each entry. An empty name is no name.
    const shown = info.name === null || info.name === '' ? null : truncate(info.name);
    return { ...info, name: shown, pointer, node, value };
  });
}

/** A chain's value. The name of a field that is a chain is its id. */
function readValue(whole: JsonValue, pointer: string, pattern: string): JsonValue {
  const value = getValue(whole, pointer);
  if (!pattern.endsWith('/{}') || !isJsonObject(value)) return value;
  return { chainId: pointer.slice(pointer.lastIndexOf('/') + 1), ...value };
}

/** The lists that a chain may have. */
export function listsOf({ lists }: Format, { value }: FileChain): Format['lists'] {
  return lists.every(({ isListOf }) => isListOf === undefined)
    ? lists
    : lists.filter(({ isListOf }) => isListOf?.(value) !== false);
}
