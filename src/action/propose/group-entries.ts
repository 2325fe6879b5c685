import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { compareTexts } from '../../engine/report-order.js';
import type { DeadChain, DeadEntry } from '../../history/find-dead.js';
import type { HaltedChain } from '../../history/find-halted.js';
import type { Entry } from '../../model/entry.js';
import { foldProvider } from '../../registry/spelling.js';

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

export function groupChain({ chain, files, entries }: DeadChain): Group {
  const key = JSON.stringify(['mark', chain, ...files]);
  return { action: 'mark', by: 'chain', name: chain, branch: nameBranch('mark', key, chain), entries };
}

export function groupHalted(halted: HaltedChain): Group {
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
