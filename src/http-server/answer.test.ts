import { describe, expect, test } from 'vitest';
import { findCachedTag, tagCoding, withEtag } from './answer.js';

describe('If-None-Match', () => {
  test.each([
    ['"a"', '"a"'],
    ['W/"a"', '"a"'],
    ['"b", "a"', '"a"'],
    ['"b",W/"a"', '"a"'],
    ['*', '"a-gzip"'],
    ['"a-br"', '"a-br"'],
    ['"a", "a-br", "a-gzip"', '"a-gzip"'],
    ['"b"', null],
    ['a', null],
    ['"A"', null],
    ['"a-deflate"', null],
    ['', null],
    [undefined, null],
  ])('%j', (ifNoneMatch, expected) => {
    expect(findCachedTag('"a"', 'gzip', ifNoneMatch)).toBe(expected);
  });
});

test('equal answers have equal tags', () => {
  expect(withEtag('[1]').etag).toBe(withEtag('[1]').etag);
  expect(withEtag('[1]').etag).not.toBe(withEtag('[2]').etag);
  expect(withEtag('[1]').etag).toMatch(/^"[\w-]{27}"$/);
});

test('each coding has another tag', () => {
  expect((['identity', 'gzip', 'br'] as const).map((coding) => tagCoding('"a"', coding))).toEqual([
    '"a"',
    '"a-gzip"',
    '"a-br"',
  ]);
});
