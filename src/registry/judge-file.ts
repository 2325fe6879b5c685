import type { Format } from '../formats/format.js';
import type { ChainStatus, Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { KindDefinition } from '../model/kind.js';
import { type ClaimedId, judgeIdentity, listClaimedIds } from './judge-identity.js';
import { type FileChain, findChains, findStrayChains, listsOf } from './chains.js';
import type { Place } from '../model/place.js';
import {
  findMatches,
  type Match,
  placeAt,
  problemAt,
  type RegistryDocument,
  splitPointer,
} from './document.js';
import { type EntryListReading, readList, judgeUnread } from './entries.js';
import { judgeKeys } from './field-names.js';
import { formatEntry, formatPath, joinMisspellings, judgeShape } from './judge-shape.js';
import { judgeListNames, judgeUncheckedLists } from './judge-list-names.js';
import { fileTop } from './rules.js';
import type { ProviderMention } from './spelling.js';

export interface FileJudgement {
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** Its lists, with the chain id claimed for each. */
  readonly claims: readonly ClaimedList[];
  /** The ids of its live chains, which no other chain of the registry should have. */
  readonly ids: readonly ClaimedId[];
  /** What the file says of its chain, and where; null if it is not one chain. */
  readonly status: DeclaredStatus | null;
}

export interface DeclaredStatus {
  readonly status: ChainStatus;
  readonly place: Place;
}

/** The entries of a list, and the normalized chain id that is claimed for them; null if none is. */
export interface ClaimedList {
  readonly entries: readonly Entry[];
  readonly chainId: string | null;
}

/** Reads the lists of a file and judges both. Ignores lists of other kinds than the given ones. */
export function judgeFile(
  document: RegistryDocument,
  format: Format,
  kinds: readonly KindDefinition[],
): FileJudgement {
  const chains = findChains(document, format);
  const lists = chains.flatMap((chain) =>
    listsOf(format, chain).flatMap((list) => {
      const kind = kinds.find((candidate) => candidate.kind === list.kind);
      return kind === undefined ? [] : [readList(document, chain, format, { list, kind }, kinds)];
    }),
  );
  const entries = lists.flatMap((list) => list.entries);
  const misspelledLists = chains.flatMap((chain) => judgeListNames(document, chain, format));
  const judged = [
    ...judgeKeys(document),
    ...joinMisspellings(
      judgeShape(document, format, chains, entries),
      withoutRepeats(lists.flatMap(({ problems }) => problems)),
    ),
    ...judgeIdentity(document, format, chains),
    ...judgeUnread(document, format, chains),
    ...misspelledLists,
    ...judgeUncheckedLists(document, format, chains, misspelledLists),
    ...judgeLists(document, format, chains, lists),
  ];
  const strays = [...lists.flatMap((list) => list.strays), ...findStrayChains(document, format)];
  const ofStrays = judgeStrays(document, format, strays, { entries, problems: judged });
  const problems = [...judged, ...ofStrays];
  // The file of a chain that has ended needs no fix.
  const hasEnded = chains.length > 0 && chains.every(({ status }) => status === 'killed');
  return {
    entries,
    providers: hasEnded ? [] : lists.flatMap(({ providers }) => providers),
    problems: hasEnded ? problems.map((problem) => ({ ...problem, atMost: 'notice' as const })) : problems,
    claims: lists.map(({ kind, entries: listed, claim: { claim } }) => ({
      entries: listed,
      chainId: claim === null ? null : kind.normalizeChainId(claim.chainId),
    })),
    status: readStatus(document, format, chains),
    ids: listClaimedIds(document, format, lists),
  };
}

function readStatus(
  document: RegistryDocument,
  { readChain, status: field }: Format,
  [chain, ...more]: readonly FileChain[],
): DeclaredStatus | null {
  if (chain === undefined || more.length > 0 || readChain === undefined) return null;
  const { status } = readChain(chain.value, document.chain);
  const pointer = field?.pointer ?? '';
  const [written] = pointer === '' ? [] : findMatches(chain.node, pointer);
  return {
    status,
    place:
      written === undefined
        ? placeAt(document, chain.pointer, { range: fileTop })
        : placeAt(document, chain.pointer + pointer, written.node),
  };
}

/** Reports what stands in the place of an entry, a list or a chain and is none, unless the schema does. */
function judgeStrays(
  document: RegistryDocument,
  { entryFields }: Format,
  strays: readonly Match[],
  { entries, problems }: Pick<FileJudgement, 'entries' | 'problems'>,
): PlacedProblem[] {
  const explained = new Set(problems.map(({ entry }) => entry));
  const places = new Set(
    problems.flatMap(({ problem, place }) => (problem.code === 'file/schema' ? (place.pointer ?? '') : [])),
  );
  const fix = `write an address, as a string or as ${formatEntry(entryFields)}`;
  const unread = entries.filter(({ target, skipReason }) => target === null && skipReason === null);
  return [
    ...strays
      .filter(({ pointer }) => !places.has(pointer))
      .map(({ pointer, node }) => {
        const reason = `${formatPath(pointer)} is no list of endpoints`;
        const data = { reason, fix: 'write an array of addresses' };
        return problemAt(document, { code: 'file/schema', data }, pointer, node);
      }),
    ...unread
      .filter((entry) => !explained.has(entry))
      .map((entry): PlacedProblem => {
        const reason = `${formatPath(entry.place.pointer ?? '')} has no address`;
        return { problem: { code: 'file/schema', data: { reason, fix } }, place: entry.place, entry };
      }),
  ];
}

/** Lists of several kinds may use one claim, whose error is reported once. */
function withoutRepeats(problems: readonly PlacedProblem[]): readonly PlacedProblem[] {
  const seen = new Set<string>();
  return problems.filter(({ problem, place, entry }) => {
    const key = `${problem.code} ${place.pointer ?? ''}`;
    if (entry !== null) return true;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function judgeLists(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  lists: readonly EntryListReading[],
): PlacedProblem[] {
  const [reason] = chains.flatMap(({ unsupported }) => unsupported ?? []);
  if (reason !== undefined)
    return [
      problemAt(document, { code: 'file/unsupported-chain', data: { reason } }, '', { range: fileTop }),
    ];
  if (document.tree.type !== 'object') return [];
  const filled = lists.filter(({ entries }) => entries.length > 0);
  if (filled.length === 0) {
    const isExpected = format.canLackEndpoints?.(document.path) !== true && !hasNoLiveChain(chains);
    const fields = [...new Set(format.lists.map(({ pointer }) => splitPointer(pointer).field))];
    const problem = { code: 'file/no-endpoints', data: { fields, files: [document.path] } };
    return isExpected ? [problemAt(document, problem, '', document.tree)] : [];
  }
  const missing = new Map<FileChain, Set<string>>();
  for (const list of filled) {
    const [claimField] = lacksClaim(list) ? list.list.claims : [];
    if (claimField === undefined) continue;
    missing.set(list.chain, (missing.get(list.chain) ?? new Set()).add(claimField.name));
  }
  return [...missing].flatMap(([chain, names]) => {
    const fields = [...names];
    const problem = { code: 'file/chain-id-missing', data: { fields } };
    return [
      problemAt(document, problem, chain.pointer, chain.pointer === '' ? { range: fileTop } : chain.node),
    ];
  });
}

/** Whether none of the chains is running. An upcoming chain has no endpoints yet, and one that has ended has none left. */
function hasNoLiveChain(chains: readonly FileChain[]): boolean {
  return chains.length > 0 && chains.every(({ status }) => status !== 'live');
}

/** A malformed or misspelled claim has its own problem, and a derived one is optional. */
function lacksClaim({ list, claim, entries }: EntryListReading): boolean {
  return (
    claim.claim === null &&
    claim.problem === null &&
    list.claims.every(({ derived }) => !derived) &&
    entries.some(({ target, skipReason }) => target !== null && skipReason === null)
  );
}
