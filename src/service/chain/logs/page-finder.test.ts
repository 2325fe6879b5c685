import { describe, expect, test } from 'vitest';
import { findProblem, listNode, serveEntries } from '../../../../test/support/chain-handlers.js';
import { followPages } from '../../../../test/support/follow-pages.js';
import { checkRandomPages } from '../../../../test/support/random-pages.js';
import { account, contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import type { SandboxLog } from '../../../sandbox/evm-logs.js';
import { type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';

const search = { address: contract };

/** A node that records its searches. */
async function startCounted(options: EvmNodeOptions) {
  const bodies: string[] = [];
  const node = await startEvmNode({
    ...options,
    answer: (body) => {
      if (body.includes('eth_getLogs')) bodies.push(body);
      return undefined;
    },
  });
  return { ...node, bodies };
}

async function start(logs: readonly SandboxLog[], { blockNumber = 5_002, ...options }: EvmNodeOptions = {}) {
  const node = await use(startCounted({ logs, blockNumber, ...options }));
  return { ...node, ask: serveEntries([listNode('evm', node.port)]) };
}

const blocksOf = (answer: unknown) =>
  (answer as { transactions: { blockNumber: number }[] }).transactions.map(({ blockNumber }) => blockNumber);

describe('pages by next', () => {
  test('have each transaction of the pinned range once, in order, whatever the nodes do meanwhile', () =>
    checkRandomPages({ numRuns: 8, minBlocks: 400 }));

  test('begin at the first block in ascending order without a start', async () => {
    const { ask } = await start([log(0, 0, 0), log(4_999, 0, 0)], { blockNumber: 300_000 });
    expect(await ask('transactionsByEvent', { ...search, sort: 'asc' })).toMatchObject({
      range: { startBlock: 0, endBlock: 299_998 },
      transactions: [{ blockNumber: 0 }, { blockNumber: 4_999 }],
    });
  });

  test('end where the range is searched and nothing follows; a full page is not searched on', async () => {
    const logs = [10, 20, 30, 4_000].map((block) => log(block, 0, 0));
    const { ask, bodies } = await start(logs);
    const asc = { ...search, sort: 'asc', endBlock: 4_000 };
    const first = await ask('transactionsByEvent', { ...asc, offset: 3 });
    // The rest of the first call's blocks has nothing: the next page begins after them.
    expect([blocksOf(first), first['next']]).toEqual([[10, 20, 30], JSON.stringify([0, 4_000, 2_000, null])]);
    expect(bodies).toHaveLength(1);
    const second = await ask('transactionsByEvent', { ...asc, offset: 3, cursor: first['next'] });
    expect([blocksOf(second), second['next']]).toEqual([[4_000], null]);
    const half = await ask('transactionsByEvent', { ...asc, offset: 2 });
    expect(half['next']).toBe(JSON.stringify([0, 4_000, 20, 0]));
    const all = await ask('transactionsByEvent', { ...asc, offset: 4 });
    expect([blocksOf(all), all['next']]).toEqual([[10, 20, 30, 4_000], null]);
  });

  test('have no range where the chain has none of the blocks, or none that is confirmed', async () => {
    const { ask } = await start([log(5_001, 0, 0)]);
    const nothing = { range: null, transactions: [], next: null };
    expect(await ask('transactionsByEvent', { ...search, startBlock: 5_001 })).toMatchObject(nothing);
    expect(await ask('transactionsByEvent', { ...search, startBlock: 5_000 })).toMatchObject({
      range: { startBlock: 5_000, endBlock: 5_000 },
      transactions: [],
      next: null,
    });
    const young = await start([log(0, 0, 0)], { blockNumber: 1 });
    expect(await young.ask('transactionsByEvent', search)).toMatchObject(nothing);
  });

  test('stay as many blocks behind the head as are to confirm', async () => {
    const { port } = await start(
      [98, 99, 100].map((block) => log(block, 0, 0)),
      { blockNumber: 100 },
    );
    const endOf = async (confirmations?: number) =>
      blocksOf(
        await serveEntries([listNode('evm', port)], confirmations === undefined ? {} : { confirmations })(
          'transactionsByEvent',
          search,
        ),
      )[0];
    expect([await endOf(), await endOf(0), await endOf(1)]).toEqual([98, 100, 99]);
  });

  test('have nothing but a next where a window has nothing', async () => {
    const { port } = await start([log(10, 0, 0)]);
    const ask = serveEntries([listNode('evm', port)], { maxBlocks: 1_000 });
    expect(await ask('transactionsByEvent', search)).toMatchObject({
      transactions: [],
      next: JSON.stringify([0, 5_000, 4_000, null]),
    });
    expect((await followPages(ask, search)).answers).toHaveLength(6);
  });
});

describe('pages by number', () => {
  test('go on where the last one ended, in its range, without another look at the blocks before', async () => {
    let [latest, now] = [102, 0];
    const logs = Array.from({ length: 300 }, (_, block) => log(block, 0, 0));
    const node = await use(startCounted({ logs, blockNumber: () => latest }));
    const ask = serveEntries([listNode('evm', node.port)], { now: () => now });
    const askPage = (page: number) => ask('transactionsByEvent', { ...search, page, offset: 3 });
    const first = await askPage(1);
    latest = 150;
    now = 59_000;
    expect([first, await askPage(2), await askPage(3)].map(blocksOf)).toEqual([
      [100, 99, 98],
      [97, 96, 95],
      [94, 93, 92],
    ]);
    expect(node.bodies.map((body) => /"toBlock":"(\w+)"/.exec(body)?.[1])).toEqual(['0x64', '0x62', '0x5f']);
    expect(blocksOf(await askPage(1))).toEqual([148, 147, 146]);
    expect(blocksOf(await askPage(3))).toEqual([142, 141, 140]);
    // A minute after the last use nothing is left of it: the page is that of a new range.
    latest = 202;
    now += 60_001;
    expect(blocksOf(await askPage(2))).toEqual([197, 196, 195]);
  });

  test('belong to the last first page, though answers are cached', async () => {
    let [latest, now] = [102, 0];
    const logs = Array.from({ length: 200 }, (_, block) => log(block, 0, 0));
    const { port } = await use(startEvmNode({ logs, blockNumber: () => latest }));
    const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
    const endOf = async (page: number) => (await ask('transactionsByEvent', { ...search, page }))['range'];
    expect([await endOf(1), await endOf(2)]).toMatchObject([{ endBlock: 100 }, { endBlock: 100 }]);
    latest = 152;
    now = 9_000;
    expect([await endOf(1), await endOf(2)]).toMatchObject([{ endBlock: 100 }, { endBlock: 100 }]);
    now = 10_000;
    expect([await endOf(1), await endOf(2)]).toMatchObject([{ endBlock: 150 }, { endBlock: 150 }]);
  });

  test('are full over any number of windows, and have a next like all others', async () => {
    const logs = Array.from({ length: 25 }, (_, at) => log(at * 200, 0, 0));
    const { port } = await start(logs);
    const askPage = (page: number, params = {}) =>
      serveEntries([listNode('evm', port)], { maxBlocks: 500 })('transactionsByEvent', {
        ...{ ...search, sort: 'asc', page },
        ...params,
      });
    // The first one may be shorter: it has a window, and a next.
    expect(blocksOf(await askPage(1))).toEqual([0, 200, 400]);
    const second = await askPage(2);
    expect(blocksOf(second)).toEqual(Array.from({ length: 10 }, (_, at) => 2_000 + at * 200));
    expect(blocksOf(await askPage(7, { cursor: second['next'] }))).toEqual([4_000, 4_200]);
    const last = await askPage(3);
    expect([blocksOf(last), last['next']]).toEqual([[4_000, 4_200, 4_400, 4_600, 4_800], null]);
    expect(await askPage(4)).toMatchObject({ transactions: [], next: null });
  });

  test('have each transaction once, whatever the first one had', async () => {
    const logs = Array.from({ length: 25 }, (_, at) => log(at * 200, 0, 0));
    const { port } = await start(logs);
    const ask = serveEntries([listNode('evm', port)], { maxBlocks: 500 });
    const found: number[] = [];
    const first = await ask('transactionsByEvent', { ...search, sort: 'asc' });
    expect(blocksOf(first)).toHaveLength(3);
    for (const page of [2, 3])
      found.push(...blocksOf(await ask('transactionsByEvent', { ...search, sort: 'asc', page })));
    expect(found).toEqual(Array.from({ length: 15 }, (_, at) => 2_000 + at * 200));
  });
});

test('pages by number of one kind of token do not depend on those of another kind', async () => {
  const { ask } = await start(Array.from({ length: 15 }, (_, at) => log(at * 10, 0, 0)));
  const askTransfers = (params: object) =>
    ask('accountTransferEvents', { address: account, contractAddress: contract, ...params });
  const first = await askTransfers({ tokenType: 'ERC20' });
  expect(blocksOf(first)).toHaveLength(10);
  expect(blocksOf(await askTransfers({ tokenType: 'ERC721' }))).toEqual([]);
  const second = await askTransfers({ tokenType: 'ERC20', page: 2 });
  expect(blocksOf(second)).toEqual([40, 30, 20, 10, 0]);
});

describe('a search that takes too long', () => {
  /** A node whose further searches wait at a gate. */
  async function startHeld(freeSearches: number) {
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    const logs = [4_000, 3_000, 2_000, 1_000].map((block) => log(block, 0, 0));
    let searches = 0;
    const { port } = await use(
      startEvmNode({
        ...{ logs, logLimits: { blocks: 500 }, blockNumber: 5_002 },
        delay: (body) => (body.includes('eth_getLogs') && ++searches > freeSearches ? released : undefined),
      }),
    );
    return { port, release };
  }

  test('answers with what it has and a next on page 1, and goes on from there', async () => {
    const { port, release } = await startHeld(6);
    const ask = serveEntries([listNode('evm', port)], { searchMs: 300 });
    // Before the call fails because the node is silent.
    const first = await ask('transactionsByEvent', search, AbortSignal.timeout(4_000));
    expect(first['next']).not.toBeNull();
    const { length } = blocksOf(first);
    expect(blocksOf(first)).toEqual([4_000, 3_000, 2_000, 1_000].slice(0, length));
    release();
    const rest = await followPages(ask, { ...search, cursor: first['next'] });
    expect([...blocksOf(first), ...rest.answers.flatMap(blocksOf)]).toEqual([4_000, 3_000, 2_000, 1_000]);
    expect(first['range']).toEqual(rest.answers[0]?.range);
  });

  test('is a 504 where no block was searched, since a cursor must lead further', async () => {
    const { port } = await startHeld(0);
    const ask = serveEntries([listNode('evm', port)], { searchMs: 10 });
    const problem = findProblem(ask('transactionsByEvent', search, AbortSignal.timeout(300)));
    expect(await problem).toMatchObject({ status: 504 });
  });

  test('is a 504 on a later page; the next attempt goes on from where it came to', async () => {
    const { port, release } = await startHeld(6);
    const ask = serveEntries([listNode('evm', port)], { searchMs: 10 });
    const late = { ...search, page: 2, offset: 2 };
    const problem = findProblem(ask('transactionsByEvent', late, AbortSignal.timeout(500)));
    expect(await problem).toMatchObject({ status: 504 });
    release();
    expect(blocksOf(await ask('transactionsByEvent', late))).toEqual([2_000, 1_000]);
  });
});
