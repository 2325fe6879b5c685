import { describe, expect, test } from 'vitest';
import { catchProblem, createContext, findProblem } from '../../../test/support/chain-handlers.js';
import type { JsonObject } from '../../model/json.js';
import { createAbortController } from '../../net/abort.js';
import { tooBusy } from '../http/service-problem.js';
import { AnswerCache } from './answer-cache.js';

describe('cached answers', () => {
  const context = createContext();

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

  test('are not kept without a time, nor if they are large', async () => {
    for (const { call } of [createCounter(0), createCounter(10_000, 'x'.repeat(1 << 20))]) {
      expect([await call({}), await call({})]).toEqual([1, 2]);
    }
  });

  test('are shared by the requests that come meanwhile, and aborted when the last one has gone', async () => {
    const cache = new AnswerCache({ keepMs: 0, now: () => 0 });
    const signals: AbortSignal[] = [];
    let answer: (value: JsonObject) => void = () => undefined;
    const ask = cache.wrap('holders', (_, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => (answer = resolve));
    });
    const [first, two, three] = [1, 2, 3].map(() => createAbortController());
    const call = (controller = createAbortController()) =>
      findProblem(ask({ a: 1 }, { ...context, signal: controller.signal }));
    const problems = [call(first), call(two)];
    first?.abort();
    expect(await problems[0]).toMatchObject({ status: 504 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    two?.abort();
    await problems[1];
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const late = [
      ask({ a: 1 }, { ...context, signal: three?.signal ?? context.signal }),
      ask({ a: 1 }, context),
    ];
    answer({ late: true });
    expect(await Promise.all(late)).toEqual([{ late: true }, { late: true }]);
    expect(signals).toHaveLength(2);
  });

  test('are shared only by requests of one token, since each token has its turns', async () => {
    const cache = new AnswerCache({ keepMs: 10_000, now: () => 0 });
    const owners: string[] = [];
    const ask = cache.wrap('holders', (_, { owner }) => {
      owners.push(owner);
      return owner === 'full' ? Promise.reject(tooBusy('too many')) : Promise.resolve({ owner });
    });
    const refused = catchProblem(ask({ a: 1 }, { ...context, owner: 'full' }));
    expect(await ask({ a: 1 }, { ...context, owner: 'other' })).toEqual({ owner: 'other' });
    expect(await refused).toMatchObject({ status: 503 });
    // Cached answers are for all tokens.
    expect(await ask({ a: 1 }, { ...context, owner: 'full' })).toEqual({ owner: 'other' });
    expect(owners).toEqual(['full', 'other']);
  });

  test('are kept up to a total size', async () => {
    const { call } = createCounter(10_000, 'x'.repeat(1_000_000));
    for (let at = 0; at < 20; at++) await call({ at });
    expect([await call({ at: 19 }), await call({ at: 0 })]).toEqual([20, 21]);
  });
});
