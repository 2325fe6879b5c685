import { expect, test } from 'vitest';
import { engineOf, openEngine, serveEntries } from '../support/chain-handlers.js';
import { startFinalNode } from '../support/final-node.js';
import { contract, log } from '../support/sandbox-logs.js';

test('events of the last blocks are written as far as they can be held, and read once', async () => {
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
  await ask('transactionsByEvent', { address: contract, offset: 100 });
  expect(counts).toEqual([20_100, 4_900]);
  const [row] = await engine.read('select count(*) as events from endpoint_check_events', []);
  expect(row).toEqual({ events: 25_000 });
});
