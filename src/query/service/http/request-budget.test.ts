import { expect, test } from 'vitest';
import { createRequestBudget, type RequestBudget } from './request-budget.js';

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
