import { describe, expect, test } from 'vitest';
import { findProblem } from '../../../../test/support/chain-handlers.js';
import type { Position } from '../../http/cursor.js';
import { formatPosition, parsePosition, pinRange, type RequestedRange } from './search-position.js';

describe('the range of a search', () => {
  test.each<[string, RequestedRange, [number, number] | null]>([
    ['no block: all of them', { startBlock: null, endBlock: null }, [0, 1_000]],
    ['an end', { startBlock: null, endBlock: 500 }, [0, 500]],
    ['both', { startBlock: 5, endBlock: 104 }, [5, 104]],
    ['an end in the future', { startBlock: 950, endBlock: 9_999 }, [950, 1_000]],
    ['a start in the future', { startBlock: 1_001, endBlock: null }, null],
    ['a single block', { startBlock: 1_000, endBlock: 1_000 }, [1_000, 1_000]],
  ])('%s', (_name, requested, blocks) => {
    const range = blocks === null ? null : { startBlock: blocks[0], endBlock: blocks[1] };
    expect(pinRange(requested, 1_000)).toEqual(range);
  });
});

describe('the place of a cursor', () => {
  const requested = { startBlock: 10, endBlock: 100 };

  test.each<[Position]>([[[10, 100, 50, null]], [[10, 90, 90, 0]], [[10, 10, 10, 3]]])(
    '%j is valid',
    (position) => {
      expect(formatPosition(parsePosition(position, requested))).toEqual(position);
    },
  );

  test.each<[Position]>([
    [[]],
    [[10, 100, 50]],
    [[10, 100, 50, null, null]],
    [[9, 100, 50, null]],
    [[11, 100, 50, null]],
    [[10, 101, 50, null]],
    [[10, 100, 9, null]],
    [[10, 100, 101, null]],
    [[10, 100, 50.5, null]],
    [[10, 100, 50, -1]],
    [[10, 100, 50, 2 ** 53]],
    [['10', 100, 50, null]],
    [[10, 100, '50', null]],
    [[10, null, 50, null]],
    [[10, 100, 50, '0']],
    [[10, 9, 10, null]],
  ])('%j is a 400', async (position) => {
    const parse = Promise.resolve().then(() => parsePosition(position, requested));
    expect(await findProblem(parse)).toMatchObject({ status: 400, errors: [{ parameter: 'cursor' }] });
  });

  test('begins at the first block where none is requested', async () => {
    const open = { startBlock: null, endBlock: null };
    expect(parsePosition([0, 5, 3, null], open)).toMatchObject({ block: 3 });
    const parse = Promise.resolve().then(() => parsePosition([1, 5, 3, null], open));
    expect(await findProblem(parse)).toMatchObject({ status: 400 });
  });
});
