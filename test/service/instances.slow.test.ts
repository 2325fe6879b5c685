import { describe, expect, test } from 'vitest';
import {
  ageSnapshots,
  catchProblem,
  createOwners,
  type HoldersInstance,
  refuseWith,
  serveHolders,
  sortHolders,
  startHeldBank,
} from '../support/holders.js';
import { engineOf, openEngine } from '../support/chain-handlers.js';
import type { BankOptions } from '../../src/sandbox/bank.js';
import type { Engine } from '../../src/query/service/database/engine.js';

const owners = createOwners(1_500);
const amountAt = (at: number, height: number) => String(((at * height) % 977) + 1);
const ownersAt = (height: number) =>
  owners.map(({ address }, at) => ({ address, amount: amountAt(at, height) }));
const holdersAt = (height: number) => sortHolders(ownersAt(height));

/** A chain on which every account has another amount at each height, on one node. */
async function startChain(otherwise: BankOptions = {}) {
  const heights = { first: 1, last: 10 };
  const bank = { balances: (height: number) => ({ ukava: ownersAt(height) }), knownHeights: heights };
  const blockTime = new Date();
  const node = await startHeldBank({ ...bank, ...otherwise }, { height: 10, blockTime });
  node.release();
  return { ...node, known: heights };
}

async function follow({ holders }: HoldersInstance, cursor: string | null) {
  const found = [];
  for (let next = cursor; next !== null;) {
    const page = await holders({ limit: 400 }, { cursor: next });
    found.push(...page.holders);
    ({ next } = page);
  }
  return found;
}

const expired = {
  status: 410,
  type: 'snapshot-expired',
  detail: 'the snapshot of this cursor has expired (snapshot-expired); begin again without a cursor',
};

