import { expect, test } from 'vitest';
import { LastGood } from './last-good.js';

const forever = 3_600_000;
const [a, b] = [{ name: 'a' }, { name: 'b' }];

test('during a short time of bad values the last good one is used', () => {
  const last = new LastGood(forever);
  expect([last.accept(a), last.reject(), last.reject()]).toEqual([a, a, a]);
  expect([last.accept(b), last.reject(), last.good]).toEqual([b, b, b]);
});

test('and after that none, until the next good one', () => {
  const last = new LastGood(0);
  last.accept(a);
  expect([last.reject(), last.reject(), last.good]).toEqual([null, null, null]);
  expect(last.accept(b)).toBe(b);
});

test('the time starts again with each good value', async () => {
  const last = new LastGood(200);
  last.accept(a);
  last.reject();
  await new Promise((done) => setTimeout(done, 250));
  last.accept(b);
  expect(last.reject()).toBe(b);
});

test('without a good one there is nothing to keep', async () => {
  const last = new LastGood(forever);
  expect(last.reject()).toBeNull();
  await expect(last.load(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

test('a load that rejects is bad', async () => {
  const last = new LastGood(forever);
  expect(await last.load(() => Promise.resolve(a))).toBe(a);
  expect(await last.load(() => Promise.reject(new Error('gone')))).toBe(a);
});
