import { describe, expect, test } from 'vitest';
import { log, word } from '../../../../test/support/sandbox-logs.js';
import { PageCollector, type PageRequest } from './page-collector.js';
import type { Log } from './parse-logs.js';
import { findStart } from './search-position.js';

const range = { startBlock: 0, endBlock: 999 };

function toLog(blockNumber: number, index: number, dataLength = 0): Log {
  const data = `0x${'0'.repeat(dataLength)}`;
  return { ...log(blockNumber, index, index), data, blockHash: `0x${word(blockNumber)}`, blockTime: null };
}

function collect(otherwise: Partial<PageRequest> = {}): PageCollector {
  const request = {
    sort: 'asc',
    start: findStart(range, 'asc'),
    count: 0,
    skip: 0,
    take: 10,
    mayBeShort: true,
  } as const;
  return new PageCollector({ ...request, ...otherwise });
}

const blocks = { from: 0, to: 999 };
const large = [1, 2, 3].map((block) => toLog(block, 0, 4 << 20));

describe('a page whose events are too large', () => {
  test('ends before, and the next one goes on there', () => {
    const first = collect();
    first.add(blocks, large);
    expect([first.transactions.length, first.position, first.isDone]).toEqual([
      1,
      { range, block: 1, after: 0 },
      true,
    ]);
    const second = collect({ start: first.position });
    second.add({ from: 1, to: 999 }, large);
    expect(second.transactions.map(({ blockNumber }) => blockNumber)).toEqual([2]);
  });

  test('has at least one transaction, however large', () => {
    const page = collect();
    page.add(blocks, [toLog(1, 0, 20 << 20), toLog(2, 0)]);
    expect(page.transactions).toHaveLength(1);
  });

  test('is a 400 where it may not be shorter', () => {
    const page = collect({ mayBeShort: false, skip: 1 });
    expect(() => page.add(blocks, large)).toThrow('invalid parameters: offset');
  });
});

describe('a page within a block', () => {
  const block = [0, 1, 2, 3, 4].map((index) => toLog(5, index));

  test.each([
    ['asc', [2, 3]],
    ['desc', [2, 1]],
  ] as const)('goes on after the transaction of the cursor: %s', (sort, expected) => {
    const start = { range, block: 5, after: sort === 'asc' ? 1 : 3 };
    const page = collect({ sort, start, take: 2 });
    page.add({ from: 5, to: 5 }, block);
    expect(page.transactions.map(({ transactionIndex }) => transactionIndex)).toEqual(expected);
    expect(page.position).toEqual({ range, block: 5, after: expected[1] });
  });
});

describe('the blocks that a page is likely to need', () => {
  test('are few at first, more where nothing is found, and then as many as held what is missing', () => {
    const page = collect();
    expect(page.estimateBlocks()).toBe(2_000);
    page.add({ from: 0, to: 99 }, []);
    expect(page.estimateBlocks()).toBe(2_000);
    page.add({ from: 100, to: 399 }, []);
    expect(page.estimateBlocks()).toBe(3_200);
    page.add({ from: 400, to: 499 }, [toLog(450, 0), toLog(451, 0)]);
    expect(page.estimateBlocks()).toBe((500 / 2) * 8 * 1.5);
  });

  test('are all of them in a search that goes on after blocks without a full page', () => {
    expect(collect({ start: { range, block: 500, after: null } }).estimateBlocks()).toBe(Infinity);
    expect(collect({ start: { range, block: 500, after: 3 } }).estimateBlocks()).toBe(2_000);
    expect(collect({ skip: 10 }).estimateBlocks()).toBe(Infinity);
  });

  test('are few where more had too much, until these are searched', () => {
    const page = collect();
    page.expectMuch(50);
    expect(page.estimateBlocks()).toBe(50);
    page.add({ from: 0, to: 49 }, []);
    expect(page.estimateBlocks()).toBe(400);
  });
});
