import { describe, expect, test } from 'vitest';
import { createAuthenticate, createChallenge } from './authenticate.js';

describe('a request needs one of the tokens', () => {
  const authenticate = createAuthenticate(['first', 'second.-_~+/==']);
  test.each([
    ['Bearer first', 'accepted'],
    ['Bearer second.-_~+/==', 'accepted'],
    ['bearer  first ', 'accepted'],
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

  test('without tokens no request is accepted', () => {
    expect(createAuthenticate([])('Bearer ')).toBe('unknown');
  });

  test('the challenge has an error only where the request has a token', () => {
    expect([createChallenge('none'), createChallenge('unknown')]).toEqual([
      'Bearer',
      'Bearer error="invalid_token"',
    ]);
  });
});
