import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nestsDeeper } from './json.js';

describe('the levels of valid JSON', () => {
  test.each([
    ['0', 0],
    ['[]', 1],
    ['[[],{},[]]', 2],
    ['{"a":[{"b":1}]}', 3],
    ['"[[[["', 0],
    ['["\\"[[[[", "\\\\", []]', 2],
    ['{"[{\\"":"}]\\\\"}', 1],
  ])('%s has %i', (text, levels) => {
    expect(JSON.parse(text)).toBeDefined();
    expect([0, 1, 2, 3, 4].find((most) => !nestsDeeper(text, most))).toBe(levels);
  });

  test('are those of its value', () => {
    const count = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(count)) : 0;
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(5), (value, levels) => {
        expect(nestsDeeper(JSON.stringify(value), levels)).toBe(count(value) > levels);
      }),
    );
  });
});
