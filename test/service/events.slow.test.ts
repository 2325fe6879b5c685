import { expect, test } from 'vitest';
import { catchProblem, openEngine, serveEntries } from '../support/chain-handlers.js';
import { checkRandomPages, startFinalNode } from '../support/event-pages.js';
import { contract, log } from '../support/sandbox-logs.js';

const search = { address: contract, offset: 100 };

test('events that have outgrown the database make room for new ones', async () => {
  const logs = Array.from({ length: 5_000 }, (_, at) => log(at, 0, 0));
  const chain = { head: 2_500, finalized: 2_400, logs };
  const { entry } = await startFinalNode(chain);
  const engine = await openEngine();
  const ask = serveEntries([entry], { engine, databaseBytes: 3_000_000 });
  const bytes = async () => {
    const [row] = await engine.read('select sum(bytes) as bytes from endpoint_check_jobs', []);
    return Number(row?.['bytes']);
  };
  const sizes: number[] = [];
  const findEnd = async () => (await ask('transactionsByEvent', search)).range?.endBlock;
  const readStates = () => engine.read('select state from endpoint_check_filters', []);
  await findEnd();
  // As many as fit, however long that takes: new ones follow.
  await expect.poll(readStates).toEqual([{ state: 'full' }]);
  for (; chain.head < 5_000; chain.head += 500, chain.finalized += 500) {
    await expect.poll(findEnd).toBe(chain.head - 2);
    sizes.push(await bytes());
  }
  expect(Math.max(...sizes)).toBeLessThan(3_000_000 * 0.9);
  expect((await catchProblem(ask('transactionsByEvent', { ...search, endBlock: 100 }))).status).toBe(507);
});

// Each part ends its instances: all of them look for jobs as long as they live.
test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])(
  'pages of logs have each transaction of the pinned range once, in order, whatever the nodes do meanwhile: %d',
  async () => checkRandomPages({ numRuns: 6, minBlocks: 40, engine: await openEngine() }),
);
