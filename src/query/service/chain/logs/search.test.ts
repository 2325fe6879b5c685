import { expect, test } from 'vitest';
import { findProblem } from '../../../../../test/support/chain-handlers.js';
import type { Position } from '../../http/cursor.js';
import { findStart, formatPosition, parsePosition } from './search.js';

test.each<[string, number | null, number | null, [number, number] | null]>([
  ['no block: all of them', null, null, [0, 1_000]],
  ['an end', null, 500, [0, 500]],
  ['both', 5, 104, [5, 104]],
  ['an end in the future', 950, 9_999, [950, 1_000]],
  ['a start in the future', 1_001, null, null],
  ['a single block', 1_000, 1_000, [1_000, 1_000]],
])('the range of a search that names %s', (_, startBlock, endBlock, blocks) => {
  const { range } = findStart({ startBlock, endBlock, sort: 'asc' }, 1_000) ?? {};
  expect(range).toEqual(blocks === null ? undefined : { startBlock: blocks[0], endBlock: blocks[1] });
});

const parse = (position: Position, startBlock: number | null = 10) =>
  Promise.resolve().then(() => parsePosition(position, { startBlock, endBlock: 100 }));

test.each<[Position, number | null]>([
  [[10, 100, 50, null], 10],
  [[10, 90, 90, 0], 10],
  [[10, 10, 10, 3], 10],
  [[0, 5, 3, null], null],
])('%j is the place of a cursor', async (position, startBlock) => {
  expect(formatPosition(await parse(position, startBlock))).toEqual(position);
});

test.each<{ position: Position }>(
  [
    ...[[], [10, 100, 50], [10, 100, 50, null, null], [9, 100, 50, null], [11, 100, 50, null]],
    ...[
      [10, 101, 50, null],
      [10, 100, 9, null],
      [10, 100, 101, null],
      [10, 9, 10, null],
    ],
    ...[
      [10, 100, 50.5, null],
      [10, 100, 50, -1],
      [10, 100, 50, 2 ** 53],
      [10, 100, 50, '0'],
    ],
    ...[
      ['10', 100, 50, null],
      [10, 100, '50', null],
      [10, null, 50, null],
    ],
  ].map((position) => ({ position })),
)('$position is a 400', async ({ position }) => {
  const problem = { status: 400, errors: [{ parameter: 'cursor' }] };
  expect(await findProblem(parse(position))).toMatchObject(problem);
});
