import { describe, expect, test } from 'vitest';
import { createRateLimiter, createRequestBudget, type Rate, type RequestBudget } from './token-limits.js';

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
