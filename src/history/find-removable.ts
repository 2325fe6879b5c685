import type { Entry } from '../model/entry.js';
import type { Exclusion } from '../registry/exclude.js';
import type { Registry } from '../registry/load.js';
import type { DeadChain, DeadReport } from './dead-report.js';
import { findDead } from './find-dead.js';
import type { HistoryFile } from './history-file.js';
import { type Evidence, judgeEvidence } from './judge-evidence.js';
import type { DeadLimits } from './judge-line.js';

/** What is dead by histories, and for which of it they are evidence enough. */
export interface Removable extends DeadReport {
  readonly evidence: Evidence;
  /** Why a dead entry should stay nevertheless. */
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
