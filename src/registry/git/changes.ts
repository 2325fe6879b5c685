import type { Entry } from '../../model/entry.js';
import type { PlacedProblem } from '../../model/finding.js';
import type { Registry } from '../load.js';
import type { LoadedFile } from '../load-file.js';
import { isUntouched } from '../same-address.js';

/** How the entries of a registry differ from those of an older revision. */
export interface RegistryChanges {
  /** Entries with the same kind and url as before, which need no probe even if they moved or their provider changed. */
  readonly unchanged: ReadonlySet<Entry>;
  /** Entries that did not change at all, provider and chain included, and what problems concern in place of entries. */
  readonly untouched: ReadonlySet<object>;
  /** Problems that the older revision had too. */
  readonly baseline: ReadonlySet<PlacedProblem>;
  /** All problems of the older revision, by file. */
  readonly earlier: ReadonlyMap<string, readonly PlacedProblem[]>;
  /** Entries that the older revision did not have in their files. */
  readonly additions: ReadonlySet<Entry>;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Compares a registry's files with those of an older revision, entry by entry. Within a file, an entry is identified by its chain, kind and url.
 * An entry has also changed if a claim about it did, or if its chain was killed or revived. `isSame` compares files that could not be read.
 */
export function compareRevisions(
  files: readonly LoadedFile[],
  before: readonly LoadedFile[],
  isSame: (file: LoadedFile, base: LoadedFile) => boolean = (file, base) => file.text === base.text,
): RegistryChanges {
  const baseFiles = new Map(before.map((file) => [file.path, file]));
  const unchanged = new Set<Entry>();
  const allUntouched = new Set<object>();
  const baseline = new Set<PlacedProblem>();
  const additions = new Set<Entry>();
  let changed = 0;
  for (const file of files) {
    const base = baseFiles.get(file.path);
    const known = new Pool(base?.entries ?? [], [identify, identifyExactly]);
    const claimedIds = new Map([...listClaimedIds(base), ...listClaimedIds(file)]);
    const untouched = new Set<Entry>();
    // Among entries with the same url, those with the same provider match first.
    const exact = file.entries.map((entry) => known.take(identifyExactly(entry)));
    file.entries.forEach((entry, index) => {
      const match = exact[index] ?? known.take(identify(entry));
      const sameClaims =
        match?.chainStatus === entry.chainStatus &&
        match.target?.claimsArchive === entry.target?.claimsArchive &&
        claimedIds.get(match) === claimedIds.get(entry);
      if (match === undefined) additions.add(entry);
      else if (!sameClaims || match.provider !== entry.provider) changed++;
      else untouched.add(entry);
      if (sameClaims) unchanged.add(entry);
    });
    for (const entry of untouched) allUntouched.add(entry);
    const keys = new Set(listStatements(base).map(({ key }) => key));
    for (const statement of listStatements(file)) if (keys.has(statement.key)) allUntouched.add(statement);
    const knownProblems = new Pool(base?.problems ?? [], [describeProblem]);
    // Additions to a file that cannot be read are unknown, so a change to it has to fix it.
    if (!file.complete && (base === undefined || !isSame(file, base))) continue;
    for (const problem of file.problems) {
      if (problem.entry !== null && !untouched.has(problem.entry)) continue;
      if (knownProblems.take(describeProblem(problem)) !== undefined) baseline.add(problem);
    }
  }
  const total = before.reduce((sum, { entries }) => sum + entries.length, 0);
  const added = additions.size;
  const kept = files.reduce((sum, { entries }) => sum + entries.length, 0) - added;
  const earlier = new Map(before.map(({ path, problems }) => [path, problems]));
  const removed = total - kept;
  return { unchanged, untouched: allUntouched, baseline, earlier, additions, added, changed, removed };
}

/**
 * Adds the problems between files to a baseline: one such as a provider that is spelled differently elsewhere is not new if its entry is not.
 */
export function includeBetween<Changes extends RegistryChanges>(
  changes: Changes,
  { loaded, problems }: Pick<Registry, 'loaded' | 'problems'>,
): Changes {
  const ofFiles = new Set(loaded.flatMap((file) => file.problems));
  const isOld = (problem: PlacedProblem) => isUntouched(problem, changes.untouched);
  const between = problems.filter(
    (problem) =>
      !ofFiles.has(problem) && isOld(problem) && (problem.twin === undefined || isOld(problem.twin)),
  );
  return { ...changes, baseline: new Set([...changes.baseline, ...between]) };
}

/** The entries of a file with their claimed chain ids. */
function listClaimedIds(file: LoadedFile | undefined): readonly (readonly [Entry, string | null])[] {
  return (file?.claims ?? []).flatMap(({ entries, chainId }) =>
    entries.map((entry) => [entry, chainId] as const),
  );
}

/** What other files may contradict. */
function listStatements(file: LoadedFile | undefined): readonly { readonly key: string }[] {
  return file === undefined ? [] : [...file.ids, ...file.denoms];
}

/** Items of the older revision, each of which matches once, by any of its keys. */
class Pool<Item> {
  readonly #items = new Map<string, Item[]>();
  readonly #taken = new Set<Item>();

  constructor(items: readonly Item[], keys: readonly ((item: Item) => string)[]) {
    // In reverse, since removing the last of many items is cheap, unlike the first.
    for (const item of items.toReversed()) {
      for (const keyOf of keys) {
        const same = this.#items.get(keyOf(item));
        if (same === undefined) this.#items.set(keyOf(item), [item]);
        else same.push(item);
      }
    }
  }

  take(key: string): Item | undefined {
    const same = this.#items.get(key) ?? [];
    let item = same.pop();
    while (item !== undefined && this.#taken.has(item)) item = same.pop();
    if (item !== undefined) this.#taken.add(item);
    return item;
  }
}

/** Includes the provider. Never equal to a key of `identify`, since the lengths differ. */
function identifyExactly({ chain, kind, url, provider }: Entry): string {
  return JSON.stringify([chain, kind, url, provider, 'exact']);
}

function identify({ chain, kind, url, provider }: Entry): string {
  return JSON.stringify(url === null ? [chain, kind, null, provider] : [chain, kind, url]);
}

/** A key of a problem that does not change if its line moves. */
export function describeProblem({ problem, entry }: PlacedProblem): string {
  if (entry !== null) return JSON.stringify([problem.code, identify(entry)]);
  return JSON.stringify([problem.code, { ...problem.data, firstLine: null }]);
}
