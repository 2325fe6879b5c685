import { expect, test } from 'vitest';
import { contradicts, type DatedBlock } from './chain-view.js';

const now = Date.now();
const hourMs = 3_600_000;
const block = (number: number, timeMs = now): DatedBlock => ({ number, timeMs });

test.each<[boolean, string, DatedBlock, DatedBlock]>([
  [false, 'nearly the same', block(1_000_000), block(1_000_100)],
  [false, 'a node that lags by an hour of fast blocks', block(1_000_000, now - hourMs), block(1_360_000)],
  [false, 'a node that has begun to synchronise', block(1, now - 10_000 * hourMs), block(20_000_000)],
  [true, 'a head far beyond', block(1_000_000), block(9_000_000_000)],
  [true, 'many more blocks at an earlier time', block(1_000_000), block(20_000_000, now - hourMs)],
  [true, 'a time that is yet to come', block(1_000_000), block(9_000_000_000, now + 100_000 * hourMs)],
])('two blocks contradict each other if no chain makes so many between them: %s: %s', (expected, _, a, b) => {
  expect([contradicts(a, b), contradicts(b, a)]).toEqual([expected, expected]);
});
