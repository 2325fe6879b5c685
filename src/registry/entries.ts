import type { EntryFields, EntryList, Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { removeInvisible, truncate } from '../model/text.js';
import type { KindDefinition } from '../model/kind.js';
import { type FileChain, pointerOf, readClaim, type ClaimReading, listsOf } from './chains.js';
import {
  countResult,
  findField,
  findMatches,
  findNode,
  type Match,
  problemAt,
  type RegistryDocument,
} from './document.js';
import { describeExisting } from './field-names.js';
import { readEntry, type EntryReading, type ListContext } from './read-entry.js';
import type { ProviderMention } from './spelling.js';
import { listKnown } from './judge-shape.js';
import type { JsonNode } from './json/json-node.js';

export interface EntryListReading {
  readonly chain: FileChain;
  readonly list: EntryList;
  /** Of the list; an entry may have another one by its scheme. */
  readonly kind: KindDefinition;
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** What stands in the place of the list and is none. */
  readonly strays: readonly Match[];
  readonly claim: ClaimReading;
}

/** Reads the entries of a list of a chain. Every item of its array becomes an entry; a malformed one has no target. */
export function readList(
  document: RegistryDocument,
  chain: FileChain,
  { entryFields }: Format,
  { list, kind }: { readonly list: EntryList; readonly kind: KindDefinition },
  kinds: readonly KindDefinition[],
): EntryListReading {
  const matches = findMatches(chain.node, list.pointer);
  // A chain claims its id without endpoints too.
  const claim = readClaim(document, chain, list, kind, matches.length > 0);
  const common = { chain, list, kind, claim };
  if (matches.length === 0) return { ...common, entries: [], providers: [], problems: [], strays: [] };
  const fields = list.entryFields ?? entryFields;
  const context: ListContext = {
    document,
    chain,
    list,
    kinds,
    kindOf: (address) => findKind(address, list, kinds) ?? kind,
    fields,
    known: listKnown(fields),
    claim: claim.claim,
    claimPlace: claim.place,
    fileProvider: readFileProvider(document, fields),
  };
  const strays: Match[] = [];
  const arrays = matches.map(({ pointer, node }): readonly EntryReading[] => {
    const match = { pointer: chain.pointer + pointer, node };
    if (node.type === 'array') return readArray(context, match);
    if (node.type === 'string' && (list.form === 'string' || list.form === 'any')) {
      const reading = readEntry(context, match);
      return reading === null ? [] : [reading];
    }
    if (node.isCode !== true) strays.push(match);
    return [];
  });
  const readings = arrays.flat();
  return {
    ...common,
    entries: readings.map(({ entry }) => entry),
    providers: readings.flatMap(({ provider }) => provider ?? []),
    problems: [
      ...(readings.length > 0 ? placeClaim(document, chain, claim) : []),
      ...arrays.flatMap((array) => [
        ...array.flatMap(({ problems }) => problems),
        ...judgeRepeats(document, array),
      ]),
    ],
    strays,
  };
}

/** The kind that the scheme of an address implies, in a list of several kinds; otherwise undefined. */
export function findKind(
  address: string,
  { kindByScheme }: EntryList,
  kinds: readonly KindDefinition[],
): KindDefinition | undefined {
  if (kindByScheme === undefined) return undefined;
  const [, scheme = ''] = /^\s*([a-z]+):/i.exec(removeInvisible(address)) ?? [];
  const kind = kindByScheme[scheme.toLowerCase()];
  return kind === undefined ? undefined : kinds.find((candidate) => candidate.kind === kind);
}

export function readFileProvider({ tree }: RegistryDocument, { fileProvider }: EntryFields): string | null {
  if (fileProvider === undefined) return null;
  const [match] = findMatches(tree, fileProvider);
  // Truncated, since reports repeat it for each entry.
  return match?.node.type === 'string' ? truncate(match.node.string) : null;
}

/** A malformed chain id is reported at its value, a misspelled field at its name. */
function placeClaim(
  document: RegistryDocument,
  chain: FileChain,
  { problem }: ClaimReading,
): readonly PlacedProblem[] {
  if (problem === null) return [];
  const { field } = problem.data;
  if (problem.code === 'file/chain-id') {
    const pointer = pointerOf(field);
    return [problemAt(document, problem, chain.pointer + pointer, findNode(chain.node, pointer))];
  }
  const named = findField(chain.node, field);
  if (named === undefined) return [];
  const existing = describeExisting(chain.node, problem.data.expected, false);
  const complete = { code: problem.code, data: { ...problem.data, ...existing } };
  return [problemAt(document, complete, appendPointer(chain.pointer, field), named.key)];
}

function readArray(context: ListContext, { pointer, node: array }: Match): readonly EntryReading[] {
  return array.items.flatMap((node, index) =>
    isUnread(node, context.fields)
      ? []
      : (readEntry(context, { pointer: `${pointer}/${index}`, node }) ?? []),
  );
}

/** Reports the entries of a list that have the kind and address of an earlier one. */
export function judgeRepeats(
  document: RegistryDocument,
  readings: readonly EntryReading[],
): readonly PlacedProblem[] {
  const firsts = new Map<string, Entry>();
  return readings.flatMap(({ entry, listedAddress }): PlacedProblem[] => {
    if (listedAddress === null) return [];
    const key = `${entry.kind} ${listedAddress}`;
    const first = firsts.get(key);
    if (first === undefined) {
      firsts.set(key, entry);
      return [];
    }
    countResult(document);
    const { source } = first.place;
    const data =
      source === undefined
        ? { firstLine: first.urlPlace.range?.line ?? 1 }
        : { firstLine: source.line, firstFile: source.file };
    return [
      { problem: { code: 'entry/duplicate', data }, place: entry.urlPlace, entry, original: first.place },
    ];
  });
}

/** Whether an entry has no address unless it is run: if code is the entry, its address, or a later field that may replace the address. */
function isUnread(item: JsonNode, { address }: EntryFields): boolean {
  if (item.isForeign !== true) return false;
  if (item.isCode === true) return true;
  const at = item.fields.findLastIndex(({ name }) => name === address.name);
  return (
    item.fields[at]?.value.isCode === true ||
    item.fields.some(({ isComputed }, index) => isComputed === true && index > at)
  );
}

/** Reports the parts of a file that may have endpoints but are code: once for each chain, and once for those outside of chains. */
export function judgeUnread(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
): PlacedProblem[] {
  const { tree, unread = [] } = document;
  if (tree.isBound !== true && unread.length === 0) return [];
  const isChain = chains.some(({ pointer }) => pointer === '');
  const values = isChain ? [] : tree.fields.map(({ value }) => value);
  const chainsInCode = values.filter(({ isCode }) => isCode === true);
  const ofChains = chains.map((chain) => {
    const inLists = listsOf(format, chain).flatMap(({ pointer, entryFields: fields = format.entryFields }) =>
      findMatches(chain.node, pointer).flatMap(({ node }) =>
        node.isCode === true ? [node] : node.items.filter((item) => isUnread(item, fields)),
      ),
    );
    const computed = chain.node.fields.filter(({ isComputed }) => isComputed === true);
    return { pointer: chain.pointer, parts: [...computed.map(({ value }) => value), ...inLists] };
  });
  return [{ pointer: '', parts: [...unread, ...chainsInCode] }, ...ofChains].flatMap(({ pointer, parts }) => {
    const [first] = parts.toSorted((a, b) => a.offset - b.offset);
    if (first === undefined) return [];
    const lines = [...new Set(parts.map(({ range }) => range.line))].sort((a, b) => a - b);
    return [problemAt(document, { code: 'file/not-literal', data: { lines } }, pointer, first)];
  });
}
