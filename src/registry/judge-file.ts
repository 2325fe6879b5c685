import type { Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import { truncate } from '../model/truncate.js';
import { type FileChain, findChains } from './chains.js';
import { findNode, placeAt, problemAt, type RegistryDocument } from './document.js';
import { findKind, type ListReading, readList } from './entries.js';
import { fixShape, renameList } from './field-fixes.js';
import { judgeKeys } from './keys.js';
import { joinSlips, type ShapeProblem } from './join-slips.js';
import { findIntended } from './misspelled.js';
import { findMatches, splitPointer } from './pointer-pattern.js';
import { fileTop } from './rules.js';
import type { ProviderMention } from './spelling.js';
import { formatEntry, formatPath, validateShape } from './validate.js';

/** The entries of a parsed file, and the problems of the file and of its entries. */
export interface FileJudgement {
  readonly entries: readonly Entry[];
  readonly providers: readonly ProviderMention[];
  readonly problems: readonly PlacedProblem[];
  /** False where something of it was left unread. */
  readonly complete: boolean;
  /** Its lists, with the chain id that each claims for its entries. */
  readonly claims: readonly ClaimedList[];
}

/** The entries of a list, and the chain id that is claimed for them, in one spelling; null where none is. */
export interface ClaimedList {
  readonly entries: readonly Entry[];
  readonly chainId: string | null;
}

/** A list of a chain, as it was read. */
interface ChainList {
  readonly chain: FileChain;
  readonly kind: KindDefinition;
  readonly reading: ListReading;
}

/** Reads the lists of a file, and judges the file and them. A list of a kind that is not among the kinds is not read. */
export function judgeFile(
  document: RegistryDocument,
  format: Format,
  kinds: readonly KindDefinition[],
): FileJudgement {
  const { chains, problems: chainProblems } = findChains(document, format);
  const lists = chains.flatMap((chain) => readChain(document, chain, format, kinds));
  const readings = lists.map(({ reading }) => reading);
  const entries = readings.flatMap((reading) => reading.entries);
  const misspelled = chains.flatMap((chain) => judgeFields(document, chain, format, kinds));
  const problems = [
    ...judgeKeys(document),
    ...joinSlips(
      judgeShape(document, format, chains, entries),
      readings.flatMap((reading) => reading.problems),
    ),
    ...chainProblems,
    ...misspelled,
    ...judgeOtherLists(document, format, chains, misspelled),
    ...judgeLists(document, format, chains, lists),
  ];
  // Nobody has to repair the file of a chain that has ended.
  const isOver = chains.length > 0 && chains.every(({ status }) => status === 'killed');
  return {
    entries,
    providers: isOver ? [] : readings.flatMap(({ providers }) => providers),
    problems: isOver ? problems.map((problem) => ({ ...problem, atMost: 'notice' as const })) : problems,
    complete: readings.every(({ truncated }) => !truncated),
    claims: lists.map(({ kind, reading: { entries: own, claim } }) => ({
      entries: own,
      chainId: claim.claim === null ? null : kind.normalizeChainId(claim.claim.chainId),
    })),
  };
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
    const usual = kinds.find((one) => one.kind === list.kind);
    if (usual === undefined) return [];
    return [{ chain, kind: usual, reading: readList(document, chain, format, list, { usual, all: kinds }) }];
  });
}

