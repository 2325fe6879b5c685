import { describe, expect, test } from 'vitest';
import { withEtag, matchesEtag } from './etag.js';

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
  ])('%j', (ifNoneMatch, expected) => {
    expect(matchesEtag('"a"', ifNoneMatch)).toBe(expected);
  });
});

test('equal answers have equal tags', () => {
  expect(withEtag('[1]').etag).toBe(withEtag('[1]').etag);
  expect(withEtag('[1]').etag).not.toBe(withEtag('[2]').etag);
  expect(withEtag('[1]').etag).toMatch(/^"[\w-]{27}"$/);
});
