import { describe, expect, test } from 'vitest';
import { listNode, serveEntries } from '../../../../test/support/chain-handlers.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import { timeBlock } from '../../../sandbox/evm-logs.js';
import { type CannedAnswer, type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';

const expected = (block: number) => new Date(timeBlock(block) * 1_000).toISOString();

interface LookUp {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [string, boolean];
}

/** A node with events in some blocks, which records how these are looked up; `answer` may replace what it answers. */
async function start(
  { logs = [], ...options }: EvmNodeOptions,
  answer: (calls: LookUp | readonly LookUp[]) => CannedAnswer | undefined = () => undefined,
) {
  const lookUps: number[] = [];
  const blocks = new Set(logs.map(({ blockNumber }) => `0x${blockNumber.toString(16)}`));
  const { port } = await use(
    startEvmNode({
      ...{ logs, blockNumber: 5_002 },
      ...options,
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
    const { transactions } = answered as { transactions?: { timestamp: string | null }[] };
    return transactions?.map(({ timestamp }) => timestamp);
  };
  return { lookUps, timesOf };
}

const answerWith = (body: unknown, status = 200): CannedAnswer => ({ status, body: JSON.stringify(body) });
const logs = [10, 20, 30].map((block) => log(block, 0, 0));

describe('the time of a transaction', () => {
  test('is that of its events where the node gives it', async () => {
    const { timesOf, lookUps } = await start({ logs, timesLogs: true });
    expect(await timesOf()).toEqual([10, 20, 30].map(expected));
    expect(lookUps).toEqual([]);
  });

  test('is that of its block otherwise, looked up in batches as the events are read, and never for a page', async () => {
    const many = Array.from({ length: 45 }, (_, at) => log(at * 10 + 10, at % 3, 0)).flatMap((one) => [
      one,
      { ...one, logIndex: 1 },
    ]);
    const { timesOf, lookUps } = await start({ logs: many });
    for (const offset of [30, 45])
      expect(await timesOf({ offset })).toEqual(
        Array.from({ length: offset }, (_, at) => expected(at * 10 + 10)),
      );
    expect(lookUps.sort()).toEqual([20, 20, 5]);
  });

  test.each<[string, CannedAnswer]>([
    [
      'with an error',
      answerWith({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batches' } }),
    ],
    ['with HTTP 400', answerWith({ error: 'no batches' }, 400)],
    ['with nothing', { status: 200, body: '' }],
  ])('is looked up block by block where the node refuses batches %s', async (_name, refusal) => {
    const { timesOf, lookUps } = await start({ logs }, (calls) => ('id' in calls ? undefined : refusal));
    expect(await timesOf()).toEqual([10, 20, 30].map(expected));
    expect(lookUps).toEqual([3, 1, 1, 1]);
  });

  test.each<[string, (call: LookUp) => unknown]>([
    ['no block', () => null],
    ['another block', () => ({ hash: `0x${'1'.repeat(64)}`, timestamp: '0x1' })],
    ['a time that is no number', () => ({ hash: undefined, timestamp: 'now' })],
    ['a string', () => 'block'],
  ])('is null where the node has %s in its place, and the answer is the same', async (_name, result) => {
    const { timesOf } = await start({ logs }, (calls) =>
      'id' in calls
        ? undefined
        : answerWith(calls.map((call) => ({ jsonrpc: '2.0', id: call.id, result: result(call) }))),
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
    const strange = log(10, 0, 0);
    const { timesOf, lookUps } = await start({ logs: [{ ...strange, ...{ blockTimestamp } }] });
    expect(await timesOf()).toEqual([expected(10)]);
    expect(lookUps).toEqual([1]);
  });
});
