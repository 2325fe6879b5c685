import { describe, expect, test } from 'vitest';
import { contradicts, type LatestBlock } from './latest-block.js';

const now = Date.now();
const hourMs = 3_600_000;
const block = (number: number, timeMs = now): LatestBlock => ({ number, timeMs });

describe('two blocks contradict each other if no chain makes so many blocks in the time between them', () => {
  test.each<[boolean, string, LatestBlock, LatestBlock]>([
    [false, 'nearly the same', block(1_000_000), block(1_000_100)],
    [false, 'a node that lags by an hour of fast blocks', block(1_000_000, now - hourMs), block(1_360_000)],
    [false, 'a node that has begun to synchronise', block(1, now - 10_000 * hourMs), block(20_000_000)],
    [true, 'a head far beyond', block(1_000_000), block(9_000_000_000)],
    [true, 'many more blocks at an earlier time', block(1_000_000), block(20_000_000, now - hourMs)],
    [true, 'a time that is yet to come', block(1_000_000), block(9_000_000_000, now + 100_000 * hourMs)],
  ])('%s: %s', (expected, _name, a, b) => {
    expect([contradicts(a, b), contradicts(b, a)]).toEqual([expected, expected]);
  });
});
