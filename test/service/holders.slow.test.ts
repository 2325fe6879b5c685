import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAbortController } from '../../src/net/abort.js';
import type { Holder } from '../../src/query/client/index.js';
import {
  createDenomJob,
  type Snapshot,
  SnapshotGone,
  SnapshotTable,
} from '../../src/query/service/chain/holders/snapshots.js';
import { clearSnapshots } from '../../src/query/service/chain/holders/snapshot-writer.js';
import type { Engine } from '../../src/query/service/database/engine.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { engineOf, listNode, openEngine } from '../support/chain-handlers.js';
import { createPlaces } from '../support/databases.js';
import {
  ageSnapshots,
  createOwners,
  serveHolders,
  sortHolders,
  workOn,
  writeSnapshot,
} from '../support/holders.js';
import { use } from '../support/servers.js';

const places = createPlaces();
const letters = ['0', '2', 'q', 'z'];
const anyHolder = fc.record({
  // Few different letters and amounts, so that keywords match, and balances are equal.
  address: fc
    .string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 12 })
    .map((text) => `kava1${text}`),
  amount: fc
    .oneof(fc.bigInt(1n, 3n), fc.bigInt(10n ** 20n - 3n, 10n ** 20n + 3n), fc.bigInt(1n, 2n ** 256n - 1n))
    .map(String),
});
const anyHolders = fc.uniqueArray(anyHolder, { selector: ({ address }) => address, maxLength: 400 });
let denoms = 0;

/** Writes a snapshot of a new denom. */
function write(engine: Engine, owners: readonly Holder[]): Promise<Snapshot> {
  return writeSnapshot(engine, { network: 'kava', denom: `u${denoms++}` }, owners, {
    pageSize: 70,
    holdersPerStep: 90,
  });
}

async function countRows(engine: Engine): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of ['snapshots', 'holders', 'owners']) {
    const [row] = await engine.read(`select count(*) as found from endpoint_check_${table}`, []);
    counts[table] = Number(row?.['found']);
  }
  return counts;
}

