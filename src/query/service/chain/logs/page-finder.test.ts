import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type AskRoute,
  catchProblem,
  engineOf,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../../test/support/chain-handlers.js';
import { checkRandomPages, startRecorded } from '../../../../../test/support/event-pages.js';
import { account, blocksOf, contract, log } from '../../../../../test/support/sandbox-logs.js';
import { use } from '../../../../../test/support/servers.js';
import { startEvmNode } from '../../../../sandbox/evm-node.js';
import type { TransactionsByEventPage } from '../../../client/index.js';
import type { Engine } from '../../database/engine.js';
import { ServiceProblem } from '../../http/service-problem.js';

const search = { address: contract };

const start = (blocks: readonly number[], blockNumber = 5_002) =>
  startRecorded({ logs: blocks.map((block) => log(block, 0, 0)), blockNumber });

describe('pages by next', () => {
  test('have each transaction of the pinned range once, in order, whatever the nodes do meanwhile', () =>
    checkRandomPages({ numRuns: 8, minBlocks: 400 }));

  test('begin at the first block in ascending order without a start', async () => {
    const { ask } = await start([0, 4_999], 300_000);
    expect(await ask('transactionsByEvent', { ...search, sort: 'asc' })).toMatchObject({
      range: { startBlock: 0, endBlock: 299_998 },
      transactions: [{ blockNumber: 0 }, { blockNumber: 4_999 }],
    });
  });

  test('end where the range is read and nothing follows, and cost no further call', async () => {
    const { ask, searches } = await start([10, 20, 30, 4_000]);
    const asc = { ...search, sort: 'asc', endBlock: 4_000 };
    const first = await ask('transactionsByEvent', { ...asc, offset: 3 });
    expect([blocksOf(first), first.next]).toEqual([[10, 20, 30], JSON.stringify([0, 4_000, 30, 0])]);
    const { length } = searches;
    const second = await ask('transactionsByEvent', { ...asc, offset: 3, cursor: first.next });
    expect([blocksOf(second), second.next]).toEqual([[4_000], null]);
    const half = await ask('transactionsByEvent', { ...asc, offset: 2 });
    expect(half.next).toBe(JSON.stringify([0, 4_000, 20, 0]));
    const all = await ask('transactionsByEvent', { ...asc, offset: 4 });
    expect([blocksOf(all), all.next]).toEqual([[10, 20, 30, 4_000], null]);
    expect(searches).toHaveLength(length);
  });

  test('have no range where the chain has none of the blocks, or none that is confirmed', async () => {
    const { ask } = await start([5_001]);
    const nothing = { range: null, transactions: [], next: null };
    expect(await ask('transactionsByEvent', { ...search, startBlock: 5_001 })).toMatchObject(nothing);
    expect(await ask('transactionsByEvent', { ...search, startBlock: 5_000 })).toMatchObject({
      range: { startBlock: 5_000, endBlock: 5_000 },
      transactions: [],
      next: null,
    });
    const young = await start([0], 1);
    expect(await young.ask('transactionsByEvent', search)).toMatchObject(nothing);
  });

  test('stay as many blocks behind the head as are to confirm', async () => {
    const { entry } = await start([98, 99, 100], 100);
    const endOf = async (options = {}) =>
      blocksOf(await serveEntries([entry], options)('transactionsByEvent', search))[0];
    const ends = [await endOf(), await endOf({ confirmations: 0 }), await endOf({ confirmations: 1 })];
    expect(ends).toEqual([98, 100, 99]);
  });
});

