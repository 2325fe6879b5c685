import { describe, expect, test } from 'vitest';
import { createAuthenticate, refuseToken, type ServiceToken } from './authenticate.js';

const list = (...tokens: string[]): readonly ServiceToken[] => tokens.map((token) => ({ name: null, token }));

describe('a request needs one of the tokens', () => {
  const tokens = list('first', 'second.-_~+/==');
  const authenticate = createAuthenticate(() => tokens);
  test.each([
    ['Bearer first', 'accepted'],
    ['Bearer second.-_~+/==', 'accepted'],
    ['bearer  first ', 'accepted'],
    ['Bearer firs', 'unknown'],
    ['Bearer first2', 'unknown'],
    ['Bearer FIRST', 'unknown'],
    ['Bearer first second', 'unknown'],
    ['Bearer ', 'unknown'],
    ['first', 'none'],
    ['Basic first', 'none'],
    ['', 'none'],
    [undefined, 'none'],
  ])('%j is %s', (authorization, expected) => {
    const found = authenticate(authorization);
    expect(typeof found === 'string' ? found : 'accepted').toBe(expected);
  });

  test('without tokens no request is accepted', () => {
    expect(createAuthenticate(() => [])('Bearer ')).toBe('unknown');
  });

  test('the challenge has an error only if the request has a token', () => {
    expect(
      (['none', 'unknown', 'scope'] as const).map(
        (refusal) => refuseToken(refusal).headers['www-authenticate'],
      ),
    ).toEqual(['Bearer', 'Bearer error="invalid_token"', 'Bearer error="insufficient_scope"']);
  });
});

describe('an accepted token', () => {
  test('has its name, and an owner that distinguishes tokens of one name without showing them', () => {
    const tokens = [
      { name: 'ci', token: 'old' },
      { name: 'ci', token: 'new' },
      { name: null, token: 'other' },
    ];
    const authenticate = createAuthenticate(() => tokens);
    const found = ['old', 'new', 'other'].map((token) => authenticate(`Bearer ${token}`));
    expect(found).toMatchObject([{ name: 'ci' }, { name: 'ci' }, { name: null }]);
    const owners = found.map((result) => (typeof result === 'string' ? result : result.owner));
    expect(new Set(owners).size).toBe(3);
    expect(owners.join(' ')).not.toMatch(/\b(old|new|other)\b/);
  });

  test('keeps its owner when the tokens change, and is refused when it is gone', () => {
    let tokens = list('a', 'b');
    const authenticate = createAuthenticate(() => tokens);
    const before = authenticate('Bearer b');
    tokens = list('b');
    expect([authenticate('Bearer b'), authenticate('Bearer a')]).toEqual([before, 'unknown']);
  });
});
