import { planEntryRemoval, type RemovalPlan } from '../../engine/edit/plan-removal.js';
import type { DeadChain, DeadEntry } from '../../history/find-dead.js';
import type { HaltedChain } from '../../history/find-halted.js';
import type { Entry } from '../../model/entry.js';
import type { Registry } from '../../registry/load.js';
import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { compareTexts } from '../../engine/findings.js';
import { foldProvider } from '../../registry/spelling.js';

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

/** What the entries of one pull request have in common. */
export const groupings = ['provider', 'chain'] as const;
export type Grouping = (typeof groupings)[number];

/** Dead entries that one pull request removes, or a chain that it marks as ended, with all its entries. */
export interface Group {
  readonly action: 'remove' | 'mark';
  readonly by: Grouping;
  /** The provider as most entries of the group write it, or the chain. Untrusted text. */
  readonly name: string;
  /** The branch of its pull request, the same in every run. */
  readonly branch: string;
  readonly entries: readonly DeadEntry[];
  /** The chain that it marks, if its endpoints answer; `entries` is empty then. */
  readonly halted?: HaltedChain;
}

export interface Proposal {
  readonly group: Group;
  readonly plan: RemovalPlan;
  readonly lists: readonly ChangedList[];
}

/** A list that loses entries; it stays even if it becomes empty. */
export interface ChangedList {
  readonly file: string;
  readonly pointer: string;
  readonly chain: string | null;
  readonly kinds: readonly string[];
  readonly left: number;
  readonly total: number;
}

/**
 * Groups entries by their provider, however it is spelled, or by their chain; an entry without a provider belongs to its chain. The largest group first,
 * equal ones by name.
 */
export function groupEntries(entries: readonly DeadEntry[], grouping: Grouping): readonly Group[] {
  const groups = new Map<string, { readonly by: Grouping; readonly entries: DeadEntry[] }>();
  for (const deadEntry of entries) {
    const provider = grouping === 'provider' ? readProvider(deadEntry.entry) : '';
    const by = provider === '' ? 'chain' : 'provider';
    const key = JSON.stringify([
      by,
      ...(by === 'chain' ? identifyChain(deadEntry.entry) : [foldProvider(provider)]),
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { by, entries: [deadEntry] });
    else group.entries.push(deadEntry);
  }
  return [...groups]
    .map(([key, { by, entries: grouped }]): Group => {
      const name = findMostCommon(
        grouped.map(({ entry }) => (by === 'chain' ? nameChain(entry) : readProvider(entry))),
      );
      return { action: 'remove', by, name, branch: nameBranch('remove', key, name), entries: grouped };
    })
    .sort(
      (a, b) =>
        b.entries.length - a.entries.length ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.branch, b.branch),
    );
}

function groupChain({ chain, files, entries }: DeadChain): Group {
  const key = JSON.stringify(['mark', chain, ...files]);
  return { action: 'mark', by: 'chain', name: chain, branch: nameBranch('mark', key, chain), entries };
}

function groupHalted(halted: HaltedChain): Group {
  return { ...groupChain({ ...halted, entries: [] }), halted };
}

function readProvider({ provider }: Entry): string {
  return provider?.trim() ?? '';
}

/** A main network and its test network may share a name; their files are in different directories. */
function identifyChain(entry: Entry): readonly string[] {
  return [posix.dirname(entry.place.file ?? ''), nameChain(entry)];
}

/** A file outside of every chain is a group by itself. */
function nameChain({ chain, place }: Entry): string {
  return chain ?? place.file ?? '';
}

/** The most common of the names; the first one if several are equally common. */
function findMostCommon(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const [[mostCommon] = ['']] = [...counts].sort(([a, x], [b, y]) => y - x || compareTexts(a, b));
  return mostCommon;
}

/** Letters that every file system and shell takes, and a hash, since different names may have the same letters. */
function nameBranch(action: 'remove' | 'mark', key: string, name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const slug = plain.slice(0, 40).replaceAll(/^-|-$/g, '');
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 8);
  return `endpoint-check/${action}/${slug === '' ? hash : `${slug}-${hash}`}`;
}