describe('a cursor of another instance', () => {
  test('continues at its height, though the chain has grown', async () => {
    const { entry, known, heights } = await startChain();
    const first = await serveHolders([entry]).holders({ limit: 400 });
    known.last = 12;
    const second = serveHolders([entry]);
    // Its own snapshot is a newer one.
    expect((await second.holders()).asOf.height).toBe(12);
    expect([...first.holders, ...(await follow(second, first.next))]).toEqual(holdersAt(10));
    expect(heights).toEqual([null, null, '10']);
  });

  const none = { last: 12, first: 11 };
  test.each<[string, BankOptions, object]>([
    ['has the height no more', { knownHeights: none }, expired],
    ['knows no heights', { knownHeights: null }, expired],
    ['answers as if nothing was there', { balances: { ukava: [] } }, expired],
    ['has other holders at its height', { balances: { ukava: ownersAt(9) } }, expired],
    [
      'fails, which says nothing about the height',
      { bankCalls: { SupplyOf: refuseWith({ code: 13 }) } },
      { status: 502 },
    ],
  ])('is a problem if the node %s, however often it is asked', async (_, bank, problem) => {
    const { next } = await serveHolders([(await startChain()).entry]).holders({ limit: 400 });
    const { entry, walks } = await startChain(bank);
    const { holders } = serveHolders([entry]);
    for (let time = 0; time < 2; time++)
      expect(await catchProblem(holders({ limit: 400 }, { cursor: next }))).toMatchObject(problem);
    expect(walks.length).toBeLessThan(2);
  });

  test('continues without a height if the balances are the same, else it is a 410', async () => {
    let moved = 0;
    const move = () => ({ ukava: [...holdersAt(10), { address: 'kava1late', amount: String(1 + moved) }] });
    const { entry, walks } = await startChain({ knownHeights: null, balances: move });
    const first = serveHolders([entry]);
    const { next, asOf, holders } = await first.holders({ limit: 400 });
    expect(asOf.height).toBeNull();
    expect((await first.holders({ limit: 400 }, { cursor: next })).asOf).toEqual(asOf);
    expect(walks).toHaveLength(1);
    const second = serveHolders([entry]);
    expect([...holders, ...(await follow(second, next))]).toEqual(await first.listAll());
    expect(walks).toHaveLength(2);
    moved = 1;
    const third = serveHolders([entry]);
    expect(await catchProblem(third.holders({ limit: 400 }, { cursor: next }))).toEqual(expired);
    // The snapshot that it has does not fit; owners are not read again.
    expect(await catchProblem(third.holders({ limit: 400 }, { cursor: next }))).toEqual(expired);
    expect(walks).toHaveLength(3);
  });

  test('waits for nodes that have not reached its height, unless it never existed', async () => {
    const { entry } = await startChain();
    const ask = (ageMs: number) => {
      const time = new Date(Date.now() - ageMs).toISOString();
      // Not the same snapshot, which would have failed just now.
      const { holders } = serveHolders([entry]);
      return catchProblem(holders({}, { cursor: JSON.stringify([11, time, 20, 'content']) }));
    };
    expect(await ask(0)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
    expect(await ask(3_600_000)).toEqual(expired);
  });
});

describe('instances with one database', () => {
  test('share a snapshot, and its cursors, which nodes do not need', async () => {
    const { entry, walks } = await startChain({ knownHeights: null });
    const engine = await openEngine();
    const first = await serveHolders([entry], { engine }).holders({ limit: 400 });
    const second = serveHolders([entry], { engine });
    expect([...first.holders, ...(await follow(second, first.next))]).toEqual(
      await serveHolders([entry], { engine }).listAll({ limit: 1_000 }),
    );
    expect(await second.summary()).toMatchObject({
      ...{ holderCount: 1_500, difference: '0', asOf: first.asOf, metadata: null },
    });
    expect(walks).toEqual(['ukava']);
  });

  test('read a denom once, and tell the progress of the other one', async () => {
    const bank = { balances: { ukava: owners } };
    const { entry, walks, release } = await startHeldBank(bank, { blockTime: new Date() });
    const engine = await openEngine();
    const first = serveHolders([entry], { engine });
    const second = serveHolders([entry], { engine, waitMs: 0 });
    const answer = first.holders();
    await expect.poll(() => walks.length).toBe(1);
    await expect
      .poll(() => catchProblem(second.holders()))
      .toMatchObject({ status: 503, type: 'snapshot-building', progress: { holders: 1_000 } });
    release();
    const { holders } = await answer;
    await expect.poll(() => second.holders().catch(() => null)).toMatchObject({ holders });
    expect(walks).toEqual(['ukava']);
  });

  test('take over if the other one stalls, which then changes nothing', async () => {
    const bank = { balances: { ukava: owners } };
    const frozen = await startHeldBank(bank, { blockTime: new Date() });
    const engine = await openEngine();
    let isFrozen = true;
    // No lease is renewed, and no page is written, until it continues.
    const waiting: (() => void)[] = [];
    const slow: Engine = {
      ...engineOf(engine),
      write: async (steps) => {
        if (frozen.walks.length > 0 && isFrozen) await new Promise<void>((resolve) => waiting.push(resolve));
        return engine.write(steps);
      },
    };
    // Asked after nodes with newer blocks.
    const { entry, release } = await startHeldBank(bank, { blockTime: new Date(Date.now() - 3_600_000) });
    release();
    const first = serveHolders([frozen.entry, entry], { engine: slow, leaseMs: 300 });
    const late = first.holders();
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    const second = serveHolders([entry], { engine, leaseMs: 60_000 });
    expect(await second.listAll({ limit: 400 })).toEqual(sortHolders(owners));
    frozen.release();
    isFrozen = false;
    for (const go of waiting) go();
    expect((await late).holders).toEqual(sortHolders(owners).slice(0, 20));
    expect(await second.listAll({ limit: 400 })).toEqual(sortHolders(owners));
    expect(frozen.walks).toHaveLength(1);
  });

  test('make a new snapshot if the last one is old, and keep two of them, and those of cursors', async () => {
    let moved = 0;
    const move = () => ({ ukava: [...holdersAt(10), { address: 'kava1late', amount: String(1 + moved) }] });
    const { entry, walks } = await startChain({ knownHeights: null, balances: move });
    const engine = await openEngine();
    const count = async () => (await engine.read('select id from endpoint_check_snapshots', [])).length;
    let cursor: string | null = null;
    for (let generation = 1; generation <= 4; generation++) {
      moved = generation;
      const { holders } = serveHolders([entry], { engine, snapshotAgeMs: 60_000 });
      // While the work on the one before ends, nothing is asked for.
      await expect.poll(() => holders().then(() => walks.length)).toBe(generation);
      await expect.poll(async () => (await catchAge(engine)) < 60_000).toBe(true);
      await expect.poll(count).toBe(Math.min(generation, 3));
      cursor ??= (await holders({ limit: 400 })).next;
      // The other snapshots have been unused for so long.
      await ageSnapshots(engine, 3_600_000);
      await follow(serveHolders([entry], { engine, snapshotAgeMs: Infinity, role: 'api' }), cursor);
      // It is noted after the answer.
      const ofCursor = 'select used_at from endpoint_check_snapshots order by started_at limit 1';
      const findUse = async () => Number((await engine.read(ofCursor, []))[0]?.['used_at']);
      await expect.poll(findUse).toBeGreaterThan(Date.now() - 600_000);
    }
  });

  test('make a new snapshot if the last one is of the future, since the clock was set back', async () => {
    const { entry, walks } = await startChain({ knownHeights: null });
    const engine = await openEngine();
    const { holders } = serveHolders([entry], { engine });
    const before = await holders();
    await ageSnapshots(engine, -3_600_000);
    const later = serveHolders([entry], { engine });
    await later.holders();
    await expect.poll(async () => (await later.holders()).asOf.time > before.asOf.time).toBe(true);
    expect(walks).toHaveLength(2);
  });

  test('report it while the database is down', async () => {
    const { entry } = await startChain();
    const engine = await openEngine();
    const { holders, summary } = serveHolders([entry], { engine });
    await holders();
    await engine.close();
    const down = { status: 503, type: 'database-failed', retryAfterSeconds: 5 };
    expect(await catchProblem(holders())).toMatchObject(down);
    expect(await catchProblem(summary())).toMatchObject(down);
  });
});

/** The age of the newest snapshot, in milliseconds. */
async function catchAge(engine: Engine): Promise<number> {
  const [row] = await engine.read(
    `select min(${engine.dialect.now} - started_at) as age from endpoint_check_snapshots`,
    [],
  );
  return Number(row?.['age']);
}

test('a cursor of an old height does not change which holders are the latest', async () => {
  const { entry, known } = await startChain();
  known.last = 7;
  const { next } = await serveHolders([entry]).holders({ limit: 400 });
  known.last = 10;
  for (const order of ['cursor first', 'latest first']) {
    const instance = serveHolders([entry]);
    if (order === 'latest first') await instance.holders();
    expect(await follow(instance, next), order).toEqual(holdersAt(7).slice(400));
    expect(await instance.holders({ limit: 1 }), order).toMatchObject({
      holders: holdersAt(10).slice(0, 1),
      asOf: { height: 10 },
    });
  }
});

test('cursors of many heights make two walks of a token at a time, and hold up nobody else', async () => {
  const bank = {
    balances: (height: number) => ({ ukava: ownersAt(height) }),
    knownHeights: { first: 1, last: 10 },
  };
  const { entry, heights, release } = await startHeldBank(bank, { height: 10, blockTime: new Date() });
  const { holders } = serveHolders([entry], { waitMs: 0 });
  const ask = (height: number, owner: string) => {
    const cursor = JSON.stringify([height, '2026-01-01T00:00:00.000Z', 20, 'content']);
    return catchProblem(holders({}, { cursor, owner }));
  };
  const asked = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map((height) => ask(height, 'a')));
  const types = asked.map(({ type = 'refused' }) => type);
  expect(types.sort()).toEqual([
    ...Array<string>(7).fill('refused'),
    ...Array<string>(2).fill('snapshot-building'),
  ]);
  expect(asked.find(({ type }) => type === undefined)).toMatchObject({ status: 503, retryAfterSeconds: 5 });
  expect(await ask(9, 'b')).toMatchObject({ type: 'snapshot-building' });
  release();
  await expect.poll(() => heights.length).toBe(3);
});
