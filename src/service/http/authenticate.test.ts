import { describe, expect, test } from 'vitest';
import { createAuthenticate, createChallenge } from './authenticate.js';

describe('a token is one of those that are known, or the request is refused', () => {
  const authenticate = createAuthenticate(['first', 'second.-_~+/==']);
  test.each([
    ['Bearer first', 'known'],
    ['Bearer second.-_~+/==', 'known'],
    ['bearer  first ', 'known'],
    ['Bearer firs', 'unknown'],
    ['Bearer first2', 'unknown'],
    ['Bearer FIRST', 'unknown'],
    ['Bearer first second', 'unknown'],
    ['Bearer ', 'unknown'],
    ['first', 'unknown'],
    ['Basic first', 'unknown'],
    ['', 'unknown'],
    [undefined, 'none'],
  ])('%j is %s', (authorization, expected) => {
    expect(authenticate(authorization)).toBe(expected);
  });

  test('without tokens nobody is known', () => {
    expect(createAuthenticate([])('Bearer ')).toBe('unknown');
  });

  test('the challenge names an error only where a token was given', () => {
    expect([createChallenge('none'), createChallenge('unknown')]).toEqual([
      'Bearer',
      'Bearer error="invalid_token"',
    ]);
  });
});
