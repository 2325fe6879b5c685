import type { ChainInfo, EntryList, Format, ClaimField, ClaimValue } from '../formats/format.js';
import { getValue, isJsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/text.js';
import { findMatches, type Match, placeAt, type RegistryDocument, remember } from './document.js';
import type { JsonNode } from './json/json-node.js';
import type { ChainClaim } from '../model/entry.js';
import type { Place } from '../model/place.js';
import type { KindDefinition } from '../model/kind.js';
import type { ProblemOf } from '../model/rule.js';
import { findIntended } from './field-names.js';
import type { ContentData } from './content-rules.js';

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
    const value = readChainValue(document.value, pointer, pattern);
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
function readChainValue(whole: JsonValue, pointer: string, pattern: string): JsonValue {
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

/** The chain id that a file claims for a list; all fields are null if it claims none. */
export interface ClaimReading {
  readonly claim: ChainClaim | null;
  /** Of its value; null if that is the name of a field. */
  readonly place: Place | null;
  readonly problem: ProblemOf<Pick<ContentData, 'file/chain-id' | 'file/misspelled-field'>> | null;
}

/**
 * Reads the chain id that a chain claims for the endpoints of a list. A field that is absent, null or empty claims nothing; a misspelled one is only
 * looked for if there are endpoints.
 */
export function readClaim(
  document: RegistryDocument,
  { node, value: chain, pointer }: FileChain,
  { claims }: EntryList,
  kind: KindDefinition,
  hasEndpoints: boolean,
): ClaimReading {
  for (const claimField of claims) {
    const { name: field, expected, derived } = claimField;
    const claimed = getValue(chain, pointerOf(field));
    if (claimed === null || claimed === '') continue;
    const reading = readValue(claimField, claimed, kind);
    if (reading === 'malformed') {
      const ofKind = `a chain id of kind ${kind.kind}, such as ${kind.chainIdExample}`;
      const problem = { code: 'file/chain-id', data: { field, expected: expected ?? ofKind } } as const;
      return { ...noClaim, problem };
    }
    if (reading === 'no-claim') return noClaim;
    const [match] = findMatches(node, pointerOf(field));
    return {
      // Truncated, since reports repeat it for each entry.
      claim: { chainId: truncate(reading.chainId), field, derived },
      place: match === undefined ? null : placeAt(document, pointer + match.pointer, match.node),
      problem: null,
    };
  }
  const fields = isJsonObject(chain) && hasEndpoints ? chain : {};
  return { ...noClaim, problem: findMisspelledClaim(fields, claims, kind) };
}

const noClaim: ClaimReading = { claim: null, place: null, problem: null };

/** JSON Pointer of a field within its chain: `evm.chainId` is at `/evm/chainId`. */
export function pointerOf(field: string): string {
  return `/${field.replaceAll('.', '/')}`;
}

function readValue(field: ClaimField, value: JsonValue, { isChainId }: KindDefinition): ClaimValue {
  const reading = field.readChainId(value);
  return typeof reading === 'string' || isChainId(reading.chainId) ? reading : 'malformed';
}

function findMisspelledClaim(
  fields: Readonly<Record<string, JsonValue>>,
  claims: readonly ClaimField[],
  kind: KindDefinition,
): ClaimReading['problem'] {
  for (const [field, value] of Object.entries(fields)) {
    const expected = findIntended(field, claims);
    const claimField = claims.find(({ name }) => name === expected);
    if (expected === null || claimField === undefined || value === '') continue;
    if (typeof readValue(claimField, value, kind) === 'string') continue;
    return { code: 'file/misspelled-field', data: { field, expected, entryForm: null } };
  }
  return null;
}
