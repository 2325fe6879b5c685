import { describe, expect, test } from 'vitest';
import { type Authorize, createAuthorize, type ServiceToken } from './authorize.js';
import { ServiceProblem } from './service-problem.js';

const list = (...tokens: string[]): readonly ServiceToken[] => tokens.map((token) => ({ name: null, token }));

/** The owner and the name that a request is logged with, or the detail of its refusal. */
function ask(authorize: Authorize, authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization };
  const requestLog = { token: null };
  try {
    return { owner: authorize({ incoming: { headers }, requestLog }, 'data'), name: requestLog.token };
  } catch (error) {
    return error instanceof ServiceProblem ? error.detail : String(error);
  }
}

const unknown = 'unknown token';
const none = 'a token is required: send Authorization: Bearer <token>';

describe('a request needs one of the tokens', () => {
  const tokens = list('first', 'second.-_~+/==');
  const authorize = createAuthorize(() => tokens);
  test.each([
    ['Bearer first', 'accepted'],
    ['Bearer second.-_~+/==', 'accepted'],
    ['bearer  first ', 'accepted'],
    ['Bearer firs', unknown],
    ['Bearer first2', unknown],
    ['Bearer FIRST', unknown],
    ['Bearer first second', unknown],
    ['Bearer ', unknown],
    ['first', none],
    ['Basic first', none],
    ['', none],
    [undefined, none],
  ])('%j is %s', (authorization, expected) => {
    const answer = ask(authorize, authorization);
    expect(typeof answer === 'string' ? answer : 'accepted').toBe(expected);
  });

  test('without tokens no request is accepted', () => {
    expect(
      ask(
        createAuthorize(() => []),
        'Bearer ',
      ),
    ).toBe(unknown);
  });
});

describe('an accepted token', () => {
  test('has its name, and an owner that distinguishes tokens of one name without showing them', () => {
    const tokens = [
      { name: 'ci', token: 'old' },
      { name: 'ci', token: 'new' },
      { name: null, token: 'other' },
    ];
    const authorize = createAuthorize(() => tokens);
    const answers = ['old', 'new', 'other'].map((token) => ask(authorize, `Bearer ${token}`));
    expect(answers).toMatchObject([{ name: 'ci' }, { name: 'ci' }, { name: null }]);
    const owners = answers.map((answer) => (typeof answer === 'string' ? answer : answer.owner));
    expect(new Set(owners).size).toBe(3);
    expect(owners.join(' ')).not.toMatch(/\b(old|new|other)\b/);
  });

  test('keeps its owner when the tokens change, and is refused when it is gone', () => {
    let tokens = list('a', 'b');
    const authorize = createAuthorize(() => tokens);
    const before = ask(authorize, 'Bearer b');
    tokens = list('b');
    expect([ask(authorize, 'Bearer b'), ask(authorize, 'Bearer a')]).toEqual([before, unknown]);
  });
});
