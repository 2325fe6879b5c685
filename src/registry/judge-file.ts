import type { Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import { truncate } from '../model/truncate.js';
import { type FileChain, findChains } from './chains.js';
import { findNode, placeAt, problemAt, type RegistryDocument } from './document.js';
import { findKind, type EntryListReading, readList } from './entries.js';
import { fixShape, renameList } from './field-fixes.js';
import { judgeKeys } from './keys.js';
import { joinMisspellings, type ShapeProblem } from './join-misspellings.js';
import { findIntended } from './misspelled.js';
import { findMatches, splitPointer } from './pointer-pattern.js';
import { fileTop } from './rules.js';
import type { ProviderMention } from './spelling.js';
import { judgeUnread } from './unread-parts.js';
import { formatEntry, formatPath, validateShape } from './validate.js';

/** The entries of a parsed file, and the problems of the file and its entries. */
export interface FileJudgement {
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** False if some of it was not read. */
  readonly complete: boolean;
  /** Its lists, with the chain id claimed for each. */
  readonly claims: readonly ClaimedList[];
}

/** The entries of a list, and the normalized chain id that is claimed for them; null if none is. */
export interface ClaimedList {
  readonly entries: readonly Entry[];
  readonly chainId: string | null;
}

/** A list of a chain as read. */
interface ChainList {
  readonly chain: FileChain;
  readonly kind: KindDefinition;
  readonly reading: EntryListReading;
}

/** Reads the lists of a file and judges both. Ignores lists of other kinds than the given ones. */
export function judgeFile(
  document: RegistryDocument,
  format: Format,
  kinds: readonly KindDefinition[],
): FileJudgement {
  const { chains, problems: chainProblems } = findChains(document, format);
  const lists = chains.flatMap((chain) => readChain(document, chain, format, kinds));
  const readings = lists.map(({ reading }) => reading);
  const entries = readings.flatMap((reading) => reading.entries);
  const misspelledLists = chains.flatMap((chain) => judgeFields(document, chain, format, kinds));
  const problems = [
    ...judgeKeys(document),
    ...joinMisspellings(
      judgeShape(document, format, chains, entries),
      withoutRepeats(readings.flatMap((reading) => reading.problems)),
    ),
    ...chainProblems,
    ...judgeUnread(document, format, chains, (chain) => listsOf(format, chain)),
    ...misspelledLists,
    ...judgeUncheckedLists(document, format, chains, misspelledLists),
    ...judgeLists(document, format, chains, lists),
  ];
  // The file of a chain that has ended needs no fix.
  const hasEnded = chains.length > 0 && chains.every(({ status }) => status === 'killed');
  return {
    entries,
    providers: hasEnded ? [] : readings.flatMap(({ providers }) => providers),
    problems: hasEnded ? problems.map((problem) => ({ ...problem, atMost: 'notice' as const })) : problems,
    complete: readings.every(({ truncated }) => !truncated),
    claims: lists.map(({ kind, reading: { entries: listed, claim } }) => ({
      entries: listed,
      chainId: claim.claim === null ? null : kind.normalizeChainId(claim.claim.chainId),
    })),
  };
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

function listsOf({ lists }: Format, { value }: FileChain): Format['lists'] {
  return lists.every(({ isListOf }) => isListOf === undefined)
    ? lists
    : lists.filter(({ isListOf }) => isListOf?.(value) !== false);
}

function readChain(
  document: RegistryDocument,
  chain: FileChain,
  format: Format,
  kinds: readonly KindDefinition[],
): ChainList[] {
  return listsOf(format, chain).flatMap((list) => {
    const kind = kinds.find((candidate) => candidate.kind === list.kind);
    if (kind === undefined) return [];
    return [{ chain, kind, reading: readList(document, chain, format, list, { default: kind, all: kinds }) }];
  });
}

function judgeShape(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  entries: readonly Entry[],
): ShapeProblem[] {
  let byPointer: ReadonlyMap<string | null, Entry> | null = null;
  // Built on demand, since few files have violations.
  const findEntry = (pointer: string) => {
    byPointer ??= new Map(entries.map((entry) => [entry.place.pointer, entry]));
    return byPointer.get(pointer);
  };
  const chainOf = createChainLookup(chains);
  const findList = (pointer: string) => {
    const chain = chainOf(pointer);
    const lists = chain === undefined ? [] : listsOf(format, chain);
    return lists.find((candidate) => (chain?.pointer ?? '') + candidate.pointer === pointer);
  };
  const fieldsOf = (pointer: string) =>
    findList(splitPointer(pointer).parent)?.entryFields ?? format.entryFields;
  const faults = validateShape(document.value, format, (pointer) =>
    findEntry(pointer) === undefined ? undefined : fieldsOf(pointer),
  );
  return faults.map(({ pointer, reason, fix: hint, missing }): ShapeProblem => {
    const { parent, field } = splitPointer(pointer);
    const node = findNode(document.tree, pointer);
    const fix = fixShape(
      document.text,
      node,
      { parent: findNode(document.tree, parent), index: Number(field) },
      findList(pointer)?.form,
      fieldsOf(pointer),
    );
    const placed = {
      problem: { code: 'file/schema', data: { reason, fix: hint } },
      place: placeAt(document, pointer, node),
      // `/grpc_endpoint/0/url` belongs to the entry at `/grpc_endpoint/0`.
      entry: findEntry(pointer) ?? findEntry(parent) ?? null,
      ...(fix === null ? {} : { fix }),
    };
    return { placed, missing };
  });
}

/** Finds the chain that contains a pointer. All chains of a format are at the same depth. */
function createChainLookup(chains: readonly FileChain[]): (pointer: string) => FileChain | undefined {
  const byPointer = new Map(chains.map((chain) => [chain.pointer, chain]));
  const depth = chains[0]?.pointer.split('/').length ?? 1;
  return (pointer) => {
    const tokens = pointer.split('/');
    return tokens.length > depth ? byPointer.get(tokens.slice(0, depth).join('/')) : undefined;
  };
}

/** Finds arrays whose names are close to those of the lists of a chain. */
function judgeFields(
  document: RegistryDocument,
  chain: FileChain,
  format: Format,
  kinds: readonly KindDefinition[],
): PlacedProblem[] {
  const byParent = new Map<string, { name: string; aliases: readonly string[] }[]>();
  const lists = listsOf(format, chain);
  for (const { pointer, aliases } of lists) {
    const { parent, field } = splitPointer(pointer);
    const known = byParent.get(parent) ?? [];
    known.push({ name: field, aliases });
    byParent.set(parent, known);
  }
  return [...byParent].flatMap(([parent, known]) => {
    const pointer = chain.pointer + parent;
    const [holder] = findMatches(chain.node, parent);
    return (holder?.node.fields ?? []).flatMap((candidate) => {
      const { name: field, key, value } = candidate;
      const expected = value.type === 'array' ? findIntended(field, known) : null;
      if (expected === null) return [];
      const hasStrings = value.items.some(({ type }) => type === 'string');
      const list = lists.find((each) => each.pointer === `${parent}/${expected}`);
      const fields = list?.entryFields ?? format.entryFields;
      const entryForm = hasStrings && list?.form === 'objects' ? formatEntry(fields) : null;
      const problem = { code: 'file/misspelled-field', data: { field, expected, entryForm } };
      const placed = problemAt(document, problem, appendPointer(pointer, field), key);
      const kind = kinds.find((each) => each.kind === list?.kind);
      const fix =
        holder === undefined || list === undefined || kind === undefined
          ? null
          : renameList(document.text, holder.node, candidate, {
              list,
              fields,
              known,
              kindOf: (address) => findKind(address, list, kinds) ?? kind,
            });
      return [fix === null ? placed : { ...placed, fix }];
    });
  });
}

/** Reports missing parts of the file as a whole: endpoints, or a chain id for those that it lists. */
function judgeLists(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  lists: readonly ChainList[],
): PlacedProblem[] {
  const unsupported = chains.flatMap(({ unsupported: reason }) => reason ?? []);
  if (unsupported.length > 0) {
    const [reason = ''] = unsupported;
    return [
      problemAt(document, { code: 'file/unsupported-chain', data: { reason } }, '', { range: fileTop }),
    ];
  }
  if (document.tree.type !== 'object') return [];
  const filled = lists.filter(({ reading }) => reading.entries.length > 0);
  if (filled.length === 0) {
    const isExpected = format.canLackEndpoints?.(document.path) !== true && !hasNoLiveChain(chains);
    const fields = [...new Set(format.lists.map(({ pointer }) => splitPointer(pointer).field))];
    const problem = { code: 'file/no-endpoints', data: { fields, files: [document.path] } };
    return isExpected ? [problemAt(document, problem, '', document.tree)] : [];
  }
  const missing = new Map<FileChain, Set<string>>();
  for (const list of filled) {
    const [claimField] = lacksClaim(list) ? list.reading.list.claims : [];
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

/** Reports lists of endpoints that are not checked, next to those that are, in objects that contain nothing else. */
function judgeUncheckedLists(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  misspelled: readonly PlacedProblem[],
): PlacedProblem[] {
  const read = new Set(format.lists.map(({ pointer }) => pointer));
  const parents = new Set(
    [...read].map((pointer) => splitPointer(pointer).parent).filter((parent) => parent !== ''),
  );
  const known = new Set(misspelled.map(({ place }) => place.pointer));
  const found = chains.flatMap((chain) =>
    [...parents].flatMap((parent) =>
      (findMatches(chain.node, parent)[0]?.node.fields ?? [])
        .filter(({ name, value }) => {
          const pointer = appendPointer(parent, name);
          const isUnchecked = !read.has(pointer) && !known.has(chain.pointer + pointer);
          return isUnchecked && value.type === 'array' && value.items.length > 0;
        })
        .map(({ name, key }) => ({
          pointer: chain.pointer + appendPointer(parent, name),
          field: appendPointer(parent, name),
          key,
        })),
    ),
  );
  const [first] = found;
  if (first === undefined) return [];
  const fields = [...new Set(found.map(({ field }) => truncate(formatPath(field))))];
  const data = { fields, files: [document.path] };
  return [problemAt(document, { code: 'file/unchecked-field', data }, first.pointer, first.key)];
}

/** A malformed or misspelled claim has its own problem, and a derived one is optional. */
function lacksClaim({ reading: { list, claim, entries } }: ChainList): boolean {
  return (
    claim.claim === null &&
    claim.problem === null &&
    list.claims.every(({ derived }) => !derived) &&
    entries.some(({ target, skipReason }) => target !== null && skipReason === null)
  );
}
