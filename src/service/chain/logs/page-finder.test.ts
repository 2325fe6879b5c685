import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type AskRoute,
  catchProblem,
  engineOf,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { checkRandomPages } from '../../../../test/support/random-pages.js';
import { account, blocksOf, contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import type { SandboxLog } from '../../../sandbox/evm-logs.js';
import { type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';
import type { JsonObject } from '../../../model/json.js';
import type { Engine } from '../../database/engine.js';
import { ServiceProblem } from '../../http/service-problem.js';

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

  test('end where the range is read and nothing follows, and cost no further call', async () => {
    const logs = [10, 20, 30, 4_000].map((block) => log(block, 0, 0));
    const { ask, bodies } = await start(logs);
    const asc = { ...search, sort: 'asc', endBlock: 4_000 };
    const first = await ask('transactionsByEvent', { ...asc, offset: 3 });
    expect([blocksOf(first), first['next']]).toEqual([[10, 20, 30], JSON.stringify([0, 4_000, 30, 0])]);
    const { length } = bodies;
    const second = await ask('transactionsByEvent', { ...asc, offset: 3, cursor: first['next'] });
    expect([blocksOf(second), second['next']]).toEqual([[4_000], null]);
    const half = await ask('transactionsByEvent', { ...asc, offset: 2 });
    expect(half['next']).toBe(JSON.stringify([0, 4_000, 20, 0]));
    const all = await ask('transactionsByEvent', { ...asc, offset: 4 });
    expect([blocksOf(all), all['next']]).toEqual([[10, 20, 30, 4_000], null]);
    expect(bodies).toHaveLength(length);
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
});

test.each([200, Number.MAX_SAFE_INTEGER])(
  'a cursor that ends at block %d, above all that nodes show, ends there, and changes nothing for others',
  async (end) => {
    const { ask } = await start(
      [10, 50].map((block) => log(block, 0, 0)),
      { blockNumber: 102 },
    );
    for (const [sort, after, blocks] of [
      ['asc', [20, null], [50]],
      ['asc', [150, null], []],
      ['desc', [end, null], [50, 10]],
    ] as const) {
      const cursor = JSON.stringify([0, end, ...after]);
      const answer = await ask('transactionsByEvent', { ...search, sort, cursor });
      expect(answer).toMatchObject({ range: { startBlock: 0, endBlock: 100 }, next: null });
      expect(blocksOf(answer)).toEqual(blocks);
    }
    expect(await ask('transactionsByEvent', search)).toMatchObject({ range: { endBlock: 100 } });
  },
);

describe('pages by number', () => {
  test('go on where the last one ended, in its range', async () => {
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
    expect(blocksOf(await askPage(1))).toEqual([148, 147, 146]);
    expect(blocksOf(await askPage(3))).toEqual([142, 141, 140]);
    // A minute after the last use nothing is left of it: the page is that of a new range.
    latest = 202;
    now += 60_001;
    expect(blocksOf(await askPage(2))).toEqual([197, 196, 195]);
  });

  test('belong to the last first page, so that only that may be kept', async () => {
    let [latest, now] = [102, 0];
    const logs = Array.from({ length: 200 }, (_, block) => log(block, 0, 0));
    const { port } = await use(startEvmNode({ logs, blockNumber: () => latest }));
    const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
    const askPage = async (page: number, params = {}) => {
      let keptMs = -1;
      const keepFor = (ms: number) => void (keptMs = ms);
      const request = { ...search, page, ...params };
      const { range } = await ask('transactionsByEvent', request, undefined, { keepFor });
      return [(range as { endBlock: number }).endBlock, keptMs];
    };
    expect([await askPage(1), await askPage(2)]).toEqual([
      [100, 10_000],
      [100, 0],
    ]);
    latest = 152;
    now = 9_000;
    expect(await askPage(2)).toEqual([100, 0]);
    expect([await askPage(1), await askPage(2)]).toEqual([
      [150, 10_000],
      [150, 0],
    ]);
    expect(await askPage(2, { endBlock: 90 })).toEqual([90, 10_000]);
  });

  test('are full, late ones too, and have a next like all others', async () => {
    const logs = Array.from({ length: 25 }, (_, at) => log(at * 200, 0, 0));
    const { ask } = await start(logs);
    for (const sort of ['asc', 'desc']) {
      const expected = logs.map(({ blockNumber }) => blockNumber);
      if (sort === 'desc') expected.reverse();
      const askPage = (page: number, params = {}) =>
        ask('transactionsByEvent', { ...search, sort, page, ...params });
      expect(blocksOf(await askPage(1))).toEqual(expected.slice(0, 10));
      const second = await askPage(2);
      expect(blocksOf(second)).toEqual(expected.slice(10, 20));
      expect(blocksOf(await askPage(7, { cursor: second['next'] }))).toEqual(expected.slice(20));
      const last = await askPage(3);
      expect([blocksOf(last), last['next']]).toEqual([expected.slice(20), null]);
      expect(await askPage(4)).toMatchObject({ transactions: [], next: null });
    }
  });

  test('count from the first of the blocks that are asked for', async () => {
    const { ask } = await start(Array.from({ length: 25 }, (_, at) => log(at * 200, 0, 0)));
    const askPage = (params: object) =>
      ask('transactionsByEvent', {
        ...search,
        offset: 2,
        page: 2,
        startBlock: 1_000,
        endBlock: 3_000,
        ...params,
      });
    expect(blocksOf(await askPage({ sort: 'asc' }))).toEqual([1_400, 1_600]);
    expect(blocksOf(await askPage({ sort: 'desc' }))).toEqual([2_600, 2_400]);
    expect(blocksOf(await askPage({ sort: 'desc', page: 6 }))).toEqual([1_000]);
  });
});

test('a page costs the rows that it has, and its lookups by key, however many events there are', async () => {
  const logs = Array.from({ length: 2_000 }, (_, block) => log(block, 0, 0));
  const { port } = await use(startEvmNode({ logs, blockNumber: 5_002 }));
  const engine = await openEngine();
  const plans: unknown[] = [];
  const explained: Engine = {
    ...engineOf(engine),
    read: async (sql, ...rest) => {
      const isOfPage = sql.includes('endpoint_check_events') || sql.includes('endpoint_check_places');
      if (isOfPage) plans.push(...(await engine.read(`explain query plan ${sql}`, ...rest)));
      return engine.read(sql, ...rest);
    },
  };
  const ask = serveEntries([listNode('evm', port)], { engine: explained });
  expect(blocksOf(await ask('transactionsByEvent', { ...search, page: 150 }))).toHaveLength(10);
  const details = plans.map((row) => (row as { detail: string }).detail);
  expect(details.filter((detail) => /SCAN (?!r\b)/.test(detail))).toEqual([]);
  expect(details).toContainEqual(expect.stringMatching(/SEARCH e .*block=\? AND tx=\?/));
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

describe('what is not read yet', () => {
  /** A node of which a search waits at a gate once it has been asked so often. */
  async function startHeld(freeSearches: number) {
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    const logs = [4_800, 3_000, 2_000, 1_000].map((block) => log(block, 0, 0));
    let searches = 0;
    const { port } = await use(
      startEvmNode({
        ...{ logs, logLimits: { blocks: 500 }, blockNumber: 5_002 },
        delay: (body) => (body.includes('eth_getLogs') && ++searches > freeSearches ? released : undefined),
      }),
    );
    return { ask: serveEntries([listNode('evm', port)], { waitMs: 300 }), release };
  }

  test('leaves page 1 short, with a next that goes on there', async () => {
    const { ask, release } = await startHeld(6);
    const first = await askOnceFound(ask, search);
    expect(first['next']).not.toBeNull();
    const { length } = blocksOf(first);
    expect(length).toBeGreaterThan(0);
    release();
    const rest = await followAll(ask, { ...search, cursor: first['next'] });
    expect([...blocksOf(first), ...rest]).toEqual([4_800, 3_000, 2_000, 1_000]);
  });

  test.each([
    ['nothing was found', { ...search, endBlock: 100 }],
    ['a later page cannot be reached', { ...search, page: 2, offset: 3 }],
    ['the oldest come first', { ...search, sort: 'asc' }],
  ])('is a 503 index-building with the progress where %s', async (_, params) => {
    const { ask, release } = await startHeld(6);
    // On a busy machine, not even the head is read at first.
    await expect
      .poll(async () => {
        const problem = await catchProblem(ask('transactionsByEvent', params));
        expect([problem.status, problem.extras.type]).toEqual([503, 'index-building']);
        expect(problem.extras.retryAfterSeconds).toBeGreaterThan(0);
        return problem.extras.fields;
      })
      .toMatchObject({ progress: { blocks: expect.any(Number) as number, of: 5_001 } });
    release();
    expect(await followAll(ask, params)).toEqual(
      'page' in params ? [1_000] : 'sort' in params ? [1_000, 2_000, 3_000, 4_800] : [],
    );
  });

  test('is looked up once for all who wait, however many chunks have nothing for them', async () => {
    const chunks = 60;
    const { port } = await use(
      startEvmNode({
        ...{ logs: [log(5, 0, 0)], logLimits: { blocks: 100 }, blockNumber: chunks * 100 },
        delay: (body) => (body.includes('eth_getLogs') ? pause(20) : undefined),
      }),
    );
    const engine = await openEngine();
    let looks = 0;
    const counted: Engine = {
      ...engineOf(engine),
      read: (...args) => {
        looks += 1;
        return engine.read(...args);
      },
    };
    const ask = serveEntries([listNode('evm', port)], { engine: counted });
    const accounts = Array.from({ length: 40 }, (_, at) => `0x${String(at).padStart(40, '0')}`);
    const answers = await Promise.all(
      accounts.map((address) => ask('accountTransferEvents', { address, contractAddress: contract })),
    );
    expect(answers.flatMap(blocksOf)).toEqual([]);
    // Each looks for its page before and after the one event, and at the filter now and then.
    expect(looks).toBeLessThan(accounts.length * 20);
  });

  /** The first answer to a request, which is made again while nothing is found. */
  async function askOnceFound(ask: AskRoute, params: Readonly<Record<string, unknown>>): Promise<JsonObject> {
    for (;;) {
      const answer = await ask('transactionsByEvent', params).catch((error: unknown) => {
        if (error instanceof ServiceProblem && error.extras.type === 'index-building') return null;
        throw error;
      });
      if (answer !== null) return answer;
    }
  }

  /** All blocks from a request on. */
  async function followAll(ask: AskRoute, params: Readonly<Record<string, unknown>>): Promise<number[]> {
    const blocks: number[] = [];
    for (let cursor: unknown = params['cursor']; cursor !== null;) {
      const sent = cursor === undefined ? params : { ...params, cursor };
      const answer = await askOnceFound(ask, sent);
      blocks.push(...blocksOf(answer));
      cursor = answer['next'];
    }
    return blocks;
  }
});
