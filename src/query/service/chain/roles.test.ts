import { expect, test } from 'vitest';
import { findProblem, openEngine, serveEntries } from '../../../../test/support/chain-handlers.js';
import { startRecorded } from '../../../../test/support/event-pages.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';

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
