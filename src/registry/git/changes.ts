import { groupBy } from '../../model/group-by.js';
import type { Entry } from '../../model/entry.js';
import type { PlacedProblem } from '../../model/finding.js';
import type { Place } from '../../model/place.js';
import type { ChangeCounts, RemovedEntry } from '../../model/report.js';
import type { DeclaredStatus } from '../judge-file.js';
import type { Registry } from '../load.js';
import type { LoadedFile } from '../load-file.js';
import { judgeChanges, type EntryMatches, identify, matchEntries } from './entry-changes.js';
import { isUntouched } from '../same-address.js';

export interface RegistryChanges {
  /** Entries that need no probe: address and claims are as before, even if the entry moved or its provider changed. */
  readonly unchanged: ReadonlySet<Entry>;
  /** Entries that did not change, except that they may be in another file; also what problems concern in place of entries. */
  readonly untouched: ReadonlySet<object>;
  /** Entries of chains that were live and are called ended now, which are asked whether the chain makes blocks; each with the place of that status. */
  readonly ended: ReadonlyMap<Entry, Place>;
  readonly baseline: ReadonlySet<PlacedProblem>;
  readonly earlier: ReadonlyMap<string, readonly PlacedProblem[]>;
  readonly additions: ReadonlySet<Entry>;
  /** Entries that are closed to others only since the change. */
  readonly closed: ReadonlySet<Entry>;
  /** Entries by what became of them; all but the removed ones add up to the entries that there are. */
  readonly counts: Omit<ChangeCounts, 'filesNotRead'>;
  /** Those that moved to another file are among them. */
  readonly removed: readonly RemovedEntry[];
  readonly problems: readonly PlacedProblem[];
}

/**
 * Compares a registry's files with those of an older revision, entry by entry. An entry has also changed if a claim about it did, or if its chain was
 * killed or revived. `isSame` compares files that could not be read.
 */
export function compareRevisions(
  files: readonly LoadedFile[],
  before: readonly LoadedFile[],
  isSame: (file: LoadedFile, base: LoadedFile) => boolean = (file, base) => file.text === base.text,
): RegistryChanges {
  const matches = matchEntries(files, before);
  const { earlier, moved } = matches;
  const { unchanged, untouched, ended, stayed } = compareEntries(files, before, matches);
  const additions = new Set(matches.added);
  const older = new Map(before.map((file) => [file.path, file]));
  const origins = new Map(
    files.map((file) => [file, older.get(file.path) ?? findOrigin(file, older, matches)]),
  );
  for (const [file, base] of origins)
    for (const statement of listSameStatements(file, base)) untouched.add(statement);
  const baseline = findBaseline(origins, before, matches, untouched, isSame);
  return {
    unchanged,
    untouched,
    ended,
    baseline,
    earlier: new Map(before.map(({ path, problems }) => [path, problems])),
    additions,
    closed: new Set(
      [...additions, ...earlier.keys()].filter(
        (entry) => entry.closedTo !== undefined && earlier.get(entry)?.closedTo === undefined,
      ),
    ),
    counts: {
      added: additions.size,
      changed: earlier.size - moved.size - stayed,
      moved: moved.size,
      removed: matches.removed.length,
      unchanged: stayed,
    },
    removed: listRemoved(matches),
    problems: judgeChanges(files, before, matches),
  };
}

/** Compares the entries that there were before, and counts those that stayed as they were. */
function compareEntries(
  files: readonly LoadedFile[],
  before: readonly LoadedFile[],
  { earlier, moved }: EntryMatches,
) {
  const claims = new Map([...before, ...files].flatMap(listClaimedIds));
  const declared = new Map([...before, ...files].flatMap(listStatuses));
  const unchanged = new Set<Entry>();
  const untouched = new Set<object>();
  const ended = new Map<Entry, Place>();
  let stayed = 0;
  for (const [entry, origin] of earlier) {
    const hasSameClaims =
      origin.chainStatus === entry.chainStatus &&
      origin.target?.claimsArchive === entry.target?.claimsArchive &&
      claims.get(origin) === claims.get(entry) &&
      // Without a claim, the other endpoints of its chain tell what it must be.
      (origin.chain === entry.chain || typeof claims.get(entry) === 'string');
    const isSameNode = origin.url === entry.url && hasSameClaims;
    const isSame =
      isSameNode && origin.provider === entry.provider && (moved.has(entry) || origin.chain === entry.chain);
    if (isSameNode) unchanged.add(entry);
    if (isSame) untouched.add(entry);
    const [was, is] = [declared.get(origin), declared.get(entry)];
    if (isSame && !moved.has(entry) && was?.status === is?.status) stayed++;
    if (was?.status === 'live' && is?.status === 'killed') ended.set(entry, is.place);
  }
  return { unchanged, untouched, ended, stayed };
}

