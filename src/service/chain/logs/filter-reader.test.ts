import { describe, expect, test } from 'vitest';
import {
  catchProblem,
  engineOf,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import { formatQuantity, hashBlock, type SandboxLog } from '../../../sandbox/evm-logs.js';
import { restOfBlock, startEvmNode } from '../../../sandbox/evm-node.js';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string | { readonly fromBlock: string }];
}

/** A node that names a finalized block, and from which block on it was searched. */
async function start(
  chain: { head: number; finalized: number; logs: readonly SandboxLog[] },
  blocks = 1_000,
) {
  const searched: number[] = [];
  const node = startEvmNode({
    blockNumber: () => chain.head,
    logs: chain.logs,
    logLimits: { blocks },
    timesLogs: true,
    answer: (body) => {
      const { id, method, params } = JSON.parse(body) as Call;
      const [of] = params;
      if (method === 'eth_getLogs' && typeof of === 'object') searched.push(Number(of.fromBlock));
      if (of !== 'finalized') return undefined;
      const number = formatQuantity(chain.finalized);
      const result = { ...restOfBlock, hash: hashBlock(chain.finalized), number, timestamp: '0x1' };
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
    },
  });
  return { searched, entry: listNode('evm', (await use(node)).port) };
}

const search = { address: contract, offset: 100 };

describe('the last blocks', () => {
  test.each([
    ['the first block', 3_000, 0],
    ['one far below the head', 505_000, 4_000],
  ])('are 128 where the node names %s as the final one', async (_name, head, finalized) => {
    const { searched, entry } = await start({ head, finalized, logs: [log(head - 5, 0, 0)] });
    const ask = serveEntries([entry], { waitMs: 5_000 });
    await ask('transactionsByEvent', search);
    expect(searched[0]).toBe(head - 128 + 1);
  });

  test('are written as far as they can be held, and read once', async () => {
    const logs = Array.from({ length: 25_000 }, (_, at) =>
      log(1_000 + Math.floor(at / 100), at % 100, at % 100),
    );
    const { entry } = await start({ head: 2_000, finalized: 500, logs }, 100);
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
});

test('events that have outgrown the database make room for new ones', async () => {
  const logs = Array.from({ length: 5_000 }, (_, at) => log(at, 0, 0));
  const chain = { head: 2_500, finalized: 2_400, logs };
  const { entry } = await start(chain);
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
