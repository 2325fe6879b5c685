import { expect, test } from 'vitest';
import { catchProblem, engineOf, openEngine, serveEntries } from '../support/chain-handlers.js';
import { startFinalNode } from '../support/final-node.js';
import { contract, log } from '../support/sandbox-logs.js';

const search = { address: contract, offset: 100 };

test('events of the last blocks are written as far as there is room, and read once', async () => {
  const logs = Array.from({ length: 25_000 }, (_, at) =>
    log(1_000 + Math.floor(at / 100), at % 100, at % 100),
  );
  const { entry } = await startFinalNode({ head: 2_000, finalized: 500, logs }, 100);
  const engine = await openEngine();
  const counts: number[] = [];
  const ask = serveEntries([entry], {
    engine: {
      ...engineOf(engine),
      write: (steps) => {
        for (const { sql, values } of steps)
          if (sql.includes('insert into endpoint_check_events'))
            counts.push((JSON.parse(String(values[2])) as unknown[]).length);
        return engine.write(steps);
      },
    },
  });
  await ask('transactionsByEvent', search);
  expect(counts).toEqual([20_100, 4_900]);
  const [row] = await engine.read('select count(*) as events from endpoint_check_events', []);
  expect(row).toEqual({ events: 25_000 });
});

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
  const findEnd = async () =>
    ((await ask('transactionsByEvent', search)) as { range: { endBlock: number } }).range.endBlock;
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
