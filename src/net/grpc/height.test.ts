import { expect, test } from 'vitest';
import { classifyHeightRefusal, parseLowestHeight } from './height.js';

test.each([
  ['failed to load state at height 1; version does not exist (latest height: 9)', 'gone'],
  ['height 1 is not available, lowest height is 1001', 'gone'],
  ['pruned history unavailable', 'gone'],
  ['missing trie node 0xab (path ) state 0xab is not available', 'gone'],
  ['historical state 0xab is not available', 'gone'],
  ['No state available for block 1', 'gone'],
  ['World state unavailable', 'gone'],
  ['state at block #1 is pruned', 'gone'],
  ['header not found', 'gone'],
  ['unknown block', 'gone'],
  ['cannot query with height in the future', 'not-yet'],
  ['height 9 must be less than or equal to the current blockchain height 8', 'not-yet'],
  ['execution reverted', null],
])('a refusal of a height is read: %s', (details, expected) => {
  expect(classifyHeightRefusal({ details })).toBe(expected);
});

test('the lowest height is read', () => {
  expect(parseLowestHeight('height 1 is not available, lowest height is 1001')).toBe(1_001);
  expect(parseLowestHeight('header not found')).toBeNull();
});
