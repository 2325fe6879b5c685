import { describe, expect, test } from 'vitest';
import { listNode, serveEntries } from '../../../../test/support/chain-handlers.js';
import { account, contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import { timeBlock } from '../../../sandbox/evm-logs.js';
import { type CannedAnswer, type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';
import type { ChainHandlersOptions } from '../create-chain-handlers.js';

const search = { address: contract };
const transfers = { address: account, contractAddress: contract, tokenType: 'ERC20', sort: 'asc' };
const expected = (block: number) => new Date(timeBlock(block) * 1_000).toISOString();

interface LookUp {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A node that records how its blocks are looked up; `answer` may replace what it answers. */
async function start(
  options: EvmNodeOptions,
  answer: (calls: LookUp | readonly LookUp[]) => CannedAnswer | undefined = () => undefined,
  handlers: Partial<ChainHandlersOptions> = {},
) {
  const lookUps: number[] = [];
  const { port } = await use(
    startEvmNode({
      blockNumber: 5_002,
      ...options,
      answer: (body) => {
        if (!body.includes('eth_getBlockByNumber') || body.includes('latest')) return undefined;
        const calls = JSON.parse(body) as LookUp | readonly LookUp[];
        if (isReading) return undefined;
        lookUps.push('id' in calls ? 1 : calls.length);
        return answer(calls);
      },
    }),
  );
  let isReading = true;
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => 0, ...handlers });
  // Empty pages, for which the blocks are read.
  for (const route of ['transactionsByEvent', 'accountTransferEvents'] as const)
    await ask(route, {
      ...transfers,
      address: route === 'transactionsByEvent' ? contract : account,
      page: 99,
    });
  isReading = false;
  const timesOf = async (params = {}) => {
    const { transactions } = await ask('transactionsByEvent', { ...search, sort: 'asc', ...params });
    return (transactions as { timestamp: string | null }[]).map(({ timestamp }) => timestamp);
  };
  return { ask, lookUps, timesOf };
}

const answerWith = (body: unknown, status = 200): CannedAnswer => ({ status, body: JSON.stringify(body) });
const logs = [10, 20, 30].map((block) => log(block, 0, 0));

describe('the time of a transaction', () => {
  test('is that of its events where the node gives it', async () => {
    const { timesOf, lookUps } = await start({ logs, timesLogs: true });
    expect(await timesOf()).toEqual([10, 20, 30].map(expected));
    expect(lookUps).toEqual([]);
  });

  test('is that of its block otherwise, looked up once for all answers, in batches', async () => {
    const many = Array.from({ length: 45 }, (_, at) => log(at * 10 + 10, at % 3, 0)).flatMap((one) => [
      one,
      { ...one, logIndex: 1 },
    ]);
    const { ask, timesOf, lookUps } = await start({ logs: many });
    expect(await timesOf({ offset: 30 })).toEqual(
      Array.from({ length: 30 }, (_, at) => expected(at * 10 + 10)),
    );
    expect(lookUps.sort()).toEqual([10, 20]);
    expect(await timesOf({ offset: 30 })).not.toContain(null);
    expect(await ask('accountTransferEvents', transfers)).toMatchObject({
      transactions: Array.from({ length: 10 }, (_, at) => ({ timestamp: expected(at * 10 + 10) })),
    });
    expect(lookUps).toHaveLength(2);
    expect(await timesOf({ page: 2, offset: 30 })).toHaveLength(15);
    expect(lookUps).toEqual([10, 20, 15]);
  });

  test.each<[string, CannedAnswer | ((calls: readonly LookUp[]) => CannedAnswer)]>([
    [
      'with an error',
      answerWith({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'no batches' } }),
    ],
    ['with HTTP 400', answerWith({ error: 'no batches' }, 400)],
    ['with nothing', { status: 200, body: '' }],
  ])(
    'is looked up block by block where the node refuses batches %s, from then on',
    async (_name, refusal) => {
      const { timesOf, lookUps } = await start({ logs: [...logs, log(40, 0, 0), log(50, 0, 0)] }, (calls) =>
        'id' in calls ? undefined : typeof refusal === 'function' ? refusal(calls) : refusal,
      );
      expect(await timesOf({ offset: 3 })).toEqual([10, 20, 30].map(expected));
      expect(lookUps).toEqual([3, 1, 1, 1]);
      expect(await timesOf({ page: 2, offset: 3 })).toEqual([40, 50].map(expected));
      expect(lookUps).toEqual([3, 1, 1, 1, 1, 1]);
    },
  );

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

  test.each(['0x0', '0x3b9aca0000000', '1700000000', '-0x1', '0x'])('is not %s', async (blockTimestamp) => {
    const strange = log(10, 0, 0);
    const { timesOf, lookUps } = await start({ logs: [{ ...strange, ...{ blockTimestamp } }] });
    expect(await timesOf()).toEqual([expected(10)]);
    expect(lookUps).toEqual([1]);
  });

  test('is null where it does not come in time; the next answer has it', async () => {
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    let isHeld = false;
    const { timesOf } = await start(
      { logs, delay: (body) => (isHeld && /eth_getBlockByNumber.*"0x/.test(body) ? released : undefined) },
      undefined,
      { timesMs: 50 },
    );
    isHeld = true;
    expect(await timesOf()).toEqual([null, null, null]);
    release();
    // Another page, since answers are cached.
    let offset = 10;
    await expect.poll(() => timesOf({ offset: ++offset })).toEqual([10, 20, 30].map(expected));
  });
});
