import { describe, expect, test } from 'vitest';
import { catchProblem, openEngine, serveEntries } from '../../../../test/support/chain-handlers.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';
import { startFinalNode } from '../../../../test/support/final-node.js';

const search = { address: contract, offset: 100 };

describe('the last blocks', () => {
  test.each([
    ['the first block', 3_000, 0],
    ['one far below the head', 505_000, 4_000],
  ])('are 128 where the node names %s as the final one', async (_name, head, finalized) => {
    const { searched, entry } = await startFinalNode({ head, finalized, logs: [log(head - 5, 0, 0)] });
    const ask = serveEntries([entry], { waitMs: 5_000 });
    await ask('transactionsByEvent', search);
    expect(searched[0]).toBe(head - 128 + 1);
  });
});

test('events that have outgrown the database make room for new ones', async () => {
  const logs = Array.from({ length: 5_000 }, (_, at) => log(at, 0, 0));
  const chain = { head: 2_500, finalized: 2_400, logs };
  const { entry } = await startFinalNode(chain);
  const engine = await openEngine();
  const ask = serveEntries([entry], { engine, databaseBytes: 3_000_000 });
  const bytes = async () => {
    const [row] = await engine.read('select sum(bytes) as bytes from endpoint_check_filters', []);
    return Number(row?.['bytes']);
  };
  const sizes: number[] = [];
  const findEnd = async () =>
    ((await ask('transactionsByEvent', search)) as { range: { endBlock: number } }).range.endBlock;
  for (; chain.head < 5_000; chain.head += 500, chain.finalized += 500) {
    await expect.poll(findEnd).toBe(chain.head - 2);
    sizes.push(await bytes());
  }
  expect(Math.max(...sizes)).toBeLessThan(3_000_000 * 0.9);
  expect(sizes.some((size, at) => size < (sizes[at - 1] ?? 0))).toBe(true);
  expect((await catchProblem(ask('transactionsByEvent', { ...search, endBlock: 100 }))).status).toBe(507);
});
