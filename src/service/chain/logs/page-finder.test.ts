import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AskRoute, listNode, serveEntries } from '../../../../test/support/chain-handlers.js';
import {
  account,
  contract,
  log,
  other,
  topics,
  transferTopic,
} from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import type { LogLimits, SandboxLog } from '../../../sandbox/evm-logs.js';
import { startEvmNode } from '../../../sandbox/evm-node.js';

const transfers = { address: account, contractAddress: contract, tokenType: 'ERC20' };

/** Hashes of the transactions on all pages. */
async function readPages(ask: AskRoute, params: Readonly<Record<string, unknown>>): Promise<string[]> {
  const hashes: string[] = [];
  for (let page = 1; page < 500; page++) {
    const answer = await ask('transactionsByEvent', { ...params, page });
    const transactions = answer['transactions'] as readonly { readonly transactionHash: string }[];
    hashes.push(...transactions.map(({ transactionHash }) => transactionHash));
    if (answer['hasMore'] === false) return hashes;
    expect(transactions).toHaveLength(Number(params['offset']));
  }
  throw new Error('the pages have no end');
}

async function start(
  logs: readonly SandboxLog[],
  logLimits: LogLimits = {},
  latest = 5_000,
): Promise<AskRoute> {
  const { port } = await use(startEvmNode({ logs, logLimits, blockNumber: latest }));
  return serveEntries([listNode('evm', port)]);
}

