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
} from '../../../../../test/support/chain-handlers.js';
import { account, blocksOf, contract, log } from '../../../../../test/support/sandbox-logs.js';
import { use } from '../../../../../test/support/servers.js';
import { createChain, type SandboxChain, type SandboxLog } from '../../../../sandbox/evm-logs.js';
import { type EvmNodeOptions, startEvmNode } from '../../../../sandbox/evm-node.js';
import type { Engine } from '../../database/engine.js';
import { type ChainHandlersOptions, createChainHandlers } from '../create-chain-handlers.js';

const search = { address: contract };

/** What is waited for until it is opened. */
function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Delays no call. */
function createDelay(): (body: string) => Promise<unknown> | undefined {
  return () => undefined;
}

/** A node whose head moves, with instances of the service whose clock does; `delay` may hold an answer. */
async function start(options: EvmNodeOptions = {}, latest = 102) {
  const state = { latest, now: 0, delay: createDelay() };
  const { port } = await use(
    startEvmNode({ blockNumber: () => state.latest, delay: (body) => state.delay(body), ...options }),
  );
  const entries = [listNode('evm', port)];
  const serve = (more: Partial<ChainHandlersOptions> = {}) => {
    const ask = serveEntries(entries, { cacheMs: 10_000, now: () => state.now, ...more });
    const find = (params = {}) => ask('transactionsByEvent', { ...search, ...params });
    const findBlocks = async (params = {}) => blocksOf(await find(params));
    const findEnd = async (params = {}) => (await find(params)).range?.endBlock;
    return { ask, find, findBlocks, findEnd };
  };
  return { state, entries, serve };
}

/** A chain that another one replaces above a block, with events up to that one alone. */
function createFork(logs: readonly SandboxLog[], after: number) {
  const fork = { isReplaced: false };
  const made = createChain(logs);
  const chain: SandboxChain = {
    describeBlock: (number, head) => {
      const { hash, timestamp } = made.describeBlock(number, head);
      return { hash: fork.isReplaced && number > after ? `0xf${hash.slice(3)}` : hash, timestamp };
    },
    listLogs: (address, from, to, head) =>
      made.listLogs(address, from, fork.isReplaced ? Math.min(to, after) : to, head),
  };
  return { fork, chain, finalized: () => after };
}

/** As another instance does. */
async function deleteRows(engine: Engine, tables: readonly string[] = ['events', 'places', 'filters']) {
  for (const table of tables)
    await engine.write([{ sql: `delete from endpoint_check_${table}`, values: [] }]);
}

/** An engine that does something else once, before it reads or after it writes what a pattern names. */
function interrupt(engine: Engine, kind: 'read' | 'write', pattern: string, act: () => Promise<unknown>) {
  const interruption = { isDue: true };
  const actOnce = async (statements: string) => {
    if (!interruption.isDue || !statements.includes(pattern)) return;
    interruption.isDue = false;
    await act();
  };
  const interrupted: Engine = {
    ...engineOf(engine),
    read: async (...args) => {
      if (kind === 'read') await actOnce(args[0]);
      return engine.read(...args);
    },
    write: async (steps) => {
      const isWritten = await engine.write(steps);
      if (kind === 'write') await actOnce(steps.map(({ sql }) => sql).join(';'));
      return isWritten;
    },
  };
  return { interrupted, interruption };
}

test('new blocks are waited for only if the last look at the chain is half the time ago for which answers are kept', async () => {
  const { state, serve } = await start();
  const { findEnd } = serve();
  expect(await findEnd()).toBe(100);
  // The answer is there before the node has said anything.
  const gate = createGate();
  state.delay = () => gate.opened;
  state.latest = 152;
  for (state.now of [999, 4_999]) expect(await findEnd()).toBe(100);
  gate.open();
  await expect.poll(findEnd).toBe(150);
  state.latest = 202;
  state.now += 5_000;
  expect(await findEnd()).toBe(200);
});

test('new blocks are waited for whatever the time if a search names one of them, or those that were read have gone', async () => {
  const { state, serve } = await start({ logs: [log(10, 0, 0), log(120, 0, 0)] });
  const engine = await openEngine();
  const { findBlocks, findEnd } = serve({ engine });
  expect(await findBlocks()).toEqual([10]);
  Object.assign(state, { latest: 152, now: 4_999 });
  expect(await findBlocks({ startBlock: 120 })).toEqual([120]);
  Object.assign(state, { latest: 202, now: 9_000 });
  expect(await findEnd({ endBlock: 170 })).toBe(170);
  await deleteRows(engine);
  expect(await findBlocks()).toEqual([120, 10]);
});

