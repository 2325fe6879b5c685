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
  ])('%j', (given, expected) => {
    expect(matchesEtag('"a"', given)).toBe(expected);
  });
});

test('the same text has the same tag, another text another', () => {
  expect(withEtag('[1]').etag).toBe(withEtag('[1]').etag);
  expect(withEtag('[1]').etag).not.toBe(withEtag('[2]').etag);
  expect(withEtag('[1]').etag).toMatch(/^"[\w-]{27}"$/);
});
