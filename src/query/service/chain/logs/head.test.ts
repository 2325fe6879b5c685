import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  findProblem,
  listEntries,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../../test/support/chain-handlers.js';
import {
  followPages,
  sparse,
  startFinalNode,
  startRecorded,
} from '../../../../../test/support/event-pages.js';
import { blocksOf, contract, log } from '../../../../../test/support/sandbox-logs.js';
import { use } from '../../../../../test/support/servers.js';
import { createChain } from '../../../../sandbox/evm-logs.js';
import { startEvmNode } from '../../../../sandbox/evm-node.js';

const search = { address: contract };
const stale = new Date(Date.now() - 7_200_000);
const logs = [log(50, 0, 0), log(4_000, 0, 0)];
const far = 9_000_000_000;

/** A node that names another latest block to a search than the check found. */
async function startLiar(claimed: number) {
  let checks = 0;
  const { port } = await use(
    startEvmNode({
      ...{ logs, blockNumber: 25_002 },
      answer: (body) => {
        if (!body.startsWith('{') || !body.includes('"latest"') || ++checks === 1) return undefined;
        const { id } = JSON.parse(body) as { id: number };
        const result = {
          hash: `0x${'ab'.repeat(32)}`,
          number: `0x${claimed.toString(16)}`,
          timestamp: '0x1',
        };
        return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result }) };
      },
    }),
  );
  return listNode('evm', port);
}

/** A node that shows its latest block only once another one has answered the three calls of a check. */
const startAfter = (other: { readonly methods: readonly string[] }, blockNumber: number) =>
  startRecorded({
    ...{ logs, blockNumber },
    delay: async (body) => {
      while (body.includes('latest') && other.methods.length < 3) await sleep(1);
      await sleep(20);
    },
  });

describe('a node that claims a head', () => {
  test.each([far, 5])('of %d, unlike that of its check, sets no range', async (head) => {
    const honest = await startRecorded({ logs, blockNumber: 25_002, blockTime: stale });
    const both = serveEntries([await startLiar(head), honest.entry]);
    expect(await both('transactionsByEvent', search)).toMatchObject({
      range: { endBlock: 25_000 },
      transactions: [{ blockNumber: 4_000 }, { blockNumber: 50 }],
    });
    const alone = serveEntries([await startLiar(head)])('transactionsByEvent', search);
    expect(await findProblem(alone)).toMatchObject({
      status: 502,
      detail: expect.stringContaining(
        '1 × the latest block of the node contradicts an earlier one',
      ) as string,
    });
  });

  test('beyond what all others have, and makes up its blocks, is not asked', async () => {
    const liar = await startRecorded({ logs: [], blockNumber: far });
    const honest = [await startAfter(liar, 5_002), await startAfter(liar, 5_003)];
    const ask = serveEntries([liar.entry, ...honest.map(({ entry }) => entry)]);
    const first = await ask('transactionsByEvent', search);
    expect(first).toMatchObject({ transactions: [{ blockNumber: 4_000 }, { blockNumber: 50 }], next: null });
    expect(liar.searches).toEqual([]);
  });

  test('beyond that of the only other one shows that one of the two is wrong, so neither is believed', async () => {
    const nodes = [far, 5_002].map((blockNumber) => startRecorded({ logs, blockNumber }));
    const [high, low] = await Promise.all(nodes);
    const ask = serveEntries([high, low].flatMap((node) => node?.entry ?? []));
    expect(await findProblem(ask('transactionsByEvent', search))).toMatchObject({
      status: 502,
      detail: expect.stringContaining('2 × the node contradicts others about the latest block') as string,
    });
    expect([high?.searches, low?.searches]).toEqual([[], []]);
  });

  test('far from that of a node whose chain has ended is believed', async () => {
    const ended = await startRecorded({ logs: [], blockNumber: 20_000_000, blockTime: stale });
    const { entry } = await startAfter(ended, 5_002);
    expect(await serveEntries([ended.entry, entry])('transactionsByEvent', search)).toMatchObject({
      range: { endBlock: 5_000 },
    });
  });

  test('that it has synchronised to since the check is believed', async () => {
    let head = 1_000;
    const chain = createChain([log(15_000_000, 0, 0)]);
    const node = await startRecorded({ chain, blockNumber: () => head });
    // Of another contract: a search that is still being read would share its head.
    await node.ask('transactionsByEvent', { address: `0x${'22'.repeat(20)}` });
    head = 15_000_002;
    expect(await node.ask('transactionsByEvent', search)).toMatchObject({
      transactions: [{ blockNumber: 15_000_000 }],
    });
  });
});

test('a node whose chain does not reach to what others have shown is behind', async () => {
  const node = await startRecorded({ logs, blockNumber: 5_002 });
  const young = await startRecorded({ logs: [], blockNumber: 4_900 });
  const engine = await openEngine();
  const entries = [node.entry];
  const ask = serveEntries(entries, { engine });
  await ask('transactionsByEvent', search);
  // While it reads older blocks, its looks at new ones count for others.
  const listHolders = () => engine.read('select leased_by from endpoint_check_jobs', []);
  await expect.poll(listHolders).toEqual([{ leased_by: null }]);
  await node.close();
  entries.push(young.entry);
  expect(await findProblem(ask('transactionsByEvent', search))).toMatchObject({
    status: 503,
    detail: expect.stringContaining('1 × the node does not reach the newest known block') as string,
  });
});