test('new blocks are waited for if those that were read have been replaced, until they are read again', async () => {
  const { fork, ...chain } = createFork([log(10, 0, 0), log(80, 0, 0)], 60);
  const answer = (body: string) =>
    fork.isReplaced && body.includes('eth_getLogs') ? { status: 503, body: '' } : undefined;
  const { state, serve } = await start({ ...chain, answer });
  const { findBlocks } = serve();
  expect(await findBlocks()).toEqual([80, 10]);
  Object.assign(state, { latest: 103, now: 4_999 });
  fork.isReplaced = true;
  // Whoever asks while the blocks are looked at may still get the old ones.
  await expect.poll(() => catchProblem(findBlocks()).catch(() => null)).toMatchObject({ status: 502 });
});

test('what blocks took that have been replaced is no part of the size of a filter any more', async () => {
  const { fork, ...chain } = createFork(
    [10, 70, 80, 90].map((block) => log(block, 0, 0)),
    60,
  );
  const { state, serve } = await start(chain);
  const engine = await openEngine();
  const { findBlocks } = serve({ engine, cacheMs: 0, now: () => performance.now() });
  const measure = async () => {
    const [job] = await engine.read('select bytes from endpoint_check_jobs', []);
    return Number(job?.['bytes']) - 1_000;
  };
  expect(await findBlocks()).toEqual([90, 80, 70, 10]);
  const bytes = await measure();
  state.latest = 103;
  fork.isReplaced = true;
  expect(await findBlocks()).toEqual([10]);
  expect((await measure()) * 4).toBe(bytes);
});

test('blocks that go while older ones are read are no sign that the chain has none', async () => {
  const { state, serve } = await start({ logs: [log(4_900, 0, 0)] }, 5_002);
  const gate = createGate();
  state.delay = (body) => (Number(/"toBlock":"(\w+)"/.exec(body)?.[1]) < 4_900 ? gate.opened : undefined);
  const engine = await openEngine();
  const { find } = serve({ engine, waitMs: 300, leaseMs: 300_000, now: () => performance.now() });
  const findBlocks = async () => blocksOf(await find({ offset: 1 }).catch(() => ({ transactions: [] })));
  await expect.poll(findBlocks).toEqual([4_900]);
  await deleteRows(engine);
  expect((await catchProblem(find({ offset: 1 }))).extras.type).toBe('index-building');
  gate.open();
  await expect.poll(findBlocks).toEqual([4_900]);
});

test('new blocks are looked for of an account too if its contract proves busy meanwhile', async () => {
  const { serve } = await start({ logs: [log(4_900, 0, 0)] }, 5_002);
  const engine = await openEngine();
  const busy = [{ sql: `update endpoint_check_filters set state = 'busy'`, values: [] }];
  const { interrupted, interruption } = interrupt(engine, 'write', 'looked_for = (', () =>
    engine.write(busy),
  );
  const params = { address: account, contractAddress: contract, tokenType: 'ERC20' };
  expect(blocksOf(await serve({ engine: interrupted }).ask('accountTransferEvents', params))).toEqual([
    4_900,
  ]);
  expect(interruption.isDue).toBe(false);
});

test('new blocks are waited for while the same instance reads older ones, until it looks again', async () => {
  let held = 0;
  const [some, rest] = [createGate(), createGate()];
  const { state, serve } = await start({ logs: [log(5, 0, 0)], logLimits: { blocks: 500 } }, 5_002);
  state.delay = (body) => {
    const to = Number(/"toBlock":"(\w+)"/.exec(body)?.[1] ?? NaN);
    if (!(to <= 3_000)) return undefined;
    held += 1;
    return to > 1_000 ? some.opened : rest.opened;
  };
  const { find, findEnd } = serve();
  const whole = find();
  await expect.poll(() => held).toBeGreaterThan(0);
  Object.assign(state, { latest: 5_102, now: 6_000 });
  const newest = findEnd({ startBlock: 4_000 });
  await pause(300);
  some.open();
  expect(await newest).toBe(5_100);
  rest.open();
  expect(await whole).toMatchObject({ range: { endBlock: 5_100 }, next: null });
});

