import { describe, expect, test } from 'vitest';
import {
  catchProblem,
  createContext,
  findProblem,
  openEngine,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { createAbortController } from '../../../net/abort.js';
import { tooBusy } from '../http/service-problem.js';
import { shareAnswers } from './shared-answers.js';
import { startRecorded } from '../../../../test/support/event-pages.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';

describe('a pending answer', () => {
  test('is shared by the requests that come meanwhile, and aborted when the last one has gone', async () => {
    const signals: AbortSignal[] = [];
    let answer: (value: object) => void = () => undefined;
    const ask = shareAnswers((_, { signal }) => {
      signals.push(signal);
      return new Promise<object>((resolve) => (answer = resolve));
    });
    const [first, two, three] = [1, 2, 3].map(() => createAbortController());
    const call = (controller = createAbortController()) =>
      findProblem(ask({ a: 1 }, createContext({ signal: controller.signal })));
    const problems = [call(first), call(two)];
    first?.abort();
    expect(await problems[0]).toMatchObject({ status: 504 });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    two?.abort();
    await problems[1];
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    const late = [
      ask({ a: 1, b: 2 }, createContext(three === undefined ? {} : { signal: three.signal })),
      ask({ b: 2, a: 1 }, createContext()),
    ];
    answer({ late: true });
    expect(await Promise.all(late)).toEqual([{ late: true }, { late: true }]);
    expect(signals).toHaveLength(2);
  });

  test('is not that of other params, nor of a later request', async () => {
    let count = 0;
    const ask = shareAnswers(() => Promise.resolve({ count: ++count }));
    const context = createContext();
    expect(await Promise.all([ask({ a: 1 }, context), ask({ a: 2 }, context)])).toEqual([
      { count: 1 },
      { count: 2 },
    ]);
    expect(await ask({ a: 1 }, context)).toEqual({ count: 3 });
  });

  test('is shared only by requests of one token, since each token has its turns', async () => {
    const ask = shareAnswers((_, { owner }) =>
      owner === 'full' ? Promise.reject(tooBusy('too many')) : Promise.resolve({ owner }),
    );
    const refused = catchProblem(ask({ a: 1 }, createContext({ owner: 'full' })));
    expect(await ask({ a: 1 }, createContext({ owner: 'other' }))).toEqual({ owner: 'other' });
    expect(await refused).toMatchObject({ status: 503 });
  });
});

const search = { address: contract };

test('an instance that only answers calls no node: it waits for one that reads, which refuses to answer', async () => {
  const node = await startRecorded({ logs: [log(50, 0, 0)], blockNumber: 100 });
  const engine = await openEngine();
  const start = (role: 'api' | 'index', waitMs: number) =>
    serveEntries([node.entry], { engine, role, waitMs });
  const building = await findProblem(start('api', 1)('transactionsByEvent', search));
  expect([building.status, node.methods]).toEqual([503, []]);
  const refusal = await findProblem(start('index', 1)('transactionsByEvent', search));
  expect(refusal).toMatchObject({ status: 503, detail: expect.stringContaining('--role index') as string });
  expect(await start('api', 60_000)('transactionsByEvent', search)).toMatchObject({
    transactions: [{ blockNumber: 50 }],
  });
});
