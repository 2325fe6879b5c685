import { expect, test } from 'vitest';
import type { ChangeCounts, RemovedEntry } from '../model/report.js';
import { describeChanges } from './describe-changes.js';

const none: ChangeCounts = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0, filesNotRead: 0 };
const commit = '0123456789abcdef';

function describeThese(counts: Partial<ChangeCounts>, removed: readonly RemovedEntry[] = []): string {
  const options = { subject: 'This change', comparison: { name: 'main', commit } } as const;
  return describeChanges({ ...none, ...counts }, removed, options);
}

test.each<[Partial<ChangeCounts>, string]>([
  [{}, 'This change changes none of 0 entries'],
  [{ unchanged: 3 }, 'This change changes none of 3 entries'],
  [{ added: 1, unchanged: 1 }, 'This change adds 1 of 2 entries'],
  [{ changed: 1, moved: 2, unchanged: 4 }, 'This change changes 1 of 7 entries and moves 2'],
  [{ added: 1, changed: 2, removed: 3 }, 'This change adds 1 of 3 entries, changes 2 and removes 3'],
  // Of what was there before.
  [{ removed: 1, unchanged: 2 }, 'This change removes 1 of 3 entries'],
])('%j: %s', (counts, sentence) => {
  expect(describeThese(counts)).toBe(`${sentence} (compared with main, 0123456).`);
});

test('whose entries are removed, most first, and how many of others', () => {
  const entries = ['a', 'b', 'b', 'c', 'd', 'e', 'f', null].map(
    (provider) => ({ provider, file: 'kava/chain.json', movedTo: null }) as RemovedEntry,
  );
  const moved = { provider: 'g', file: 'kava/chain.json', movedTo: 'juno/chain.json' } as RemovedEntry;
  expect(describeThese({ removed: 8 }, [...entries, moved])).toContain(
    'Removed: 2 of b, 1 of a, 1 of c, 1 of d, 1 of e and 2 more.',
  );
});
