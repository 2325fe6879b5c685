import { expect, test } from 'vitest';
import { failure } from '../../model/failure.js';
import { type ArchiveCalls, searchCosmosArchive } from './archive.js';

const lowestIs = (height: number) => ({ refusal: `height 1 is not available, lowest height is ${height}` });
const limited = { problem: failure('net/rate-limited', { detail: 'HTTP 429', retryAfterMs: null }) };
const gone = { refusal: 'failed to load state at height 1; version does not exist (latest height: 9)' };

/** An archive that reports its lowest state, but for these answers. */
function answer(changes: Partial<ArchiveCalls>): ArchiveCalls {
  return {
    getBlock: () => Promise.resolve({ isFirst: true }),
    getLowestState: () => Promise.resolve({ lowest: 1 }),
    getState: () => Promise.resolve({ hasState: true }),
    ...changes,
  };
}

test.each<[string, Partial<ArchiveCalls>, object]>([
  ['has the first block and its state', {}, { kind: 'whole' }],
  [
    'begins with a later block',
    {
      getBlock: (height) => Promise.resolve(height === 5 ? { isFirst: true } : lowestIs(5)),
      getLowestState: () => Promise.resolve({ lowest: 5 }),
    },
    { kind: 'whole' },
  ],
  [
    'lacks blocks',
    { getBlock: (height) => Promise.resolve(height === 5 ? { isFirst: false } : lowestIs(5)) },
    { kind: 'pruned', of: 'blocks', lowest: 5 },
  ],
  [
    'removes its lowest block meanwhile',
    { getBlock: (height) => Promise.resolve(lowestIs(height + 4)) },
    { kind: 'pruned', of: 'blocks', lowest: 9 },
  ],
  [
    'lacks state, as it reports',
    { getLowestState: () => Promise.resolve({ lowest: 508 }) },
    { kind: 'pruned', of: 'state', lowest: 508 },
  ],
  [
    'lacks state, as a query shows',
    { getLowestState: () => Promise.resolve({ lowest: null }), getState: () => Promise.resolve(gone) },
    { kind: 'pruned', of: 'state', lowest: null },
  ],
  [
    'lacks state, though it reports all of it',
    { getState: () => Promise.resolve(gone) },
    { kind: 'pruned', of: 'state', lowest: null },
  ],
  [
    'answers a query of old state',
    { getLowestState: () => Promise.resolve({ lowest: null }) },
    { kind: 'whole' },
  ],
  [
    'reports all of its state, and limits the query',
    { getState: () => Promise.resolve(limited) },
    { kind: 'whole' },
  ],
  [
    'refuses a query for another reason',
    {
      getLowestState: () => Promise.resolve({ lowest: null }),
      getState: () => Promise.resolve({ refusal: 'no' }),
    },
    { kind: 'unproved', detail: 'the state of block 1 is refused' },
  ],
  [
    'refuses block 1 without a reason',
    { getBlock: () => Promise.resolve({ refusal: 'no' }) },
    { kind: 'unproved', detail: 'block 1 is refused' },
  ],
  ['limits requests', { getBlock: () => Promise.resolve(limited) }, { kind: 'unproved', detail: 'HTTP 429' }],
])('a node that %s', async (_, changes, archive) => {
  expect(await searchCosmosArchive(answer(changes))).toEqual(archive);
});