describe('pages of a search', () => {
  test('hold each transaction once, in order, whatever the size of a page and the limits of the node', async () => {
    const place = fc.record({ block: fc.integer({ min: 0, max: 5_000 }), index: fc.nat({ max: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(place, { maxLength: 40, selector: ({ block, index }) => `${block} ${index}` }),
        fc.integer({ min: 1, max: 11 }),
        fc.constantFrom('asc', 'desc'),
        fc.record({ blocks: fc.integer({ min: 100, max: 9_000 }), results: fc.integer({ min: 8, max: 50 }) }),
        async (places, offset, sort, limits) => {
          const logs = places.flatMap(({ block, index }) => [
            log(block, index, index * 2),
            log(block, index, index * 2 + 1),
          ]);
          const sorted = [...places].sort((a, b) => a.block - b.block || a.index - b.index);
          const hashes = sorted.map(({ block, index }) => log(block, index, 0).transactionHash);
          const { port, close } = await startEvmNode({ logs, logLimits: limits, blockNumber: 5_000 });
          const ask = serveEntries([listNode('evm', port)]);
          const found = await readPages(ask, { address: contract, offset, sort });
          expect(found).toEqual(sort === 'asc' ? hashes : hashes.reverse());
          await close();
        },
      ),
      { numRuns: 40 },
    );
  });

  test('stay the same while blocks arrive, whether the client sends the range back or not', async () => {
    let latest = 100;
    const logs = Array.from({ length: 200 }, (_, block) => log(block, 0, 0));
    const { port } = await use(startEvmNode({ logs, blockNumber: () => latest }));
    const ask = serveEntries([listNode('evm', port)]);
    const first = await ask('accountTransferEvents', { ...transfers, page: 1, offset: 3 });
    expect(first).toMatchObject({ range: { startBlock: 0, endBlock: 100 }, complete: true, hasMore: true });
    latest = 150;
    const blocksOf = (answer: Readonly<Record<string, unknown>>) =>
      (answer['transactions'] as { blockNumber: number }[]).map(({ blockNumber }) => blockNumber);
    const range = first['range'] as object;
    const withRange = await ask('accountTransferEvents', { ...transfers, ...range, page: 2, offset: 3 });
    const without = await ask('accountTransferEvents', { ...transfers, page: 2, offset: 3 });
    expect([first, withRange, without].map(blocksOf)).toEqual([
      [100, 99, 98],
      [97, 96, 95],
      [97, 96, 95],
    ]);
    expect(blocksOf(await ask('accountTransferEvents', { ...transfers, page: 1, offset: 3 }))).toEqual([
      150, 149, 148,
    ]);
  });

  test('have more where a single block is left, in both orders', async () => {
    const ask = await start([log(0, 0, 0), log(2_000, 0, 0)]);
    for (const sort of ['asc', 'desc']) {
      const params = { address: contract, startBlock: 0, endBlock: 2_000, offset: 1, sort };
      expect(await ask('transactionsByEvent', params)).toMatchObject({ hasMore: true });
      expect(await ask('transactionsByEvent', { ...params, page: 2 })).toMatchObject({
        transactions: [{ blockNumber: sort === 'asc' ? 2_000 : 0 }],
        hasMore: false,
      });
    }
  });

  test('belong to the last first page, though answers are cached', async () => {
    let now = 0;
    let latest = 100;
    const logs = Array.from({ length: 200 }, (_, block) => log(block, 0, 0));
    const { port } = await use(startEvmNode({ logs, blockNumber: () => latest }));
    const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
    const endOf = async (page: number) =>
      (await ask('accountTransferEvents', { ...transfers, page }))['range'];
    expect([await endOf(1), await endOf(2)]).toMatchObject([{ endBlock: 100 }, { endBlock: 100 }]);
    latest = 150;
    now = 9_000;
    expect([await endOf(1), await endOf(2)]).toMatchObject([{ endBlock: 100 }, { endBlock: 100 }]);
    now = 10_000;
    expect([await endOf(1), await endOf(2)]).toMatchObject([{ endBlock: 150 }, { endBlock: 150 }]);
  });

  test('have the blocks that were searched, and whether these are all of the requested ones', async () => {
    const ask = await start([log(1, 0, 0), log(4_000, 0, 0)], {}, 5_000);
    expect(await ask('transactionsByEvent', { address: contract, startBlock: 9_000 })).toMatchObject({
      range: null,
      complete: true,
      hasMore: false,
      transactions: [],
    });
    expect(await ask('transactionsByEvent', { address: contract, endBlock: 1_000_000 })).toMatchObject({
      range: { startBlock: 0, endBlock: 5_000 },
      complete: true,
    });
  });

  test('cover no more blocks than the service allows', async () => {
    const { port } = await use(startEvmNode({ logs: [log(1, 0, 0), log(4_000, 0, 0)], blockNumber: 5_000 }));
    const ask = serveEntries([listNode('evm', port)], { maxBlocks: 1_000 });
    expect(await ask('transactionsByEvent', { address: contract, startBlock: 1, sort: 'asc' })).toMatchObject(
      {
        range: { startBlock: 1, endBlock: 1_000 },
        complete: false,
        transactions: [{ blockNumber: 1 }],
      },
    );
    expect(await ask('transactionsByEvent', { address: contract })).toMatchObject({
      range: { startBlock: 4_001, endBlock: 5_000 },
      complete: false,
      transactions: [],
    });
  });

  test('cost few calls: a later page none for the events before it', async () => {
    const logs = Array.from({ length: 3_000 }, (_, at) => log(at * 30, 0, 0));
    const bodies: string[] = [];
    const answer = (body: string) => {
      if (body.includes('eth_getLogs')) bodies.push(body);
      return undefined;
    };
    const { port } = await use(startEvmNode({ logs, blockNumber: 90_000, answer }));
    const ask = serveEntries([listNode('evm', port)]);
    for (const page of [1, 2, 3]) await ask('transactionsByEvent', { address: contract, offset: 50, page });
    expect(bodies).toHaveLength(3);
  });
});

describe('a search finds', () => {
  test('events by the contract, by any of the first topics, or by both', async () => {
    const [a, b, c] = [
      topics(`0x${'0a'.repeat(32)}`),
      topics(`0x${'0b'.repeat(32)}`),
      topics(`0x${'0c'.repeat(32)}`),
    ];
    const ask = await start([
      log(1, 0, 0, { topics: a }),
      log(2, 0, 0, { topics: b }),
      log(3, 0, 0, { topics: c }),
      log(4, 0, 0, { topics: b, address: other }),
      log(5, 0, 0, { topics: [] }),
    ]);
    const blocks = async (params: object) => {
      const { transactions } = await ask('transactionsByEvent', { sort: 'asc', ...params });
      return (transactions as { blockNumber: number }[]).map(({ blockNumber }) => blockNumber);
    };
    expect(await blocks({ address: contract })).toEqual([1, 2, 3, 5]);
    expect(await blocks({ topics: `${a[0] ?? ''},${b[0]?.toUpperCase().replace('X', 'x') ?? ''}` })).toEqual([
      1, 2, 4,
    ]);
    expect(await blocks({ topics: [b[0]], address: contract.toUpperCase().replace('X', 'x') })).toEqual([2]);
  });

  test('transfers from and to the account, one to itself once, and none of the other standard', async () => {
    const ask = await start([
      log(1, 0, 0),
      log(1, 0, 1, { topics: topics(transferTopic, other, account), data: `0x${'f'.repeat(64)}` }),
      log(2, 0, 0, { topics: topics(transferTopic, account, account) }),
      log(3, 0, 0, { topics: topics(transferTopic, account, other, 7), data: '0x' }),
      log(4, 0, 0, { topics: topics(transferTopic, other, other) }),
      log(5, 0, 0, { address: other }),
    ]);
    const answer = await ask('accountTransferEvents', { ...transfers, sort: 'asc' });
    expect(answer['transactions']).toMatchObject([
      {
        blockNumber: 1,
        transfers: [
          { logIndex: 0, from: account, to: other, operator: null, items: [{ tokenId: null, amount: '1' }] },
          { logIndex: 1, from: other, to: account, items: [{ amount: String(2n ** 256n - 1n) }] },
        ],
      },
      { blockNumber: 2, transfers: [{ from: account, to: account }] },
    ]);
    const tokens = await ask('accountTransferEvents', { ...transfers, tokenType: 'ERC721' });
    expect(tokens['transactions']).toMatchObject([
      { blockNumber: 3, transfers: [{ items: [{ tokenId: '7', amount: '1' }] }] },
    ]);
  });
});
