import { describe, expect, test } from 'vitest';
import { createTagged, isKnown } from './answer.js';

describe('If-None-Match', () => {
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['"b",W/"a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    ['"A"', false],
    ['', false],
    [undefined, false],
  ])('%j', (given, expected) => {
    expect(isKnown('"a"', given)).toBe(expected);
  });
});

test('the same text has the same tag, another text another', () => {
  expect(createTagged('[1]').etag).toBe(createTagged('[1]').etag);
  expect(createTagged('[1]').etag).not.toBe(createTagged('[2]').etag);
  expect(createTagged('[1]').etag).toMatch(/^"[\w-]{27}"$/);
});
