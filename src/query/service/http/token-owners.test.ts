import { describe, expect, test } from 'vitest';
import {
  type Authorize,
  createAuthorize,
  createRateLimiter,
  createRequestBudget,
  type Rate,
  type RequestBudget,
  type ServiceToken,
} from './token-owners.js';
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

function limit(rate: Rate) {
  const clock = { ms: 0 };
  const take = createRateLimiter(rate, () => clock.ms);
  const takeMany = (count: number, owner = 'a') => Array.from({ length: count }, () => take(owner));
  return { clock, takeMany };
}

describe('a rate', () => {
  test('allows as many at once, and then one after another', () => {
    const { clock, takeMany } = limit({ count: 4, seconds: 1 });
    expect(takeMany(5)).toEqual([0, 0, 0, 0, 1]);
    clock.ms = 249;
    expect(takeMany(1)).toEqual([1]);
    clock.ms = 250;
    expect(takeMany(2)).toEqual([0, 1]);
    clock.ms = 1_000_000;
    expect(takeMany(5)).toEqual([0, 0, 0, 0, 1]);
  });

  test('below one a second allows one, and tells when the next one may come', () => {
    const { clock, takeMany } = limit({ count: 0.4, seconds: 1 });
    expect(takeMany(2)).toEqual([0, 3]);
    clock.ms = 2_000;
    expect(takeMany(1)).toEqual([1]);
    clock.ms = 2_500;
    expect(takeMany(2)).toEqual([0, 3]);
  });

  test('of a minute allows all of it at once', () => {
    const { takeMany } = limit({ count: 3, seconds: 60 });
    expect(takeMany(4)).toEqual([0, 0, 0, 20]);
  });

  test('is that of each owner, even after other owners have gone', () => {
    const { clock, takeMany } = limit({ count: 1, seconds: 10 });
    expect([...takeMany(2, 'a'), ...takeMany(2, 'b')]).toEqual([0, 10, 0, 10]);
    clock.ms = 5_000;
    expect([...takeMany(2, 'c'), ...takeMany(1, 'a')]).toEqual([0, 10, 5]);
    clock.ms = 10_000;
    expect([...takeMany(1, 'd'), ...takeMany(2, 'a'), ...takeMany(1, 'c')]).toEqual([0, 0, 10, 5]);
  });
});

/** Starts a request of an owner; `end` answers it. Null if it is refused. */
async function start(budget: RequestBudget, owner: string): Promise<{ end: () => Promise<void> } | null> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((done) => (release = done));
  const state = { hasBegun: false };
  const answered = budget(owner, () => {
    state.hasBegun = true;
    return held;
  });
  if (!state.hasBegun) {
    await expect(answered).rejects.toMatchObject({ status: 503, extras: { retryAfterSeconds: 1 } });
    return null;
  }
  return {
    end: () => {
      release();
      return answered;
    },
  };
}

test('an owner has a number of pending requests, and may send one more as each ends', async () => {
  const budget = createRequestBudget(2);
  const [first, second] = [await start(budget, 'a'), await start(budget, 'a')];
  expect([first === null, second === null, await start(budget, 'a')]).toEqual([false, false, null]);
  expect(await start(budget, 'b')).not.toBeNull();
  await first?.end();
  const third = await start(budget, 'a');
  expect([third === null, await start(budget, 'a')]).toEqual([false, null]);
  await second?.end();
  await third?.end();
  const again = [await start(budget, 'a'), await start(budget, 'a'), await start(budget, 'a')];
  expect(again.map((started) => started === null)).toEqual([false, false, true]);
});

test('a request that fails ends too', async () => {
  const budget = createRequestBudget(1);
  for (let times = 0; times < 3; times++)
    await expect(budget('a', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});