test('the head is asked for by page 1, and by no page of blocks that the node is known to have', async () => {
  let asked = 0;
  const node = await startRecorded({
    ...{ logs: sparse(900_000), blockNumber: 900_001 },
    delay: (body) => {
      if (body.startsWith('{') && body.includes('"latest"')) asked += 1;
      return undefined;
    },
  });
  // By a clock that stands still: in the course of seconds the head is asked for again.
  const ask = serveEntries([node.entry], { now: () => 0 });
  const { answers } = await followPages(ask, { ...search, offset: 2 });
  expect(answers.length).toBeGreaterThan(10);
  // Once by the check.
  expect(asked).toBe(2);
});

test.each([
  ['the first block', 3_000, 0],
  ['one far below the head', 505_000, 4_000],
])('the last blocks are 128 where the node names %s as the final one', async (_, head, finalized) => {
  const { searches, entry } = await startFinalNode({ head, finalized, logs: [log(head - 5, 0, 0)] });
  await serveEntries([entry], { waitMs: 5_000 })('transactionsByEvent', { ...search, offset: 100 });
  expect(searches[0]?.from).toBe(head - 128 + 1);
});

describe('another node', () => {
  const limits = { logs: sparse(90_000), logLimits: { blocks: 10_000 } };
  const dead = { status: 500, body: 'dead' };

  test('goes on from what the first one found', async () => {
    let searches = 0;
    const first = await startRecorded({ ...limits, blockNumber: 90_001 }, () =>
      ++searches > 6 ? dead : undefined,
    );
    // Stale, so that it comes after the other whatever their latency.
    const second = await startRecorded({ ...limits, blockNumber: 90_009, blockTime: stale });
    const ask = serveEntries([first.entry, second.entry]);
    const { answers, hashes } = await followPages(ask, { ...search, offset: 100 });
    expect(hashes).toEqual(limits.logs.map(({ transactionHash }) => transactionHash).reverse());
    expect(answers[0]?.range).toEqual({ startBlock: 0, endBlock: 89_999 });
    expect(second.searches.length).toBeGreaterThan(0);
    expect(Math.max(...second.searches.map(({ to }) => to))).toBeLessThan(89_999);
  });

  test('is what is missing where all fail on page 1: what was found is the answer', async () => {
    let [isDead, searches] = [true, 0];
    const node = await startRecorded({ ...limits, blockNumber: 90_001 }, () =>
      ++searches > 5 && isDead ? dead : undefined,
    );
    const first = await node.ask('transactionsByEvent', { ...search, offset: 100 });
    expect(first.next).not.toBeNull();
    const { length } = first.transactions as readonly unknown[];
    expect(length).toBeGreaterThan(0);
    isDead = false;
    const rest = await followPages(node.ask, { ...search, offset: 100, cursor: first.next });
    expect(length + rest.hashes.length).toBe(25);
  });
});

/** A node whose chain a test may replace by another: its blocks have other hashes, and one event of its own. */
async function startNode(chain: { head: number; block: number; chainId: number }) {
  const node = startEvmNode({
    chainId: chain.chainId,
    blockNumber: () => chain.head,
    finalized: () => chain.head,
    chain: {
      listLogs: (...args) => createChain([log(chain.block, 0, 0)]).listLogs(...args),
      describeBlock: (...args) => {
        const { hash, timestamp } = createChain([]).describeBlock(...args);
        return { hash: `0x${String(chain.block).padStart(4, '0')}${hash.slice(6)}`, timestamp };
      },
    },
  });
  const claim = { chainId: String(chain.chainId), field: 'chain_id_evm', derived: false };
  return listNode('evm', (await use(node)).port, { claim });
}

test.each([
  ['longer', 2_000],
  ['shorter', 200],
])('after a new genesis, whose chain is %s, nothing of the chain before is answered', async (_, head) => {
  const chain = { head: 1_000, block: 7, chainId: 5 };
  const entries = [await startNode(chain)];
  const engine = await openEngine();
  // A process that has just begun knows of no node.
  const find = async () =>
    blocksOf(await serveEntries(entries, { engine })('transactionsByEvent', { address: contract }));
  expect(await find()).toEqual([7]);
  Object.assign(chain, { head, block: 9 });
  expect(await find()).toEqual([9]);
});

test('after the registry names another chain, nothing of the chain before is answered, also of blocks that were final', async () => {
  const [before, after] = [
    await startNode({ head: 1_000, block: 7, chainId: 5 }),
    await startNode({ head: 1_000, block: 9, chainId: 6 }),
  ];
  const registry = { entries: listEntries([before]) };
  const engine = await openEngine();
  const ask = serveEntries([], { engine, loadEntries: () => Promise.resolve(registry.entries) });
  const find = async () => blocksOf(await ask('transactionsByEvent', { address: contract, endBlock: 500 }));
  expect(await find()).toEqual([7]);
  registry.entries = listEntries([after]);
  expect(await find()).toEqual([9]);
});
