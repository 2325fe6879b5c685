import { describe, expect, test } from 'vitest';
import { type BlockAnswer, findArchive, judgeArchive } from './archive.js';

/** A node of a chain that begins at `first`, which has the blocks from `lowest` on. */
const createNode =
  (first: number, lowest: number) =>
  (height: number): Promise<BlockAnswer> =>
    Promise.resolve(
      height < lowest
        ? { refusal: `height ${height} is not available, lowest height is ${lowest}` }
        : { isFirst: height === first },
    );

/** A node that removes a block after each request. */
const createPruning = (lowest: number) => {
  let requests = 0;
  return (height: number) => createNode(1, lowest + requests++)(height);
};

describe('a node has all blocks', () => {
  test.each<[string, (height: number) => Promise<BlockAnswer>, unknown]>([
    ['if it has the first', createNode(1, 1), { isWhole: true }],
    ['if its chain begins at its lowest', createNode(5_200_791, 5_200_791), { isWhole: true }],
    ['unless another block comes before its lowest', createNode(1, 900), { isWhole: false, lowest: 900 }],
    [
      'unless it was pruned, of a chain that begins late',
      createNode(50, 900),
      { isWhole: false, lowest: 900 },
    ],
    ['unless its lowest goes while it is asked', createPruning(900), { isWhole: false, lowest: 901 }],
    ['perhaps, if it does not answer', () => Promise.resolve(null), null],
    ['perhaps, if it refuses in other words', () => Promise.resolve({ refusal: 'no' }), null],
    [
      'perhaps, if it refuses its lowest block too',
      () => Promise.resolve({ refusal: 'height 1 is not available, lowest height is 9' }),
      null,
    ],
  ])('%s', async (_title, getBlock, expected) => {
    expect(await findArchive(getBlock)).toEqual(expected);
  });
});

test('only a node that is known to lack blocks has a problem', () => {
  expect([null, { isWhole: true } as const].flatMap((archive) => judgeArchive('rpc', archive))).toEqual([]);
  expect(judgeArchive('rpc', { isWhole: false, lowest: 9 })).toEqual([
    { code: 'rpc/not-archive', data: { lowest: 9 } },
  ]);
});
