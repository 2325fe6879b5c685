import { planEntryRemoval, type RemovalPlan } from '../../engine/edit/plan-removal.js';
import type { DeadChain, DeadEntry } from '../../history/find-dead.js';
import type { HaltedChain } from '../../history/find-halted.js';
import type { Entry } from '../../model/entry.js';
import type { Registry } from '../../registry/load.js';
import type { ChangedList, Proposal } from './describe-proposal.js';
import { type Group, groupChain, groupEntries, groupHalted, type Grouping } from './group-entries.js';

/**
 * The pull requests that would remove entries, the largest first, then those that would mark chains as ended, and the entries that stay: those of a
 * provider's manifest, those that are the only value of a field, and those of unreadable files. Returns a sentence if it is unknown what may be
 * removed.
 */
export function chooseProposals(
  registry: Registry,
  {
    entries,
    ended,
    halted,
  }: {
    readonly entries: readonly DeadEntry[];
    readonly ended: readonly DeadChain[];
    readonly halted: readonly HaltedChain[];
  },
  grouping: Grouping,
): ({ readonly proposals: readonly Proposal[] } & Pick<RemovalPlan, 'kept' | 'unread'>) | string {
  const whole = planEntryRemoval(
    registry,
    entries.map(({ entry }) => entry),
  );
  if (typeof whole === 'string') return whole;
  const removable = new Set(whole.files.flatMap((file) => file.entries));
  const groups = groupEntries(entries, grouping);
  const countRemovable = (group: Group) => group.entries.filter(({ entry }) => removable.has(entry)).length;
  const proposals: Proposal[] = [];
  // Stable, so that groups of one size stay in their order.
  for (const group of groups.toSorted((a, b) => countRemovable(b) - countRemovable(a))) {
    if (countRemovable(group) === 0) continue;
    const plan = planEntryRemoval(
      registry,
      group.entries.map(({ entry }) => entry),
    );
    if (typeof plan === 'string') return plan;
    proposals.push({ group, plan, lists: findChanged(registry.entries, plan) });
  }
  const kept = [...whole.kept];
  const marks = [
    ...ended.map((chain) => ({ group: groupChain(chain), endpoints: chain.entries })),
    ...halted.map((chain) => ({ group: groupHalted(chain), endpoints: chain.endpoints })),
  ];
  for (const { group, endpoints } of marks) {
    const ofChain = endpoints.map(({ entry }) => entry);
    const plan = planEntryRemoval(registry, ofChain, [{ chain: group.name, entries: ofChain }]);
    if (typeof plan === 'string') return plan;
    kept.push(...plan.kept);
    if (plan.files.length > 0) proposals.push({ group, plan, lists: [] });
  }
  return { proposals, kept, unread: whole.unread };
}

function findChanged(entries: readonly Entry[], { files }: RemovalPlan): readonly ChangedList[] {
  const removed = new Set(files.flatMap((file) => file.entries));
  const lists = new Map<string, ChangedList>();
  for (const entry of entries) {
    const { file, pointer } = entry.place;
    if (file === null || pointer === null) continue;
    const list = pointer.slice(0, pointer.lastIndexOf('/'));
    const key = JSON.stringify([file, list]);
    const { kinds = [], left = 0, total = 0 } = lists.get(key) ?? {};
    lists.set(key, {
      file,
      pointer: list,
      chain: entry.chain,
      kinds: kinds.includes(entry.kind) ? kinds : [...kinds, entry.kind],
      left: left + (removed.has(entry) ? 0 : 1),
      total: total + 1,
    });
  }
  return [...lists.values()].filter(({ left, total }) => left < total);
}
