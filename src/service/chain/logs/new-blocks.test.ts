import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  catchProblem,
  createContext,
  engineOf,
  listEntries,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { account, blocksOf, contract, log } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import { createChain, type SandboxChain } from '../../../sandbox/evm-logs.js';
import { startEvmNode } from '../../../sandbox/evm-node.js';
import type { JsonObject } from '../../../model/json.js';
import type { Engine } from '../../database/engine.js';
import { createChainHandlers } from '../create-chain-handlers.js';

const search = { address: contract };

test('new blocks are waited for only if the last look at the chain is half the time ago for which answers are kept', async () => {
  let [latest, now, calls] = [102, 0, 0];
  let delay = Promise.resolve();
  const { port } = await use(
    startEvmNode({
      blockNumber: () => latest,
      delay: (body) => {
        // Others may be made by the reading of older blocks.
        if (body.includes('eth_blockNumber')) calls += 1;
        return delay;
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
  const findEnd = async () => ((await ask('transactionsByEvent', search))['range'] as JsonObject)['endBlock'];
  expect(await findEnd()).toBe(100);
  latest = 152;
  const before = calls;
  now = 999;
  expect([await findEnd(), calls]).toEqual([100, before]);
  // The answer is there before the node has said anything.
  let answer: () => void = () => undefined;
  delay = new Promise((resolve) => (answer = resolve));
  now = 4_999;
  expect(await findEnd()).toBe(100);
  answer();
  await expect.poll(findEnd).toBe(150);
  latest = 202;
  now += 5_000;
  expect(await findEnd()).toBe(200);
});

test('new blocks are waited for whatever the time if a search names one of them, or those that were read have gone', async () => {
  let [latest, now] = [102, 0];
  const logs = [log(10, 0, 0), log(120, 0, 0)];
  const { port } = await use(startEvmNode({ logs, blockNumber: () => latest }));
  const engine = await openEngine();
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now, engine });
  const find = async (params = {}) => blocksOf(await ask('transactionsByEvent', { ...search, ...params }));
  expect(await find()).toEqual([10]);
  [latest, now] = [152, 4_999];
  expect(await find({ startBlock: 120 })).toEqual([120]);
  [latest, now] = [202, 9_000];
  expect(await ask('transactionsByEvent', { ...search, endBlock: 170 })).toMatchObject({
    range: { endBlock: 170 },
  });
  // As another instance does.
  for (const table of ['events', 'places', 'filters'])
    await engine.write([{ sql: `delete from endpoint_check_${table}`, values: [] }]);
  expect(await find()).toEqual([120, 10]);
});

test('new blocks are waited for if those that were read have been replaced, until they are read again', async () => {
  let [latest, now, isReplaced] = [102, 0, false];
  const made = createChain([log(10, 0, 0), log(80, 0, 0)]);
  const chain: SandboxChain = {
    ...made,
    describeBlock: (number, head) => {
      const block = made.describeBlock(number, head);
      return isReplaced ? { ...block, hash: block.hash.replace('0x', '0xf').slice(0, 66) } : block;
    },
  };
  const answer = (body: string) =>
    isReplaced && body.includes('eth_getLogs') ? { status: 503, body: '' } : undefined;
  const { port } = await use(startEvmNode({ chain, blockNumber: () => latest, finalized: () => 60, answer }));
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
  const find = async () => blocksOf(await ask('transactionsByEvent', search));
  expect(await find()).toEqual([80, 10]);
  [latest, now, isReplaced] = [103, 4_999, true];
  // Whoever asks while the blocks are looked at may still get the old ones.
  await expect.poll(() => catchProblem(find()).catch(() => null)).toMatchObject({ status: 502 });
});

test('blocks that go while older ones are read are no sign that the chain has none', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  const isOld = (body: string) => Number(/"toBlock":"(\w+)"/.exec(body)?.[1]) < 4_900;
  const { port } = await use(
    startEvmNode({
      logs: [log(4_900, 0, 0)],
      blockNumber: 5_002,
      delay: (body) => (isOld(body) ? released : undefined),
    }),
  );
  const engine = await openEngine();
  const ask = serveEntries([listNode('evm', port)], { engine, waitMs: 300, leaseMs: 300_000 });
  const find = () => ask('transactionsByEvent', { ...search, offset: 1 });
  const findBlocks = async () => blocksOf(await find().catch(() => ({ transactions: [] })));
  await expect.poll(findBlocks).toEqual([4_900]);
  // As another instance does that takes this one to be dead.
  for (const table of ['events', 'places', 'filters'])
    await engine.write([{ sql: `delete from endpoint_check_${table}`, values: [] }]);
  expect((await catchProblem(find())).extras.type).toBe('index-building');
  release();
  await expect.poll(findBlocks).toEqual([4_900]);
});

test('new blocks are looked for of an account too if its contract proves busy meanwhile', async () => {
  const { port } = await use(startEvmNode({ logs: [log(4_900, 0, 0)], blockNumber: 5_002 }));
  const engine = await openEngine();
  let isBusy = false;
  const busy: Engine = {
    ...engineOf(engine),
    write: async (steps) => {
      const isWritten = await engine.write(steps);
      // As the reading does that goes on.
      if (!isBusy && steps.some(({ sql }) => sql.includes('looked_for = ('))) {
        isBusy = true;
        await engine.write([{ sql: `update endpoint_check_filters set state = 'busy'`, values: [] }]);
      }
      return isWritten;
    },
  };
  const ask = serveEntries([listNode('evm', port)], { engine: busy });
  const params = { address: account, contractAddress: contract, tokenType: 'ERC20' };
  expect(blocksOf(await ask('accountTransferEvents', params))).toEqual([4_900]);
  expect(isBusy).toBe(true);
});

test('new blocks are waited for while the same instance reads older ones, until it looks again', async () => {
  let [latest, now, held] = [5_002, 0, 0];
  let [readSome, readRest]: [() => void, () => void] = [() => undefined, () => undefined];
  const some = new Promise<void>((resolve) => (readSome = resolve));
  const rest = new Promise<void>((resolve) => (readRest = resolve));
  const { port } = await use(
    startEvmNode({
      ...{ logs: [log(5, 0, 0)], logLimits: { blocks: 500 }, blockNumber: () => latest },
      delay: (body) => {
        const to = Number(/"toBlock":"(\w+)"/.exec(body)?.[1] ?? NaN);
        if (!(to <= 3_000)) return undefined;
        held += 1;
        return to > 1_000 ? some : rest;
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
  const whole = ask('transactionsByEvent', search);
  await expect.poll(() => held).toBeGreaterThan(0);
  [latest, now] = [5_102, 6_000];
  const newest = ask('transactionsByEvent', { ...search, startBlock: 4_000 });
  await pause(300);
  readSome();
  expect(await newest).toMatchObject({ range: { endBlock: 5_100 } });
  readRest();
  expect(await whole).toMatchObject({ range: { endBlock: 5_100 }, next: null });
});

test('a look that has begun before a request is not enough for it, if answers are not kept', async () => {
  let [latest, held, isHeld] = [102, 0, false];
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { port } = await use(
    startEvmNode({
      blockNumber: () => latest,
      delay: (body) => {
        // The number of the newest block has been answered before.
        if (!isHeld || !body.includes('eth_getBlockByNumber')) return undefined;
        held += 1;
        return answered;
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)]);
  // Equal requests share an answer.
  const find = (offset: number) => ask('transactionsByEvent', { ...search, offset });
  await find(1);
  isHeld = true;
  const first = find(1);
  await expect.poll(() => held).toBeGreaterThan(0);
  latest = 152;
  const second = find(2);
  await pause(300);
  answer();
  await first;
  expect(await second).toMatchObject({ range: { endBlock: 150 } });
});

test('new blocks are waited for while another instance looks for them', async () => {
  let [latest, now] = [102, 0];
  let answer: () => void = () => undefined;
  let [calls, delay] = [0, Promise.resolve()];
  const { port } = await use(
    startEvmNode({
      blockNumber: () => latest,
      delay: () => {
        calls += 1;
        return delay;
      },
    }),
  );
  const engine = await openEngine();
  const start = () => {
    const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now, engine });
    return async () => ((await ask('transactionsByEvent', search))['range'] as JsonObject)['endBlock'];
  };
  const [first, second] = [start(), start()];
  expect([await first(), await second()]).toEqual([100, 100]);
  [latest, now, calls] = [152, 60_000, 0];
  delay = new Promise((resolve) => (answer = resolve));
  const ends = [first()];
  await expect.poll(() => calls).toBeGreaterThan(0);
  ends.push(second());
  await pause(300);
  answer();
  expect(await Promise.all(ends)).toEqual([150, 150]);
});

test.each(['endpoint_check_places', 'endpoint_check_events'])(
  'a page has all its events though the filter is deleted before %s are looked up',
  async (table) => {
    const logs = [log(10, 0, 0), log(4_900, 0, 0)];
    const { port } = await use(startEvmNode({ logs, blockNumber: 5_002 }));
    const engine = await openEngine();
    let isDeleted = true;
    const deleting: Engine = {
      ...engineOf(engine),
      read: async (...args) => {
        if (!isDeleted && args[0].includes(table)) {
          isDeleted = true;
          // As another instance does.
          for (const part of ['filters', 'events', 'places'])
            await engine.write([{ sql: `delete from endpoint_check_${part}`, values: [] }]);
        }
        return engine.read(...args);
      },
    };
    const ask = serveEntries([listNode('evm', port)], { engine: deleting });
    expect(blocksOf(await ask('transactionsByEvent', search))).toEqual([4_900, 10]);
    isDeleted = false;
    expect(blocksOf(await ask('transactionsByEvent', search))).toEqual([4_900, 10]);
    expect(isDeleted).toBe(true);
  },
);

test('new blocks are looked for again if reading the last ones took long', async () => {
  let [latest, now, isSlow] = [102, 0, true];
  const { port } = await use(
    startEvmNode({
      blockNumber: () => latest,
      delay: (body) => {
        if (isSlow && body.includes('eth_getLogs')) [latest, now, isSlow] = [152, 6_000, false];
        return undefined;
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
  expect(await ask('transactionsByEvent', search)).toMatchObject({ range: { endBlock: 100 } });
  expect(await ask('transactionsByEvent', search)).toMatchObject({ range: { endBlock: 150 } });
});

test('new blocks are looked for by another instance if one has ended while it read them', async () => {
  let [latest, held] = [102, 0];
  let delay: Promise<void> | undefined;
  const { port } = await use(
    startEvmNode({
      blockNumber: () => latest,
      delay: (body) => {
        if (delay !== undefined && body.includes('eth_getLogs')) held += 1;
        return body.includes('eth_getLogs') ? delay : undefined;
      },
    }),
  );
  const engine = await openEngine();
  const entries = [listNode('evm', port)];
  const { handlers, close } = createChainHandlers({
    loadEntries: () => Promise.resolve(listEntries(entries)),
    ...{ allowPrivate: true, waitMs: 60_000, cacheMs: 0 },
    engine: {
      ...engineOf(engine),
      write: async (steps) => {
        // Connections of Postgres overtake each other.
        if (steps.some(({ sql }) => sql.includes('leased_by = null'))) await pause(100);
        return engine.write(steps);
      },
    },
  });
  const find = () => handlers.transactionsByEvent({ network: 'kava', ...search }, createContext());
  expect(await find()).toMatchObject({ range: { endBlock: 100 } });
  let release: () => void = () => undefined;
  [latest, delay] = [152, new Promise((resolve) => (release = resolve))];
  const ending = find();
  ending.catch(() => undefined);
  await expect.poll(() => held).toBe(1);
  // No earlier look is of use.
  await engine.write([{ sql: 'update endpoint_check_filters set looked_at = 0', values: [] }]);
  await close();
  await expect(ending).rejects.toThrow();
  delay = undefined;
  release();
  const ask = serveEntries(entries, { engine, cacheMs: 10_000 });
  expect(await ask('transactionsByEvent', search)).toMatchObject({ range: { endBlock: 150 } });
});

test('a filter is made again if it is deleted as it is made', async () => {
  const { port } = await use(startEvmNode({ logs: [log(90, 0, 0)], blockNumber: 102 }));
  const engine = await openEngine();
  let deleted = 0;
  const deleting: Engine = {
    ...engineOf(engine),
    write: async (steps) => {
      const isWritten = await engine.write(steps);
      if (deleted === 0 && steps.some(({ sql }) => sql.includes('insert into endpoint_check_filters'))) {
        deleted += 1;
        await engine.write([{ sql: 'delete from endpoint_check_filters', values: [] }]);
      }
      return isWritten;
    },
  };
  const ask = serveEntries([listNode('evm', port)], { engine: deleting });
  expect(blocksOf(await ask('transactionsByEvent', search))).toEqual([90]);
  expect(deleted).toBe(1);
});

test('however many searches look for new blocks in the background, other requests of the token get their turns', async () => {
  let now = 0;
  let delay = Promise.resolve();
  const { port } = await use(startEvmNode({ blockNumber: 102, delay: () => delay }));
  const ask = serveEntries([listNode('evm', port)], { cacheMs: 10_000, now: () => now });
  const find = (number: number) =>
    ask('transactionsByEvent', { address: `0x${number.toString(16).padStart(40, '0')}` });
  // More than the nodes take of one token at a time.
  const numbers = Array.from({ length: 70 }, (_, number) => number);
  for (const number of numbers) await find(number);
  let answer: () => void = () => undefined;
  delay = new Promise((resolve) => (answer = resolve));
  now = 4_999;
  for (const number of numbers) await find(number);
  const another = find(70);
  another.catch(() => undefined);
  answer();
  expect(await another).toMatchObject({ range: { endBlock: 100 } });
});
