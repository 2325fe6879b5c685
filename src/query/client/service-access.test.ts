import { describe, expect, test } from 'vitest';
import { parseTokenLines, validateToken } from './service-access.js';

describe('a list of tokens has one a line, with or without a name and a scope', () => {
  test.each([
    ['', []],
    ['\n \r\n', []],
    ['a', [{ line: 1, name: null, token: 'a', scope: null }]],
    [
      '\ufeffa\r\n\n  bob : b  \n:c',
      [
        { line: 1, name: null, token: 'a', scope: null },
        { line: 3, name: 'bob', token: 'b', scope: null },
        { line: 4, name: '', token: 'c', scope: null },
      ],
    ],
    [
      'bob:b: metrics\n:c:\nbob:b:c:d\nbob:',
      [
        { line: 1, name: 'bob', token: 'b', scope: 'metrics' },
        { line: 2, name: '', token: 'c', scope: '' },
        { line: 3, name: 'bob', token: 'b:c:d', scope: null },
        { line: 4, name: 'bob', token: '', scope: null },
      ],
    ],
  ])('%j', (text, lines) => {
    expect(parseTokenLines(text)).toEqual(lines);
  });
});

test('a token is not longer than servers read', () => {
  expect(validateToken('a'.repeat(8_000))).toBeNull();
  expect(validateToken('a'.repeat(8_001))).toBe('the token is longer than 8000 characters');
});

test.each([
  ['abc.DEF-1_2~3+/==', null],
  ['', 'the token is empty'],
  ['a:b', 'the token contains a colon'],
  ['a\r\nb', 'the token may contain only letters, digits and - . _ ~ + /'],
  ['a=b', 'the token may contain only letters, digits and - . _ ~ + /'],
])('the token %j: %s', (token, error) => {
  expect(validateToken(token)).toBe(error);
});