function findBaseline(
  origins: ReadonlyMap<LoadedFile, LoadedFile | undefined>,
  before: readonly LoadedFile[],
  { earlier }: EntryMatches,
  untouched: ReadonlySet<object>,
  isSame: (file: LoadedFile, base: LoadedFile) => boolean,
): ReadonlySet<PlacedProblem> {
  const older = before.flatMap(({ path, problems }) =>
    problems.map((problem) => ({ origin: problem.entry ?? path, text: describeOf(problem) })),
  );
  // By the text too, since a hostile file has thousands of problems.
  const remainder = new Map(
    [...groupBy(older, ({ origin }) => origin)].map(([origin, ofOrigin]) => [
      origin,
      groupBy(ofOrigin, ({ text }) => text),
    ]),
  );
  const take = (origin: Entry | string, text: string) =>
    remainder.get(origin)?.get(text)?.pop() !== undefined;
  const baseline = new Set<PlacedProblem>();
  for (const [file, base] of origins) {
    if (base === undefined) continue;
    const isEdited = !isSame(file, base);
    // Additions to a file that cannot be read are unknown, so a change to it has to fix it.
    if (!file.complete && isEdited) continue;
    for (const problem of file.problems) {
      const { entry } = problem;
      const origin = entry === null ? undefined : earlier.get(entry);
      // Nobody reads what was added to a misplaced file.
      if (problem.problem.code === 'file/misplaced' && isEdited) continue;
      if (entry !== null && (origin === undefined || !untouched.has(entry))) continue;
      if (take(origin ?? base.path, describeOf(problem))) baseline.add(problem);
    }
  }
  return baseline;
}

/** The file that a new file was: where most of its entries came from. */
function findOrigin(
  { entries }: LoadedFile,
  before: ReadonlyMap<string, LoadedFile>,
  { earlier, moved }: EntryMatches,
): LoadedFile | undefined {
  const amounts = new Map<string, number>();
  for (const entry of entries) {
    const path = moved.has(entry) ? earlier.get(entry)?.place.file : null;
    if (path != null) amounts.set(path, (amounts.get(path) ?? 0) + 1);
  }
  const [[path, amount] = ['', 0]] = [...amounts].sort(([, a], [, b]) => b - a);
  return amount * 2 > entries.length ? before.get(path) : undefined;
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

function listStatuses({ entries, status }: LoadedFile): readonly (readonly [Entry, DeclaredStatus])[] {
  return status === null ? [] : entries.map((entry) => [entry, status] as const);
}

function listClaimedIds({ claims }: LoadedFile): readonly (readonly [Entry, string | null])[] {
  return claims.flatMap(({ entries, chainId }) => entries.map((entry) => [entry, chainId] as const));
}

/** What other files may contradict, if the file said the same before. Another name of the chain, as of a renamed file, makes no difference. */
function listSameStatements(file: LoadedFile, base: LoadedFile | undefined): readonly object[] {
  if (base === undefined) return [];
  const ids = new Set(base.ids.map(({ scope }) => scope));
  const denoms = new Set(base.denoms.map(({ key }) => key));
  return [
    ...file.ids.filter(({ scope }) => ids.has(scope)),
    ...file.denoms.filter(({ key }) => denoms.has(key)),
  ];
}

function listRemoved({ removed, moved, earlier }: EntryMatches): readonly RemovedEntry[] {
  const destinations = new Map([...moved].map((entry) => [earlier.get(entry), entry.place.file]));
  return [...removed, ...destinations.keys()]
    .filter((entry) => entry !== undefined)
    .map((entry) => describeRemoved(entry, destinations.get(entry) ?? null))
    .sort(compareRemoved);
}

function describeRemoved(entry: Entry, movedTo: string | null): RemovedEntry {
  const { chain, kind, provider, url } = entry;
  const { file, range, source } = entry.place;
  const place = source ?? { file: file ?? '', line: range?.line ?? 1 };
  return { file: place.file, line: place.line, chain, kind, provider, url, movedTo };
}

function compareRemoved(a: RemovedEntry, b: RemovedEntry): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

/** A key of a problem that does not change if its line moves. */
export function describeProblem(placed: PlacedProblem): string {
  return placed.entry === null
    ? describeOf(placed)
    : JSON.stringify([placed.problem.code, identify(placed.entry)]);
}

function describeOf({ problem: { code, data }, entry }: PlacedProblem): string {
  return entry === null ? JSON.stringify([code, { ...data, firstLine: null, lines: null }]) : code;
}
