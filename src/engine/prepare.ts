import { formatAmount } from '../model/amount.js';
import { resolve } from 'node:path';
import { checks } from '../checks/index.js';
import type { Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import type { OwnChanges } from '../model/own-changes.js';
import { findRegistryFixes } from '../registry/edit/find-fixes.js';
import { applyExclusions, type Exclusion } from '../registry/exclude.js';
import { judgeAdditions } from '../registry/manifests.js';
import { joinNotices } from '../registry/join-notices.js';
import { isCheckedOut, toSlashes } from '../registry/layout.js';
import { loadRegistry, type Registry } from '../registry/load.js';
import { reportPairsAtChanges } from '../registry/same-address.js';
import type { RegistryChanges } from '../registry/git/changes.js';
import type { HistoryFile } from '../history/history-file.js';
import type { chooseSecondLook } from '../history/second-look.js';
import { type ChangeSubject, describeChanges, describeFilesNotRead } from './describe-changes.js';
import type { RunInput } from './run.js';
import { selectShard, type Shard } from './shard.js';

/** Which part of which registry to check. */
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

/** The exclusions of a file. */
export interface ExclusionFile {
  /** Relative to the working directory. */
  readonly file: string;
  readonly exclusions: readonly Exclusion[];
}

/** A registry that is read and ready to be checked. */
export interface Preparation {
  readonly input: RunInput;
  /** All that was read. */
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
  const { shard, baseline = null } = options;
  const since = options.since ?? baseline;
  const asRead = await loadRegistry(paths, {
    ...options,
    kinds: checks,
    ...(since === null || baseline !== null
      ? {}
      : { readSparse: (directory: string) => loadSparse(directory, since, options.cwd) }),
  });
  const { base } = asRead;
  const isComparable = since !== null && asRead.usageErrors.length === 0;
  const [ofGit, gitFault] = split(
    isComparable && baseline === null ? await loadChanges(asRead, since, options.cwd) : null,
  );
  const [ofEntries, entriesFault] = split(
    isComparable && baseline !== null ? await loadBaseline(asRead, baseline, options.cwd) : null,
  );
  const changes = ofGit ?? ofEntries;
  const registry = ofGit?.registry ?? asRead;
  const fault = gitFault ?? entriesFault;
  const usageErrors =
    fault === null ? registry.usageErrors : [`cannot compare with ${String(since)}: ${fault}`];
  const { excluded: byChoice, problems: expired } = applyExclusions(
    registry.entries,
    options.exclusions?.exclusions ?? [],
    // Reports name all files from the same directory.
    {
      file: toSlashes(base, resolve(options.cwd, options.exclusions?.file ?? '')),
      now: options.now ?? new Date(),
      // A contributor does not see what the registry's maintainers have to clean up.
      isWhole: since === null && registry.directories.includes(''),
    },
  );
  const { deadBy = null } = options;
  const living = deadBy === null ? null : await excludeLiving(registry, deadBy);
  const chosen = living === null ? byChoice : new Map([...living, ...byChoice]);
  const ended = new Map([...(changes?.ended ?? [])].filter(([entry]) => !chosen.has(entry)));
  const excluded = new Map([
    ...chosen,
    ...[...ended.keys()].map((entry) => [entry, 'the chain has ended'] as const),
  ]);
  const nothingDead =
    living !== null && living.size === registry.entries.filter(({ target }) => target !== null).length;
  const problems =
    changes === null ? registry.problems : reportPairsAtChanges(registry.problems, changes.untouched);
  const ofAdditions = changes === null ? [] : judgeAdditions(changes, registry.found);
  const joined = joinNotices(
    [...problems, ...ofAdditions, ...expired, ...(changes?.problems ?? [])],
    changes?.baseline ?? null,
  );
  const filesNotRead = ofGit?.filesNotRead ?? [];
  const counts = changes === null ? null : { ...changes.counts, filesNotRead: filesNotRead.length };
  const part = { since, shard: shard === null ? null : `${shard.index}/${shard.count}` };
  const begun = options.now == null ? {} : { startedAt: options.now };
  const first = options.history == null ? new Set<Entry>() : await findSlow(registry, options.history);
  // Nothing else of the registry: otherwise a run would keep all findings of each file in memory.
  const { files, entries } = registry;
  const whole: RunInput = {
    files,
    entries,
    ...(changes === null ? {} : { unchanged: changes.unchanged, removed: changes.removed }),
    changes: counts,
    ...joined,
    fixes: findRegistryFixes(registry, joined.problems, checks),
    excluded,
    ended,
    first,
    part,
    startedMs,
    ...begun,
  };
  const input = shard === null ? whole : selectShard(whole, shard);
  const scope = [
    since === null || changes === null || counts === null
      ? null
      : describeChanges(counts, changes.removed, {
          subject: options.subject ?? 'This change',
          comparison: { name: options.sinceName ?? since, commit: ofGit?.commit ?? null },
        }),
    ofGit?.sameCommit ?? null,
    options.namesFiles === true ? describeFilesNotRead(filesNotRead) : null,
    shard === null ? null : describeShard(shard, input, whole),
    nothingDead ? `Nothing is dead by ${deadBy?.name ?? ''}, so nothing is probed.` : null,
  ];
  const findsOwnChanges =
    options.findsOwnChanges === true &&
    since === null &&
    shard === null &&
    !paths.includes('-') &&
    usageErrors.length === 0 &&
    isCheckedOut(base);
  const ownChanges = findsOwnChanges ? loadOwnChanges(registry) : null;
  const sentences = scope.filter((sentence) => sentence !== null).join(' ');
  return {
    input,
    registry,
    changes,
    scope: sentences === '' ? null : sentences,
    ownChanges,
    usageErrors,
    nothingDead,
  };
}

/** A result, and a sentence for the user in its place; both are null if nothing was requested. */
function split<Result extends object>(
  result: Result | string | null,
): readonly [Result | null, string | null] {
  return typeof result === 'string' ? [null, result] : [result, null];
}

/** Loaded on demand: most runs probe everything. */
async function excludeLiving(...args: Parameters<typeof chooseSecondLook>) {
  const { chooseSecondLook } = await import('../history/second-look.js');
  return chooseSecondLook(...args);
}

async function findSlow({ entries }: Registry, history: Pick<HistoryFile, 'lines'>) {
  const { findTimedOut } = await import('../history/timed-out.js');
  return findTimedOut(entries, history);
}

/** Loaded on demand: most runs need no git. */
async function loadChanges(registry: Registry, since: string, from: string) {
  const { findChanges } = await import('../registry/git/since.js');
  return findChanges(registry, since, checks, { from });
}

async function loadSparse(base: string, since: string, from: string) {
  const { readSparse } = await import('../registry/git/revision.js');
  return readSparse(base, since, { from });
}

/** Loaded on demand: few runs have plain entries. */
async function loadBaseline(registry: Registry, file: string, cwd: string) {
  const { compareWithEntries } = await import('./compare-with-entries.js');
  return compareWithEntries(registry, file, cwd);
}

async function loadOwnChanges(registry: Registry) {
  const { findOwnChanges } = await import('../registry/git/own-changes.js');
  return findOwnChanges(registry, checks);
}

function describeShard({ index, count }: Shard, part: RunInput, whole: RunInput): string {
  return `Part ${index} of ${count}: ${part.entries.length} of ${formatAmount(whole.entries.length, 'entry', 'entries')}.`;
}
