import { formatAmount } from '../model/amount.js';
import { resolve } from 'node:path';
import { checks } from '../checks/index.js';
import type { Format } from '../formats/format.js';
import type { PlacedProblem } from '../model/finding.js';
import type { OwnChanges, ChangeCounts } from '../model/report.js';
import { findRegistryFixes } from '../registry/edit/fixes.js';
import { applyExclusions, type Exclusion } from '../registry/exclude.js';
import { judgeAdditions } from '../registry/manifests.js';
import { joinNotices } from '../registry/join-notices.js';
import { isCheckedOut, toSlashes } from '../registry/layout.js';
import { loadRegistry, type Registry } from '../registry/load.js';
import { reportPairsAtChanges } from '../registry/same-address.js';
import type { RegistryChanges } from '../registry/git/changes.js';
import type { ChangesSince } from '../registry/git/since.js';
import type { HistoryFile } from '../history/history-file.js';
import { type ChangeSubject, describeChanges, describeFilesNotRead } from './describe-changes.js';
import type { RunInput } from './run.js';
import { selectShard, type Shard } from './shard.js';

export interface PrepareOptions {
  readonly cwd: string;
  /** A git ref: only entries added or changed since are probed, and older problems are warnings. */
  readonly since: string | null;
  /** A file of plain entries, relative to the working directory: in place of `since`. None by default. */
  readonly baseline?: string | null;
  readonly shard: Shard | null;
  /** Of every path; null to recognise the format. */
  readonly format?: Format | null;
  /** What `since` is called in sentences, such as the base branch of a pull request; by default as it is written. */
  readonly sinceName?: string | null;
  readonly subject?: ChangeSubject;
  /** Whether to name the changed files that are no part of the registry; by default they are counted. */
  readonly namesFiles?: boolean;
  /** Entries that are not probed; none by default. */
  readonly exclusions?: ExclusionFile | null;
  /** A history: for a second look, only the entries that it shows to be dead are probed; all are by default. */
  readonly deadBy?: Pick<HistoryFile, 'name' | 'lines'> | null;
  /** A history: entries that timed out in its last run are probed first, so that the run waits for them from the beginning. None by default. */
  readonly history?: Pick<HistoryFile, 'lines'> | null;
  /** Whether to find the reader's own changes, if nothing else chooses a part of the registry; not by default. */
  readonly findsOwnChanges?: boolean;
  readonly readStdin: (limitBytes: number) => Promise<Buffer>;
  /** When the run begins, for tests of what depends on it; by the clock by default. */
  readonly now?: Date | null;
}

export interface ExclusionFile {
  /** Relative to the working directory. */
  readonly file: string;
  readonly exclusions: readonly Exclusion[];
}

export interface Preparation {
  readonly input: RunInput;
  readonly registry: Registry;
  /** How it differs from the ref that it is compared with; null without one. */
  readonly changes: RegistryChanges | null;
  /** Which part of the registry is checked, in sentences; null if it is everything that was named. */
  readonly scope: string | null;
  /** Which part is the reader's own, found while the run goes on; null if it is not wanted. Never rejects. */
  readonly ownChanges: Promise<OwnChanges | null> | null;
  /** Sentences for the user; if there are any, they are usage errors. */
  readonly usageErrors: readonly string[];
  /** True if a second look has no entry to probe. */
  readonly nothingDead: boolean;
}

/** Reads the registry at the paths, and finds the part of it that is to be checked. Connects to nothing but git's remote. */
export async function prepareRun(paths: readonly string[], options: PrepareOptions): Promise<Preparation> {
  const startedMs = performance.now();
  const { shard, now = null, history = null, deadBy = null } = options;
  const comparison = await readRegistry(paths, options);
  const { registry, since, changes, usageErrors } = comparison;
  const { excluded, ended, nothingDead, exclusionProblems } = await excludeEntries(comparison, options);
  const joined = joinProblems(comparison, exclusionProblems);
  // Nothing else of the registry: otherwise a run would keep all findings of each file in memory.
  const { files, entries } = registry;
  const whole: RunInput = {
    files,
    entries,
    ...(changes === null ? {} : { unchanged: changes.unchanged, removed: changes.removed }),
    changes: changes === null ? null : countChanges(changes),
    ...joined,
    fixes: findRegistryFixes(registry, joined.problems, checks),
    excluded,
    ended,
    first:
      history === null
        ? new Set()
        : (await import('../history/second-look.js')).findTimedOut(entries, history),
    part: { since, shard: shard === null ? null : `${shard.index}/${shard.count}` },
    startedMs,
    ...(now === null ? {} : { startedAt: now }),
  };
  const input = shard === null ? whole : selectShard(whole, shard);
  const scope = [
    ...describeComparison(comparison, options),
    shard === null ? null : describeShard(shard, input, whole),
    nothingDead ? `Nothing is dead by ${deadBy?.name ?? ''}, so nothing is probed.` : null,
  ];
  const sentences = scope.filter((sentence) => sentence !== null).join(' ');
  const findsOwnChanges =
    options.findsOwnChanges === true &&
    since === null &&
    shard === null &&
    !paths.includes('-') &&
    usageErrors.length === 0 &&
    isCheckedOut(registry.base);
  return {
    input,
    registry,
    changes,
    scope: sentences === '' ? null : sentences,
    ownChanges: findsOwnChanges ? loadOwnChanges(registry) : null,
    usageErrors,
    nothingDead,
  };
}

