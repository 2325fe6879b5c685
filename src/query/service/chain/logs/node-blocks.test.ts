import { describe, expect, test } from 'vitest';
import { listNode, serveEntries } from '../../../../../test/support/chain-handlers.js';
import { contract, log } from '../../../../../test/support/sandbox-logs.js';
import { use } from '../../../../../test/support/servers.js';
import { timeBlock } from '../../../../sandbox/evm-logs.js';
import { type EvmNodeOptions, startEvmNode } from '../../../../sandbox/evm-node.js';
import type { WebAnswer } from '../../../../sandbox/web-node.js';

const expected = (block: number) => new Date(timeBlock(block) * 1_000).toISOString();
const logs = [10, 20, 30].map((block) => log(block, 0, 0));
const times = [10, 20, 30].map(expected);

interface LookUp {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string, boolean];
}

/** The times of events of a node, and how many of their blocks it looked up at a time; `answer` may replace what it answers. */
async function start(
  options: EvmNodeOptions,
  answer: (calls: LookUp | readonly LookUp[]) => WebAnswer | undefined = () => undefined,
) {
  const lookUps: number[] = [];
  const blocks = new Set(options.logs?.map(({ blockNumber }) => `0x${blockNumber.toString(16)}`));
  const { port } = await use(
    startEvmNode({
      ...{ blockNumber: 5_002, ...options },
      answer: (body) => {
        const calls = JSON.parse(body) as LookUp | readonly LookUp[];
        const [{ method, params }] = [calls].flat() as [LookUp];
        if (method !== 'eth_getBlockByNumber' || !blocks.has(params[0])) return undefined;
        lookUps.push('id' in calls ? 1 : calls.length);
        return answer(calls);
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)]);
  const timesOf = async (params = {}) => {
    const answered = await ask('transactionsByEvent', { address: contract, sort: 'asc', ...params });
    return answered.transactions.map(({ timestamp }) => timestamp);
  };
  return { lookUps, timesOf };
}

const answerWith = (body: unknown, status = 200): WebAnswer => ({ status, body: JSON.stringify(body) });

describe('the time of a transaction', () => {
  test('is that of its events where the node gives it', async () => {
    const { timesOf, lookUps } = await start({ logs, timesLogs: true });
    expect([await timesOf(), lookUps]).toEqual([times, []]);
  });

  test('is that of its block otherwise, looked up in batches as the events are read, and never for a page', async () => {
    const blocks = Array.from({ length: 45 }, (_, at) => at * 10 + 10);
    const many = blocks.flatMap((block) => [log(block, 0, 0), log(block, 0, 1)]);
    const { timesOf, lookUps } = await start({ logs: many });
    for (const offset of [30, 45])
      expect(await timesOf({ offset })).toEqual(blocks.slice(0, offset).map(expected));
    expect(lookUps.sort()).toEqual([20, 20, 5]);
  });

  test.each<[string, WebAnswer]>([
    ['an error', answerWith({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batches' } })],
    ['HTTP 400', answerWith({ error: 'no batches' }, 400)],
    ['nothing', { status: 200, body: '' }],
  ])('is looked up block by block where the node refuses batches with %s', async (_, refusal) => {
    const { timesOf, lookUps } = await start({ logs }, (calls) => ('id' in calls ? undefined : refusal));
    expect([await timesOf(), lookUps]).toEqual([times, [3, 1, 1, 1]]);
  });

  test.each<[string, unknown]>([
    ['no block', null],
    ['another block', { hash: `0x${'1'.repeat(64)}`, number: '0xa', timestamp: '0x1' }],
    ['a string', 'block'],
  ])('is null where the node has %s in its place, and the answer is the same', async (_, result) => {
    const { timesOf } = await start({ logs }, (calls) =>
      'id' in calls ? undefined : answerWith(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result }))),
    );
    expect(await timesOf()).toEqual([null, null, null]);
  });

  test('is null where the node refuses a block, and no other block is asked for', async () => {
    const many = Array.from({ length: 100 }, (_, at) => log(at * 10 + 10, 0, 0));
    const { timesOf, lookUps } = await start({ logs: many }, () => ({ status: 500, body: '' }));
    expect(await timesOf({ offset: 1 })).toEqual([null]);
    expect(lookUps.length).toBeLessThan(10);
  });

  test.each(['0x0', '0x3b9aca0000000', '1700000000', '-0x1', '0x'])('is not %s', async (blockTimestamp) => {
    const { timesOf, lookUps } = await start({ logs: [{ ...log(10, 0, 0), ...{ blockTimestamp } }] });
    expect([await timesOf(), lookUps]).toEqual([[expected(10)], [1]]);
  });
});
