import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findExceededLimit, type JsonLimits } from './json.js';

const unlimited: JsonLimits = { values: Infinity, levels: Infinity };
const fits = (text: string, limits: Partial<JsonLimits>) =>
  findExceededLimit(Buffer.from(text), { ...unlimited, ...limits });

describe('JSON is measured without being parsed', () => {
  test.each([
    ['0', 0, 1],
    ['[]', 1, 2],
    ['[[],{},[]]', 2, 7],
    ['{"a":[{"b":1}]}', 3, 4],
    ['"[[[[,"', 0, 1],
    ['["\\"[[[[", "\\\\", []]', 2, 5],
    ['{"[{\\"":"}]\\\\,"}', 1, 2],
    ['["ü,[🔥"]', 1, 2],
  ])('%s has %i levels and at most %i values', (text, levels, values) => {
    expect(JSON.parse(text)).toBeDefined();
    expect(fits(text, { levels })).toBeNull();
    expect(fits(text, { values })).toBeNull();
    expect(fits(text, { values: values - 1 })).toBe('values');
    if (levels > 0) expect(fits(text, { levels: levels - 1 })).toBe('levels');
  });

  test('the levels are those of the value, and no value is missed', () => {
    const children = (value: unknown) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : null;
    const depth = (value: unknown): number => {
      const nested = children(value);
      return nested === null ? 0 : 1 + Math.max(0, ...nested.map(depth));
    };
    const count = (value: unknown): number =>
      (children(value) ?? []).reduce<number>((sum, child) => sum + count(child), 1);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(5), fc.nat(9), (value, levels, values) => {
        const text = JSON.stringify(value);
        expect(fits(text, { levels })).toBe(depth(value) > levels ? 'levels' : null);
        if (count(value) > values) expect(fits(text, { values })).toBe('values');
      }),
    );
  });
});