/** A registry, and how it differs from what it is compared with. */
interface RegistryComparison extends Pick<Preparation, 'registry' | 'usageErrors'> {
  /** The git ref or the file that it is compared with; null without one. */
  readonly since: string | null;
  /** Null also if the comparison is impossible. */
  readonly changes: ChangesSince | null;
}

async function readRegistry(paths: readonly string[], options: PrepareOptions): Promise<RegistryComparison> {
  const { cwd, baseline = null } = options;
  const since = options.since ?? baseline;
  // Loaded on demand, as what follows: most runs need no git, and few have plain entries.
  const readSparse = async (directory: string) =>
    (await import('../registry/git/revision.js')).readSparse(directory, since ?? '', { from: cwd });
  const registry = await loadRegistry(paths, {
    ...options,
    kinds: checks,
    ...(since === null || baseline !== null ? {} : { readSparse }),
  });
  const { usageErrors } = registry;
  if (since === null || usageErrors.length > 0) return { registry, since, changes: null, usageErrors };
  const changes =
    baseline === null
      ? await (await import('../registry/git/since.js')).findChanges(registry, since, checks, { from: cwd })
      : (await import('./compare-with-entries.js')).compareWithEntries(registry, baseline, cwd);
  return typeof changes === 'string'
    ? { registry, since, changes: null, usageErrors: [`cannot compare with ${since}: ${changes}`] }
    : { registry: changes.registry, since, changes, usageErrors };
}

/** Finds the entries that are not probed, or only asked whether their chain has ended, and the problems of the exclusions themselves. */
async function excludeEntries({ registry, since, changes }: RegistryComparison, options: PrepareOptions) {
  const { cwd, exclusions = null, deadBy = null } = options;
  const { excluded: byChoice, problems: exclusionProblems } = applyExclusions(
    registry.entries,
    exclusions?.exclusions ?? [],
    // Reports name all files from the same directory.
    {
      file: toSlashes(registry.base, resolve(cwd, exclusions?.file ?? '')),
      now: options.now ?? new Date(),
      // A contributor does not see what the registry's maintainers have to clean up.
      isWhole: since === null && registry.directories.includes(''),
    },
  );
  const livingEntries =
    deadBy === null ? null : (await import('../history/second-look.js')).chooseSecondLook(registry, deadBy);
  const chosen = new Map([...(livingEntries ?? []), ...byChoice]);
  const ended = new Map([...(changes?.ended ?? [])].filter(([entry]) => !chosen.has(entry)));
  const excluded = new Map([
    ...chosen,
    ...[...ended.keys()].map((entry) => [entry, 'the chain has ended'] as const),
  ]);
  const nothingDead = livingEntries?.size === registry.entries.filter(({ target }) => target !== null).length;
  return { excluded, ended, nothingDead, exclusionProblems };
}

function joinProblems(
  { registry, changes }: RegistryComparison,
  exclusionProblems: readonly PlacedProblem[],
) {
  if (changes === null) return joinNotices([...registry.problems, ...exclusionProblems], null);
  const problems = [
    ...reportPairsAtChanges(registry.problems, changes.untouched),
    ...judgeAdditions(changes, registry),
    ...exclusionProblems,
    ...changes.problems,
  ];
  return joinNotices(problems, changes.baseline);
}

function countChanges({ counts, filesNotRead }: ChangesSince): ChangeCounts {
  return { ...counts, filesNotRead: filesNotRead.length };
}

function describeComparison(
  { since, changes }: RegistryComparison,
  { subject = 'This change', sinceName, namesFiles = false }: PrepareOptions,
): readonly (string | null)[] {
  if (since === null || changes === null) return [];
  const base = { name: sinceName ?? since, commit: changes.commit };
  return [
    describeChanges(countChanges(changes), changes.removed, { subject, comparison: base }),
    changes.sameCommit,
    namesFiles ? describeFilesNotRead(changes.filesNotRead) : null,
  ];
}

async function loadOwnChanges(registry: Registry) {
  const { findOwnChanges } = await import('../registry/git/own-changes.js');
  return findOwnChanges(registry, checks);
}

function describeShard({ index, count }: Shard, part: RunInput, whole: RunInput): string {
  return `Part ${index} of ${count}: ${part.entries.length} of ${formatAmount(whole.entries.length, 'entry', 'entries')}.`;
}