function judgeShape(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  entries: readonly Entry[],
): ShapeProblem[] {
  let byPointer: ReadonlyMap<string | null, Entry> | null = null;
  // Few files have faults.
  const findEntry = (pointer: string) => {
    byPointer ??= new Map(entries.map((entry) => [entry.place.pointer, entry]));
    return byPointer.get(pointer);
  };
  const chainOf = createChainLookup(chains, format);
  const faults = validateShape(document.value, format, (pointer) => findEntry(pointer) !== undefined);
  return faults.map(({ pointer, reason, fix: hint, missing }): ShapeProblem => {
    const { parent, field } = splitPointer(pointer);
    const node = findNode(document.tree, pointer);
    const chain = chainOf(pointer);
    const lists = chain === undefined ? [] : listsOf(format, chain);
    const list = lists.find((one) => (chain?.pointer ?? '') + one.pointer === pointer);
    const fix = fixShape(
      document.text,
      node,
      { parent: findNode(document.tree, parent), index: Number(field) },
      list?.form,
      format.entryFields,
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

/** Finds the chain that a pointer leads into. All chains of a format are equally deep in their file. */
function createChainLookup(
  chains: readonly FileChain[],
  format: Format,
): (pointer: string) => FileChain | undefined {
  const byPointer = new Map(chains.map((chain) => [chain.pointer, chain]));
  const depth = format.chains.split('/').length;
  return (pointer) => {
    const tokens = pointer.split('/');
    return tokens.length > depth ? byPointer.get(tokens.slice(0, depth).join('/')) : undefined;
  };
}

/** Arrays beside the lists of a chain whose name is near that of one. */
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
    return (holder?.node.fields ?? []).flatMap((one) => {
      const { name: field, key, value } = one;
      const expected = value.type === 'array' ? findIntended(field, known) : null;
      if (expected === null) return [];
      const hasStrings = value.items.some(({ type }) => type === 'string');
      const list = lists.find((each) => each.pointer === `${parent}/${expected}`);
      const entryForm = hasStrings && list?.form === 'objects' ? formatEntry(format.entryFields) : null;
      const problem = { code: 'file/misspelled-field', data: { field, expected, entryForm } };
      const placed = problemAt(document, problem, appendPointer(pointer, field), key);
      const kind = kinds.find((each) => each.kind === list?.kind);
      const fix =
        holder === undefined || list === undefined || kind === undefined
          ? null
          : renameList(document.text, holder.node, one, {
              list,
              fields: format.entryFields,
              known,
              kindOf: (address) => findKind(address, list, kinds) ?? kind,
            });
      return [fix === null ? placed : { ...placed, fix }];
    });
  });
}

/** What the file as a whole lacks: endpoints, or the chain ids of those that it lists. */
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
    const isExpected = format.mayLackEndpoints?.(document.path) !== true && !isUnborn(chains);
    const fields = [...new Set(format.lists.map(({ pointer }) => splitPointer(pointer).field))];
    const problem = { code: 'file/no-endpoints', data: { fields, files: [document.path] } };
    return isExpected ? [problemAt(document, problem, '', document.tree)] : [];
  }
  const missing = new Map<FileChain, Set<string>>();
  for (const list of filled) {
    const [usual] = lacksClaim(list) ? list.reading.list.claims : [];
    if (usual === undefined) continue;
    missing.set(list.chain, (missing.get(list.chain) ?? new Set()).add(usual.name));
  }
  return [...missing].flatMap(([chain, names]) => {
    const fields = [...names];
    const problem = { code: 'file/chain-id-missing', data: { fields } };
    return [
      problemAt(document, problem, chain.pointer, chain.pointer === '' ? { range: fileTop } : chain.node),
    ];
  });
}

/** Whether none of the chains runs: an upcoming one has no endpoints yet, and one that has ended none any more. */
function isUnborn(chains: readonly FileChain[]): boolean {
  return chains.length > 0 && chains.every(({ status }) => status !== 'live');
}

/** Lists beside those of a chain that are no endpoints of a kind that is checked, where the place holds nothing else. */
function judgeOtherLists(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  misspelled: readonly PlacedProblem[],
): PlacedProblem[] {
  const read = new Set(format.lists.map(({ pointer }) => pointer));
  const parents = new Set(
    [...read].map((pointer) => splitPointer(pointer).parent).filter((one) => one !== ''),
  );
  const known = new Set(misspelled.map(({ place }) => place.pointer));
  const found = chains.flatMap((chain) =>
    [...parents].flatMap((parent) =>
      (findMatches(chain.node, parent)[0]?.node.fields ?? [])
        .filter(({ name, value }) => {
          const pointer = appendPointer(parent, name);
          const isOther = !read.has(pointer) && !known.has(chain.pointer + pointer);
          return isOther && value.type === 'array' && value.items.length > 0;
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

/** A claim that is malformed or misspelled is reported as such, and one that may be concluded from another is nobody's duty. */
function lacksClaim({ reading: { list, claim, entries } }: ChainList): boolean {
  return (
    claim.claim === null &&
    claim.problem === null &&
    list.claims.every(({ derived }) => !derived) &&
    entries.some(({ target, skipReason }) => target !== null && skipReason === null)
  );
}