describe.each(Object.keys(places))('holders in %s', (name) => {
  test('are in order of balance, continue anywhere, and are found by keyword', async () => {
    const engine = await openEngine(await places[name]?.());
    const anyKeyword = fc.oneof(
      fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 }),
      fc.constantFrom('k', 'kava1', '1', 'a', 'none', ' ', 'a k', '%', '_'),
    );
    const few = fc.integer({ min: 0, max: 140 });
    const anyLimit = fc.integer({ min: 1, max: 140 });
    const { signal } = createAbortController();
    await fc.assert(
      fc.asyncProperty(
        ...([anyHolders, anyKeyword, few, few, anyLimit] as const),
        async (owners, keyword, from, skip, limit) => {
          const snapshot = await write(engine, owners);
          const snapshots = new SnapshotTable(engine);
          const sorted = sortHolders(owners);
          expect((await snapshots.readPage(snapshot, 0, 1_000)).holders).toEqual(sorted);
          expect(await snapshots.readPage(snapshot, from, limit)).toEqual({
            holders: sorted.slice(from, from + limit),
            next: from + limit < sorted.length ? from + limit : null,
          });
          expect(snapshot.sum).toBe(owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
          const matching = sorted.slice(from).filter(({ address }) => address.includes(keyword));
          const search = { from, skip, limit, keyword, owner: 'test', signal };
          const { holders, next } = await snapshots.search(snapshot, search);
          expect(holders).toEqual(matching.slice(skip, skip + limit));
          const last = holders.at(-1);
          const hasMore = matching.length > skip + limit;
          const at = sorted.findIndex(({ address }) => address === last?.address);
          expect(next).toBe(hasMore ? at + 1 : null);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('are the same for more of them than one statement sorts, or deletes', async () => {
    const engine = await openEngine(await places[name]?.());
    const owners = createOwners(25_050);
    const { port } = await use(startCosmosNode({ balances: { ukava: owners } }));
    const { listAll, holders } = serveHolders([listNode('grpc', port)], { engine });
    const sorted = sortHolders(owners);
    expect(await listAll({ limit: 1_000 })).toEqual(sorted);
    const [last] = sorted.slice(-1);
    expect(await holders({ keyword: last?.address })).toMatchObject({ holders: [last], next: null });
    const countStaged = () => engine.read('select count(*) as rows from endpoint_check_owners', []);
    await expect.poll(countStaged).toEqual([{ rows: 0 }]);
  });

  test('of a snapshot that is deleted while it is read are not incomplete', async () => {
    const engine = await openEngine(await places[name]?.());
    const { signal } = createAbortController();
    for (const read of [
      (snapshots: SnapshotTable, snapshot: Snapshot) => snapshots.readPage(snapshot, 0, 10),
      (snapshots: SnapshotTable, snapshot: Snapshot) =>
        snapshots.search(snapshot, { from: 0, skip: 0, limit: 1, keyword: 'k', owner: 'test', signal }),
    ]) {
      const snapshot = await write(engine, createOwners(1_000));
      const job = createDenomJob({ network: 'kava', denom: `u${denoms - 1}` });
      let isGone = false;
      const leaving: Engine = {
        ...engineOf(engine),
        read: async (...args) => {
          if (!isGone) await workOn(engine, job, (lease) => clearSnapshots(lease));
          isGone = true;
          return engine.read(...args);
        },
      };
      await expect(read(new SnapshotTable(leaving), snapshot)).rejects.toThrow(SnapshotGone);
    }
    expect(await countRows(engine)).toEqual({ snapshots: 0, holders: 0, owners: 0 });
  });

  test('that have not changed are not written again: the snapshot of them becomes the new one', async () => {
    const engine = await openEngine(await places[name]?.());
    const key = { network: 'kava', denom: 'ukava' };
    const first = await writeSnapshot(engine, key, createOwners(100));
    await ageSnapshots(engine, 3_600_000);
    const second = await writeSnapshot(engine, key, createOwners(100));
    expect([second.id, second.ageMs < 600_000]).toEqual([first.id, true]);
    expect(await countRows(engine)).toEqual({ snapshots: 1, holders: 100, owners: 0 });
    await workOn(engine, createDenomJob(key), (lease) => clearSnapshots(lease));
    expect(await countRows(engine)).toEqual({ snapshots: 0, holders: 0, owners: 0 });
  });

  test('of a killed worker are deleted by the next one of the job', async () => {
    const engine = await openEngine(await places[name]?.());
    const job = createDenomJob({ network: 'kava', denom: 'ua' });
    // It ends between the steps of its last transactions.
    let writes = 0;
    const killed: Engine = {
      ...engineOf(engine),
      write: (steps) => (++writes > 5 ? Promise.reject(new Error('killed')) : engine.write(steps)),
    };
    await expect(writeSnapshot(killed, { network: 'kava', denom: 'ua' }, createOwners(10))).rejects.toThrow(
      'killed',
    );
    expect(await countRows(engine)).toEqual({ snapshots: 1, holders: 10, owners: 10 });
    await engine.write([{ sql: 'update endpoint_check_jobs set leased_until = 0', values: [] }]);
    const { port } = await use(startCosmosNode({ balances: { ua: createOwners(20) } }));
    expect(await serveHolders([listNode('grpc', port)], { engine }).listAll({ denom: 'ua' })).toEqual(
      sortHolders(createOwners(20)),
    );
    await expect.poll(() => countRows(engine)).toEqual({ snapshots: 1, holders: 20, owners: 0 });
    const [row] = await engine.read('select bytes from endpoint_check_jobs where id = $1', [job.id]);
    const [snapshot] = await engine.read('select bytes from endpoint_check_snapshots', []);
    expect(row?.['bytes']).toBe(1_000 + Number(snapshot?.['bytes']));
  });

  test('of the least recently used denom are deleted if the database is full', async () => {
    const engine = await openEngine(await places[name]?.());
    // Postgres tells no size of its own; what rows take there is reckoned, and more.
    const owners = createOwners(name === 'sqlite' ? 7_000 : 2_700);
    const denoms = ['ua', 'ub', 'uc', 'ud', 'ue', 'uf'];
    const { port } = await use(
      startCosmosNode({ balances: Object.fromEntries(denoms.map((denom) => [denom, owners])) }),
    );
    const { listAll, holders } = serveHolders([listNode('grpc', port)], {
      ...{ engine, databaseBytes: 2_000_000 },
    });
    const find = async (denom: string) => {
      const key = { network: 'kava', denom };
      return (await new SnapshotTable(engine).list(key, { job: createDenomJob(key).id })).length > 0;
    };
    for (const denom of denoms) {
      expect(await listAll({ denom, limit: 1_000 })).toEqual(sortHolders(owners));
      // The first one is used all the time, unlike the rest.
      const { id } = createDenomJob({ network: 'kava', denom: 'ua' });
      const sql = 'update endpoint_check_jobs set used_at = used_at - 100000 where id <> $1';
      await engine.write([{ sql, values: [id] }]);
    }
    expect(await Promise.all(['ua', 'ub', 'uf'].map(find))).toEqual([true, false, true]);
    expect((await holders({ denom: 'uf' })).holders).toEqual(sortHolders(owners).slice(0, 20));
    // The list is there a moment before the owners that were put in order are gone.
    await expect.poll(async () => (await engine.measure()) ?? 0).toBeLessThanOrEqual(2_000_000);
  });
});