test('a look that has begun before a request is not enough for it, if answers are not kept', async () => {
  let held = 0;
  const { state, serve } = await start();
  const { findEnd } = serve({ cacheMs: 0, now: () => performance.now() });
  // Equal requests share an answer.
  await findEnd({ offset: 1 });
  const gate = createGate();
  state.delay = (body) => {
    // The newest block has been answered before.
    if (!body.includes('eth_getBlockByNumber') || body.includes('"latest"')) return undefined;
    held += 1;
    return gate.opened;
  };
  const first = findEnd({ offset: 1 });
  await expect.poll(() => held).toBeGreaterThan(0);
  state.latest = 152;
  const second = findEnd({ offset: 2 });
  await pause(300);
  gate.open();
  await first;
  expect(await second).toBe(150);
});

test('new blocks are waited for while another instance looks for them', async () => {
  const { state, serve } = await start();
  const engine = await openEngine();
  const [first, second] = [serve({ engine }), serve({ engine })];
  expect([await first.findEnd(), await second.findEnd()]).toEqual([100, 100]);
  let calls = 0;
  const gate = createGate();
  state.delay = () => ((calls += 1), gate.opened);
  Object.assign(state, { latest: 152, now: 60_000 });
  const ends = [first.findEnd()];
  await expect.poll(() => calls).toBeGreaterThan(0);
  ends.push(second.findEnd());
  await pause(300);
  gate.open();
  expect(await Promise.all(ends)).toEqual([150, 150]);
});

test.each(['endpoint_check_places', 'endpoint_check_events'])(
  'a page has all its events though the filter is deleted before %s are looked up',
  async (table) => {
    const { serve } = await start({ logs: [log(10, 0, 0), log(4_900, 0, 0)] }, 5_002);
    const engine = await openEngine();
    const { interrupted, interruption } = interrupt(engine, 'read', table, () => deleteRows(engine));
    interruption.isDue = false;
    const { findBlocks } = serve({ engine: interrupted });
    expect(await findBlocks()).toEqual([4_900, 10]);
    interruption.isDue = true;
    expect(await findBlocks()).toEqual([4_900, 10]);
    expect(interruption.isDue).toBe(false);
  },
);

test('new blocks are looked for again if reading the last ones took long', async () => {
  const { state, serve } = await start();
  state.delay = (body) => {
    if (state.now === 0 && body.includes('eth_getLogs')) Object.assign(state, { latest: 152, now: 6_000 });
    return undefined;
  };
  const { findEnd } = serve();
  expect([await findEnd(), await findEnd()]).toEqual([100, 150]);
});

test('new blocks are looked for by another instance if one has ended while it read them', async () => {
  const { state, entries, serve } = await start();
  const engine = await openEngine();
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
  let held = 0;
  const gate = createGate();
  state.latest = 152;
  state.delay = (body) => (body.includes('eth_getLogs') ? ((held += 1), gate.opened) : undefined);
  const ending = catchProblem(find());
  await expect.poll(() => held).toBe(1);
  // No earlier look is of use.
  await engine.write([{ sql: 'update endpoint_check_filters set looked_at = 0', values: [] }]);
  await close();
  await ending;
  state.delay = () => undefined;
  gate.open();
  expect(await serve({ engine, now: () => performance.now() }).findEnd()).toBe(150);
});

test('a filter is made again if it is deleted as it is made', async () => {
  const { serve } = await start({ logs: [log(90, 0, 0)] });
  const engine = await openEngine();
  const { interrupted, interruption } = interrupt(engine, 'write', 'insert into endpoint_check_filters', () =>
    deleteRows(engine, ['filters']),
  );
  expect(await serve({ engine: interrupted }).findBlocks()).toEqual([90]);
  expect(interruption.isDue).toBe(false);
});

test('however many searches look for new blocks in the background, other requests of the token get their turns', async () => {
  const { state, serve } = await start();
  const { findEnd } = serve();
  const find = (number: number) => findEnd({ address: `0x${number.toString(16).padStart(40, '0')}` });
  // More than the nodes take of one token at a time.
  const numbers = Array.from({ length: 70 }, (_, number) => number);
  for (const number of numbers) await find(number);
  const gate = createGate();
  state.delay = () => gate.opened;
  state.now = 4_999;
  for (const number of numbers) await find(number);
  const another = find(70);
  another.catch(() => undefined);
  gate.open();
  expect(await another).toBe(100);
});
