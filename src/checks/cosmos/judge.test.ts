import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../model/json.js';
import { readHead, readHeight, readText, readTime } from './judge.js';

describe('a height is a number, as text in most cases', () => {
  test.each<[JsonValue, number | string]>([
    ['0', 0],
    ['21000000', 21_000_000],
    [7, 7],
    ['9007199254740991', 2 ** 53 - 1],
    ['9007199254740992', '9007199254740992'],
  ])('%j', (value, height) => {
    expect(readHeight(value)).toBe(height);
  });

  test('and nothing else', () => {
    const others = [undefined, null, '', '-1', '1.5', '0x1', '1'.repeat(20), -1, 1.5, 2 ** 60, []];
    expect(others.filter((value) => readHeight(value) !== null)).toEqual([]);
  });
});

describe('a time is RFC 3339, to the nanosecond', () => {
  test.each([
    ['2026-01-01T00:00:00Z', Date.UTC(2026, 0, 1)],
    ['2026-01-01T00:00:00.123456789Z', Date.UTC(2026, 0, 1, 0, 0, 0, 123)],
    ['2026-01-01T01:00:00.5+01:00', Date.UTC(2026, 0, 1, 0, 0, 0, 500)],
    ['1970-01-01T00:00:00Z', 0],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000],
  ])('%s', (text, timeMs) => {
    expect(readTime(text)).toBe(timeMs);
  });

  test.each([
    '',
    '2026',
    '2026-01-01',
    '2026-01-01 00:00:00Z',
    '2026-01-01T00:00:00',
    '2026-13-01T00:00:00Z',
    'Thu, 01 Jan 2026 00:00:00 GMT',
    `2026-01-01T00:00:00.${'1'.repeat(10)}Z`,
    undefined,
    0,
  ])('not %j', (value) => {
    expect(readTime(value)).toBeNull();
  });
});

test('a head needs both, and names what is missing', () => {
  const names = ['h', 't'] as const;
  expect(readHead('7', '1970-01-01T00:00:01Z', names)).toEqual({ height: 7, timeMs: 1_000, unit: 'seconds' });
  expect(readHead('x', '1970-01-01T00:00:01Z', names)).toEqual({ reason: '"h" must be a height' });
  expect(readHead('7', undefined, names)).toEqual({
    reason: '"t" must be a time such as 2026-01-01T00:00:00Z',
  });
});

test('text is cut, and nothing else is text', () => {
  expect([readText('a'), readText(1), readText(null), readText(undefined)]).toEqual(['a', null, null, null]);
  expect(readText('a'.repeat(1_000))).toHaveLength(301);
});
