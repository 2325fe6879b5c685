import { describe, expect, test } from 'vitest';
import { createAbortController } from '../../../net/abort.js';
import { AnswerCache } from '../answer-cache.js';
import { Bookmarks } from '../bookmarks.js';
import { CircuitBreaker } from '../nodes/circuit-breaker.js';

describe('a circuit breaker', () => {
  test('opens after three errors in a row for half a minute, and after one more again', () => {
    let now = 0;
    const breaker = new CircuitBreaker(() => now);
    breaker.fail();
    breaker.fail();
    breaker.succeed();
    breaker.fail();
    breaker.fail();
    expect(breaker.open).toBe(false);
    breaker.fail();
    expect(breaker.open).toBe(true);
    now = 30_000;
    expect(breaker.open).toBe(false);
    breaker.fail();
    expect(breaker.open).toBe(true);
  });
});

describe('bookmarks', () => {
  test('give the last place at or before a record', () => {
    const marks = new Bookmarks<string>(() => 0);
    for (const count of [0, 20, 10]) marks.keep('a', count, `at ${count}`);
    expect(marks.findNearest('a', 19)).toEqual({ count: 10, place: 'at 10' });
    expect(marks.findNearest('a', 20)).toEqual({ count: 20, place: 'at 20' });
    expect(marks.findNearest('b', 20)).toBeNull();
  });

  test('last a minute from when they were kept', () => {
    let now = 0;
    const marks = new Bookmarks<string>(() => now);
    marks.keep('a', 0, 'start');
    now = 60_000;
    expect(marks.findNearest('a', 0)).not.toBeNull();
    now = 60_001;
    expect(marks.findNearest('a', 0)).toBeNull();
  });

  test('do not grow without bounds: what was kept first goes first', () => {
    const marks = new Bookmarks<number>(() => 0);
    for (let count = 0; count < 201; count++) marks.keep('a', count, count);
    expect([marks.findNearest('a', 0), marks.findNearest('a', 1)]).toEqual([null, { count: 1, place: 1 }]);
    for (let search = 0; search < 500; search++) marks.keep(`search ${search}`, 0, 0);
    expect(marks.findNearest('a', 200)).toBeNull();
  });
});

describe('answers', () => {
  const context = { signal: createAbortController().signal };

  /** A handler that counts, behind a cache. */
  function createCounter(keepMs: number, text = '') {
    let now = 0;
    let count = 0;
    const cache = new AnswerCache({ keepMs, now: () => now });
    const ask = cache.wrap('holders', () => Promise.resolve({ count: ++count, text }));
    const call = async (given: object) =>
      ((await ask({ ...given }, context)) as { readonly count: number }).count;
    return { call, wait: (ms: number) => (now += ms) };
  }

  test('are given again for a while to the same arguments, in whatever order', async () => {
    const { call, wait } = createCounter(10_000);
    const counts = [await call({ a: 1, b: 2 }), await call({ b: 2, a: 1 }), await call({ a: 2, b: 2 })];
    wait(10_000);
    expect([...counts, await call({ a: 1, b: 2 })]).toEqual([1, 1, 2, 3]);
  });

  test('are not kept without a while, nor where they are large', async () => {
    for (const { call } of [createCounter(0), createCounter(10_000, 'x'.repeat(1 << 20))]) {
      expect([await call({}), await call({})]).toEqual([1, 2]);
    }
  });

  test('are kept up to a size in all', async () => {
    const { call } = createCounter(10_000, 'x'.repeat(1_000_000));
    for (let at = 0; at < 20; at++) await call({ at });
    expect([await call({ at: 19 }), await call({ at: 0 })]).toEqual([20, 21]);
  });
});
