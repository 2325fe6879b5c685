import type { ChainInfo, Format, Location } from '../formats/format.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import type { PlacedProblem } from '../model/finding.js';
import { truncate } from '../model/truncate.js';
import { problemAt, type RegistryDocument } from './document.js';
import type { JsonNode } from './json/json-node.js';
import { findMatches, type Match } from './pointer-pattern.js';
import { entryLimit, formatPath } from './validate.js';

/** A chain of a file. */
export interface FileChain extends ChainInfo {
  /** JSON Pointer of the chain; empty if the whole file is one chain. */
  readonly pointer: string;
  readonly node: JsonNode;
  readonly value: JsonValue;
}

/** Finds the chains of a file and the problems of their list. */
export function findChains(
  document: RegistryDocument,
  format: Format,
): {
  readonly chains: readonly FileChain[];
  readonly problems: readonly PlacedProblem[];
  /** What stands in the place of a chain and is none. */
  readonly strays: readonly Match[];
} {
  const { readChain } = format;
  const pattern = format.chainsOf?.(document.value) ?? format.chains;
  const { path, chain: name } = document;
  const location: Location = { role: 'registered', chain: name };
  const parts = findMatches(document.tree, pattern);
  const isChain = ({ pointer, node }: Match) => node.type === 'object' || pointer === '';
  const matches = parts.filter(isChain);
  const strays = parts.filter((part) => !isChain(part) && part.node.isCode !== true);
  const chains = matches.slice(0, entryLimit).map(({ pointer, node }): FileChain => {
    const value = readValue(document.value, pointer, pattern);
    const declared: ChainInfo = readChain?.(value, location) ?? { name, status: 'live' };
    const info = document.isLive === true ? { ...declared, status: 'live' as const } : declared;
    // Truncated, since reports repeat it for each entry. An empty name is no name.
    const shown = info.name === null || info.name === '' ? null : truncate(info.name);
    return { ...info, name: shown, pointer, node, value };
  });
  if (matches.length <= entryLimit) return { chains, problems: [], strays };
  const list = pattern.slice(0, pattern.lastIndexOf('/'));
  const reason = `${formatPath(list)} has ${matches.length} chains, of which only ${entryLimit} are read`;
  const data = { reason, fix: `split ${path} into several files` };
  const [array = { node: document.tree }] = findMatches(document.tree, list);
  return { chains, problems: [problemAt(document, { code: 'file/schema', data }, list, array.node)], strays };
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
