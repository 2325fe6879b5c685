import type { ChainInfo, Format, Location } from '../formats/format.js';
import { getValue, type JsonValue } from '../model/json.js';
import type { PlacedProblem } from '../model/finding.js';
import { truncate } from '../model/truncate.js';
import { problemAt, type RegistryDocument } from './document.js';
import type { JsonNode } from './json/json-node.js';
import { findMatches } from './pointer-pattern.js';
import { entryLimit, formatPath } from './validate.js';

/** A chain of a file. */
export interface FileChain extends ChainInfo {
  /** Where it is in the file; empty for the file itself. */
  readonly pointer: string;
  readonly node: JsonNode;
  readonly value: JsonValue;
}

/** The chains of a file, and what is wrong with their list. A chain that is no object is left to the schema. */
export function findChains(
  document: RegistryDocument,
  { chains: pattern, readChain }: Format,
): { readonly chains: readonly FileChain[]; readonly problems: readonly PlacedProblem[] } {
  const { path, chain: name } = document;
  const location: Location = { role: 'registered', chain: name, expected: null };
  const matches = findMatches(document.tree, pattern).filter(
    ({ pointer, node }) => node.type === 'object' || pointer === '',
  );
  const chains = matches.slice(0, entryLimit).map(({ pointer, node }): FileChain => {
    const value = getValue(document.value, pointer);
    const info = readChain?.(value, location) ?? { name, status: 'live' };
    // Reports hold it once for each entry; an empty one names nothing.
    const shown = info.name === null || info.name === '' ? null : truncate(info.name);
    return { ...info, name: shown, pointer, node, value };
  });
  if (matches.length <= entryLimit) return { chains, problems: [] };
  const list = pattern.slice(0, pattern.lastIndexOf('/'));
  const reason = `${formatPath(list)} has ${matches.length} chains, of which only ${entryLimit} are read`;
  const data = { reason, fix: `split ${path} into several files` };
  const [array = { node: document.tree }] = findMatches(document.tree, list);
  return { chains, problems: [problemAt(document, { code: 'file/schema', data }, list, array.node)] };
}
