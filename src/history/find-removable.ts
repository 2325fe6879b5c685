import type { Entry } from '../model/entry.js';
import type { Exclusion } from '../registry/exclude.js';
import type { Registry } from '../registry/load.js';
import { type DeadChain, type DeadEntry, type DeadReport, findDead } from './find-dead.js';
import type { HistoryFile } from './history-file.js';
import type { DeadLimits } from './judge-line.js';
import { dayMs } from './days.js';
import { findLastRun } from './update-history.js';

/** What is dead by histories, and for which of it they are evidence enough. */
export interface Removable extends DeadReport {
  readonly evidence: Evidence;
  readonly doubts: ReadonlyMap<Entry, string>;
  /** Chains whose entries are all dead without a doubt. */
  readonly ended: readonly DeadChain[];
}

/** Finds the entries that every history finds dead, and judges whether the last run of each probed them while other endpoints were up. */
export function findRemovable(
  registry: Registry,
  files: readonly HistoryFile[],
  options: { readonly limits: DeadLimits; readonly exclusions: readonly Exclusion[]; readonly now: Date },
): Removable {
  const histories = files.map(({ lines }) => lines);
  const report = findDead(registry, histories, options);
  const evidence = judgeEvidence(files, options.now);
  const doubts = new Map(
    report.dead.flatMap((dead) => {
      const reason = evidence.findDoubt(dead);
      return reason === null ? [] : [[dead.entry, reason] as const];
    }),
  );
  const ended = report.deadChains.filter(({ entries }) => !entries.some(({ entry }) => doubts.has(entry)));
  return { ...report, evidence, doubts, ended };
}

export interface Evidence {
  /** When the last recorded run of each history began; empty if it has none. */
  readonly lastRuns: readonly string[];
  /** What is wrong with the last runs, and what to do, in sentences. */
  readonly obstacles: readonly string[];
  /** Why an entry that is dead by all of the histories should stay; null if it may go. */
  readonly findDoubt: (dead: Pick<DeadEntry, 'lines' | 'othersUp' | 'sign'>) => string | null;
}

/** A second run must not be older: what was dead yesterday may be back. */
const maxAgeMs = dayMs;
/** The clocks of two machines may differ. */
const maxAheadMs = 10 * 60_000;

/** If nothing else was up, the fault may be that of the machine that checked. */
export const alone = 'no other endpoint was up in the same run; check the network of the machine that checks';

/** What only one place sees may be its own firewall's or blocked for it alone. */
const silentHere =
  'it is silent, not gone, and a firewall may block this machine: add --history of a second place that finds it dead too';

/** Judges the last run of each history: whether it is of today, which entries it probed, and whether anything else was up. */
export function judgeEvidence(files: readonly Pick<HistoryFile, 'name' | 'lines'>[], now: Date): Evidence {
  const lastRuns = files.map(({ lines }) => findLastRun(lines));
  const ages = lastRuns.map((lastRun) => describeAge(now.getTime() - Date.parse(lastRun)));
  const age = ages.find((when) => when !== null);
  return {
    lastRuns,
    obstacles: files.flatMap(({ name }, index) => {
      const when = ages[index] ?? null;
      return when === null || lastRuns[index] === ''
        ? []
        : [
            `the last run that ${name} has recorded began at ${lastRuns[index]}, ${when}: check again before anything is removed`,
          ];
    }),
    findDoubt: ({ lines, othersUp, sign }) => {
      if (age !== undefined) return `the last run began ${age}`;
      if (!lines.every(({ lastRun }, index) => lastRun === lastRuns[index]))
        return 'the last run of the history did not probe it, or proved nothing';
      if (othersUp === 0) return alone;
      return sign === 'silent' && lines.length < 2 ? silentHere : null;
    },
  };
}

/** Null for a run of today. The age is NaN without a run. */
function describeAge(ageMs: number): string | null {
  if (ageMs < -maxAheadMs) return 'in the future';
  return ageMs <= maxAgeMs ? null : 'more than a day ago';
}
