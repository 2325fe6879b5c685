import type { HistoryFile } from '../../engine/history/history-file.js';
import { findDead } from '../../engine/history/find-dead.js';
import { dayMs } from '../../history/days.js';
import type { DeadEntry, DeadReport } from '../../history/dead-report.js';
import { usualDeadLimits } from '../../history/judge-line.js';
import { findLastRun } from '../../history/update-history.js';
import type { Exclusion } from '../../registry/exclude.js';
import type { Registry } from '../../registry/load.js';

/** What may be proposed, and what is dead and may not. */
export interface Candidates extends DeadReport {
  /** When the last recorded run of each history began. */
  readonly lastRuns: readonly string[];
  readonly proposable: readonly DeadEntry[];
  /** Dead entries that the last run did not probe, so that nothing is known of them by now. */
  readonly unprobed: readonly DeadEntry[];
  /** Why nothing may be proposed by these histories; null where it may. */
  readonly obstacle: string | null;
}

/** A second look must not be older: what was dead yesterday may be back. */
const maxAgeMs = dayMs;

/** Finds the dead entries that the last run of each history probed. What belongs to a chain of which every entry is dead is left to people. */
export function findCandidates(
  registry: Registry,
  files: readonly HistoryFile[],
  { exclusions, now }: { readonly exclusions: readonly Exclusion[]; readonly now: Date },
): Candidates {
  const histories = files.map(({ lines }) => lines);
  const found = findDead(registry, histories, { limits: usualDeadLimits, exclusions, now });
  const lastRuns = histories.map(findLastRun);
  const ofDeadChains = new Set(found.deadChains.flatMap(({ entries }) => entries));
  const isProbed = ({ lines }: DeadEntry) => lines.every(({ lastRun }, index) => lastRun === lastRuns[index]);
  const dead = found.dead.filter((one) => !ofDeadChains.has(one));
  const old = files.find((_, index) => now.getTime() - Date.parse(lastRuns[index] ?? '') > maxAgeMs);
  return {
    ...found,
    lastRuns,
    proposable: old === undefined ? dead.filter(isProbed) : [],
    unprobed: old === undefined ? dead.filter((one) => !isProbed(one)) : dead,
    obstacle:
      old === undefined
        ? null
        : `the last run that ${old.name} has recorded began at ${findLastRun(old.lines)}, more than a day ago: check again before anything is removed`,
  };
}
