import { formatAmount } from '../../model/amount.js';
import type { KeptEntry } from '../../engine/edit/plan-removal.js';
import type { HistoryFile } from '../../history/history-file.js';
import { findDead, type DeadEntry, type DeadReport } from '../../history/find-dead.js';
import { alone, type Evidence, findRemovable, type Removable } from '../../history/find-removable.js';
import { findHalted, type HaltedChain } from '../../history/find-halted.js';
import { defaultDeadLimits } from '../../history/judge-line.js';
import type { Entry } from '../../model/entry.js';
import type { Exclusion } from '../../registry/exclude.js';
import type { Registry } from '../../registry/load.js';

const mayBlock =
  'it fell silent with the other hosts of its provider, which may block the machine that checks';

export interface Candidates extends Removable {
  readonly proposable: readonly DeadEntry[];
  /** Chains that have halted by each of the histories, as the first one shows them. */
  readonly halted: readonly HaltedChain[];
  /** Dead entries for which these histories are not enough evidence, and why. */
  readonly doubtful: readonly KeptEntry[];
  /** What is wrong with the histories, and what to do, in sentences. */
  readonly obstacles: readonly string[];
}

/**
 * Finds the dead entries that the last run of each history probed while other endpoints were up. The chains of which every entry is dead are listed
 * apart. What is dead in only some of the histories is doubtful.
 */
export function findCandidates(
  registry: Registry,
  files: readonly HistoryFile[],
  { exclusions, now }: { readonly exclusions: readonly Exclusion[]; readonly now: Date },
): Candidates {
  const removable = findRemovable(registry, files, { limits: defaultDeadLimits, exclusions, now });
  const { evidence, doubts } = removable;
  const ofDeadChains = new Set(removable.deadChains.flatMap(({ entries }) => entries));
  const free = removable.dead.filter((dead) => !ofDeadChains.has(dead));
  const countAlone = [...doubts.values()].filter((reason) => reason === alone).length;
  return {
    ...removable,
    proposable: free.filter(({ entry }) => !doubts.has(entry)),
    halted: findHaltedByAll(registry, files, evidence),
    doubtful: [
      ...free.flatMap(({ entry }) => {
        const reason = doubts.get(entry);
        return reason === undefined ? [] : [{ entry, reason }];
      }),
      ...removable.blockers.map(({ entry }) => ({ entry, reason: mayBlock })),
      ...findDeadInPart(registry, files, { byAll: removable, exclusions, now }),
    ],
    obstacles: [
      ...evidence.obstacles,
      ...(countAlone === 0 ? [] : [`${formatAmount(countAlone, 'dead endpoint')} not proposed: ${alone}`]),
    ],
  };
}

/** None if the last run of a history is no evidence. */
function findHaltedByAll(
  registry: Registry,
  files: readonly HistoryFile[],
  { obstacles }: Evidence,
): readonly HaltedChain[] {
  const [first = [], ...others] = files.map(
    ({ lines }) => findHalted(registry, lines, defaultDeadLimits).halted,
  );
  const keyOf = ({ chain, files: paths }: HaltedChain) => JSON.stringify([chain, ...paths]);
  const isHaltedToo = (chain: HaltedChain) =>
    others.every((list) => list.some((other) => keyOf(other) === keyOf(chain)));
  return obstacles.length > 0 ? [] : first.filter(isHaltedToo);
}

function findDeadInPart(
  registry: Registry,
  files: readonly HistoryFile[],
  {
    byAll,
    ...options
  }: { readonly byAll: DeadReport; readonly exclusions: readonly Exclusion[]; readonly now: Date },
): readonly KeptEntry[] {
  if (files.length < 2) return [];
  const inAll = new Set([...byAll.dead, ...byAll.blockers, ...byAll.excluded].map(({ entry }) => entry));
  const names = new Map<Entry, string[]>();
  for (const { name, lines } of files)
    for (const { entry } of findDead(registry, [lines], { limits: defaultDeadLimits, ...options }).dead)
      if (!inAll.has(entry)) names.set(entry, [...(names.get(entry) ?? []), name]);
  // In the order of the files.
  return registry.entries.flatMap((entry) => {
    const deadBy = names.get(entry);
    if (deadBy === undefined) return [];
    const notDeadBy = files.filter(({ name }) => !deadBy.includes(name)).map(({ name }) => name);
    return [{ entry, reason: `dead by ${deadBy.join(' and ')}, but not by ${notDeadBy.join(' and ')}` }];
  });
}
