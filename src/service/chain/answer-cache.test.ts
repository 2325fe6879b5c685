import { describe, expect, test } from 'vitest';
import { createAbortController } from '../../net/abort.js';
import { AnswerCache } from './answer-cache.js';

describe('cached answers', () => {
  const context = { signal: createAbortController().signal };

  /** A cached handler that counts its calls. */
  function createCounter(keepMs: number, text = '') {
    let now = 0;
    let count = 0;
    const cache = new AnswerCache({ keepMs, now: () => now });
    const ask = cache.wrap('holders', () => Promise.resolve({ count: ++count, text }));
    const call = async (params: object) =>
      ((await ask({ ...params }, context)) as { readonly count: number }).count;
    return { call, wait: (ms: number) => (now += ms) };
  }

  test('are repeated for a while to the same params, in whatever order', async () => {
    const { call, wait } = createCounter(10_000);
    const counts = [await call({ a: 1, b: 2 }), await call({ b: 2, a: 1 }), await call({ a: 2, b: 2 })];
    wait(10_000);
    expect([...counts, await call({ a: 1, b: 2 })]).toEqual([1, 1, 2, 3]);
  });

  test('are not kept without a time, nor where they are large', async () => {
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
