import { expect, test } from 'vitest';
import { type RequestedRange, chooseRange } from './choose-range.js';

test.each<[string, RequestedRange, 'asc' | 'desc', [number, number] | null, boolean]>([
  ['no block: the latest blocks', { startBlock: null, endBlock: null }, 'desc', [901, 1_000], false],
  [
    'no block, oldest first: the same blocks',
    { startBlock: null, endBlock: null },
    'asc',
    [901, 1_000],
    false,
  ],
  ['an end: the blocks up to it', { startBlock: null, endBlock: 500 }, 'desc', [401, 500], false],
  ['an end near the first block', { startBlock: null, endBlock: 50 }, 'desc', [0, 50], true],
  ['a range that is narrow enough', { startBlock: 5, endBlock: 104 }, 'desc', [5, 104], true],
  ['one block too many, newest first', { startBlock: 5, endBlock: 105 }, 'desc', [6, 105], false],
  ['one block too many, oldest first', { startBlock: 5, endBlock: 105 }, 'asc', [5, 104], false],
  ['an end in the future', { startBlock: 950, endBlock: 9_999 }, 'asc', [950, 1_000], true],
  ['a start in the future', { startBlock: 1_001, endBlock: null }, 'asc', null, true],
  ['a single block', { startBlock: 1_000, endBlock: 1_000 }, 'asc', [1_000, 1_000], true],
])('%s', (_name, asked, sort, blocks, complete) => {
  const range = blocks === null ? null : { startBlock: blocks[0], endBlock: blocks[1] };
  expect(chooseRange(asked, { latest: 1_000, maxBlocks: 100, sort })).toEqual({ range, complete });
});