test.each([200, Number.MAX_SAFE_INTEGER])(
  'a cursor that ends at block %d, above all that nodes show, ends there, and changes nothing for others',
  async (end) => {
    const { ask } = await start([10, 50], 102);
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
  test('go on in the range of the last first page for a minute, so that only that may be kept', async () => {
    let [latest, now] = [102, 0];
    const logs = Array.from({ length: 300 }, (_, block) => log(block, 0, 0));
    const { port } = await use(startEvmNode({ logs, blockNumber: () => latest }));
    const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
    const askPage = async (page: number, params = {}) => {
      let keptMs = -1;
      const keepFor = (ms: number) => void (keptMs = ms);
      const request = { ...search, page, offset: 3, ...params };
      const answer = await ask('transactionsByEvent', request, undefined, { keepFor });
      return [blocksOf(answer)[0], keptMs];
    };
    expect([await askPage(1), await askPage(2)]).toEqual([
      [100, 10_000],
      [97, 0],
    ]);
    [latest, now] = [152, 9_000];
    expect(await askPage(3)).toEqual([94, 0]);
    expect([await askPage(1), await askPage(2)]).toEqual([
      [150, 10_000],
      [147, 0],
    ]);
    expect(await askPage(2, { endBlock: 90 })).toEqual([87, 10_000]);
    // A minute after the last use nothing is left of it: the page is that of a new range.
    [latest, now] = [202, 69_001];
    expect(await askPage(2)).toEqual([197, 0]);
  });

  test('are full, late ones too, and have a next like all others', async () => {
    const blocks = Array.from({ length: 25 }, (_, at) => at * 200);
    const { ask } = await start(blocks);
    for (const sort of ['asc', 'desc']) {
      const expected = sort === 'asc' ? blocks : blocks.toReversed();
      const askPage = (page: number, params = {}) =>
        ask('transactionsByEvent', { ...search, sort, page, ...params });
      expect(blocksOf(await askPage(1))).toEqual(expected.slice(0, 10));
      const second = await askPage(2);
      expect(blocksOf(second)).toEqual(expected.slice(10, 20));
      expect(blocksOf(await askPage(7, { cursor: second.next }))).toEqual(expected.slice(20));
      const last = await askPage(3);
      expect([blocksOf(last), last.next]).toEqual([expected.slice(20), null]);
      expect(await askPage(4)).toMatchObject({ transactions: [], next: null });
    }
  });

  test('count from the first of the blocks that are asked for', async () => {
    const { ask } = await start(Array.from({ length: 25 }, (_, at) => at * 200));
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
  const { ask } = await start(Array.from({ length: 15 }, (_, at) => at * 10));
  const askTransfers = (params: object) =>
    ask('accountTransferEvents', { address: account, contractAddress: contract, ...params });
  const first = await askTransfers({ tokenType: 'ERC20' });
  expect(blocksOf(first)).toHaveLength(10);
  expect(blocksOf(await askTransfers({ tokenType: 'ERC721' }))).toEqual([]);
  const second = await askTransfers({ tokenType: 'ERC20', page: 2 });
  expect(blocksOf(second)).toEqual([40, 30, 20, 10, 0]);
});

describe('what is not read yet', () => {
  /** A node that holds back the events of its older half until it is released. */
  async function startHeld() {
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    const logs = [4_800, 3_000, 2_000, 1_000].map((block) => log(block, 0, 0));
    const maxBlocks = 500;
    const { port } = await use(
      startEvmNode({
        ...{ logs, logLimits: { blocks: maxBlocks }, blockNumber: 5_002 },
        delay: (body) => {
          const [, from, to] = /"fromBlock":"(\w+)","toBlock":"(\w+)"/.exec(body) ?? [];
          // What is refused teaches how much to ask for.
          const isAnswered = Number(to) - Number(from) < maxBlocks;
          return isAnswered && Number(from) < 2_500 ? released : undefined;
        },
      }),
    );
    return { ask: serveEntries([listNode('evm', port)], { waitMs: 300 }), release };
  }

  test('leaves page 1 short, with a next that goes on there', async () => {
    const { ask, release } = await startHeld();
    const first = await askOnceFound(ask, search);
    expect(first.next).not.toBeNull();
    const { length } = blocksOf(first);
    expect(length).toBeGreaterThan(0);
    release();
    const rest = await followAll(ask, { ...search, cursor: first.next });
    expect([...blocksOf(first), ...rest]).toEqual([4_800, 3_000, 2_000, 1_000]);
  });

  test.each([
    ['none of the blocks is read', { ...search, endBlock: 100 }],
    ['nothing is found in those that are read', { ...search, startBlock: 2_001, endBlock: 2_990 }],
    ['a later page cannot be reached', { ...search, page: 2, offset: 3 }],
    ['the oldest come first', { ...search, sort: 'asc' }],
  ])('is a 503 index-building with the progress where %s, never an empty page', async (_, params) => {
    const { ask, release } = await startHeld();
    const askInVain = async () => {
      const { status, extras } = await catchProblem(ask('transactionsByEvent', params));
      expect([status, extras.type, extras.retryAfterSeconds]).toEqual([503, 'index-building', 2]);
      return extras.fields?.['progress'] as { blocks: number; of: number | null };
    };
    // On a busy machine, not even the head is read at first.
    await expect.poll(async () => (await askInVain()).blocks).toBeGreaterThan(2_000);
    expect((await askInVain()).of).toBe(5_001);
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
    const startedAt = performance.now();
    const answers = await Promise.all(
      accounts.map((address) => ask('accountTransferEvents', { address, contractAddress: contract })),
    );
    const elapsedMs = performance.now() - startedAt;
    expect(answers.flatMap(blocksOf)).toEqual([]);
    // Each looks for its page before and after the one event, and at the filter every 100 ms at most, not after each chunk.
    expect(looks).toBeLessThan(accounts.length * (elapsedMs / 100 + 10));
  });

  /** The first answer to a request, which is made again while nothing is found. */
  async function askOnceFound(
    ask: AskRoute,
    params: Readonly<Record<string, unknown>>,
  ): Promise<TransactionsByEventPage> {
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
      cursor = answer.next;
    }
    return blocks;
  }
});
