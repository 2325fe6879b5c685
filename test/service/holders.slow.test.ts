import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAbortController } from '../../src/net/abort.js';
import type { Holder } from '../../src/service/api/answers.js';
import { identify } from '../../src/service/jobs/identify.js';
import { DraftTable } from '../../src/service/chain/holders/draft-table.js';
import { HolderPages } from '../../src/service/chain/holders/holder-pages.js';
import { type Snapshot, SnapshotGone } from '../../src/service/chain/holders/snapshot.js';
import { SnapshotTable } from '../../src/service/chain/holders/snapshot-table.js';
import type { Engine } from '../../src/service/database/engine.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { engineOf, listNode, openEngine } from '../support/chain-handlers.js';
import { createPlaces } from '../support/database-places.js';
import { createOwners, serveHolders, sortHolders } from '../support/holders.js';
import { use } from '../support/servers.js';
import { writeSnapshot } from '../support/write-snapshot.js';

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
async function write(engine: Engine, owners: readonly Holder[]): Promise<Snapshot> {
  const key = { network: 'kava', denom: `u${denoms++}` };
  const snapshot = await writeSnapshot(engine, key, owners, 70);
  expect((await new SnapshotTable(engine).findLatest(key))?.snapshot).toEqual(snapshot);
  return snapshot;
}

describe.each(Object.keys(places))('holders in %s', (name) => {
  test('are in order of balance, continue after any place, and are found by keyword', async () => {
    const engine = await openEngine(await places[name]?.());
    const anyKeyword = fc.oneof(
      fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 }),
      fc.constantFrom('k', 'kava1', '1', 'a', 'none', ' ', 'a k', '%', '_'),
    );
    const few = fc.integer({ min: 0, max: 140 });
    const { signal } = createAbortController();
    await fc.assert(
      fc.asyncProperty(
        ...([anyHolders, anyHolder, anyKeyword, few, few, few] as const),
        async (owners, place, keyword, from, skip, limit) => {
          const snapshot = await write(engine, owners);
          // Each time with an empty cache.
          const read = () => new HolderPages(engine, new SnapshotTable(engine));
          const sorted = sortHolders(owners);
          expect((await read().list(snapshot, 0, 1_000)).holders).toEqual(sorted);
          expect(await read().list(snapshot, from, limit)).toEqual({
            holders: sorted.slice(from, from + limit),
            hasMore: from + limit < sorted.length,
          });
          expect(snapshot.sum).toBe(owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
          const isAfter = ({ address, amount }: Holder) =>
            BigInt(amount) < BigInt(place.amount) || (amount === place.amount && address > place.address);
          expect(await read().findAfter(snapshot, place)).toBe(
            sorted.filter((holder) => !isAfter(holder)).length,
          );
          const matching = sorted.slice(from).filter(({ address }) => address.includes(keyword));
          expect(
            await read().search(snapshot, keyword, { from, skip, limit, owner: 'test', signal }),
          ).toEqual({
            holders: matching.slice(skip, skip + limit),
            hasMore: matching.length > skip + limit,
          });
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
    expect(await engine.read('select count(*) as rows from endpoint_check_owners', [])).toEqual([
      { rows: 0 },
    ]);
  });

  test('of a snapshot that is deleted while it is read are not incomplete', async () => {
    const engine = await openEngine(await places[name]?.());
    const snapshot = await write(engine, createOwners(1_000));
    const drafts = new DraftTable(engine, 'other', 60_000);
    let isGone = false;
    const leaving: Engine = {
      ...engineOf(engine),
      read: async (...args) => {
        if (!isGone) await drafts.discard(snapshot);
        isGone = true;
        return engine.read(...args);
      },
    };
    const { signal } = createAbortController();
    for (const read of [
      (pages: HolderPages) => pages.list(snapshot, 0, 10),
      (pages: HolderPages) => pages.findAfter(snapshot, { address: 'a', amount: '5' }),
      (pages: HolderPages) =>
        pages.search(snapshot, 'k', { from: 0, skip: 0, limit: 1, owner: 'test', signal }),
    ])
      await expect(read(new HolderPages(leaving, new SnapshotTable(engine)))).rejects.toThrow(SnapshotGone);
    for (const table of ['snapshots', 'holders', 'drafts'])
      expect(await engine.read(`select * from endpoint_check_${table}`, [])).toEqual([]);
  });

  test('of a killed instance are deleted with the next snapshot', async () => {
    const engine = await openEngine(await places[name]?.());
    const drafts = new DraftTable(engine, 'killed', 1);
    for (const denom of ['ua', 'ub']) {
      const claimed = await drafts.claim({ network: 'kava', denom }, null);
      if (!('draft' in claimed)) throw new Error('not claimed');
      await drafts.add(
        claimed.draft,
        0,
        createOwners(10).map((owner) => ({ ...owner, place: '1' })),
        { holders: 10, bytes: 1 },
      );
    }
    const { port } = await use(startCosmosNode({ balances: { ua: createOwners(20) } }));
    expect(await serveHolders([listNode('grpc', port)], { engine }).listAll({ denom: 'ua' })).toEqual(
      sortHolders(createOwners(20)),
    );
    for (const table of ['owners', 'drafts'])
      await expect.poll(() => engine.read(`select * from endpoint_check_${table}`, [])).toEqual([]);
  });

  test('of the least recently used denom are deleted if the database is full', async () => {
    const engine = await openEngine(await places[name]?.());
    const owners = createOwners(3_000);
    const denoms = ['ua', 'ub', 'uc', 'ud', 'ue', 'uf'];
    const { port } = await use(
      startCosmosNode({ balances: Object.fromEntries(denoms.map((denom) => [denom, owners])) }),
    );
    const { listAll, holders } = serveHolders([listNode('grpc', port)], { engine, databaseBytes: 900_000 });
    const find = async (denom: string) =>
      (await new SnapshotTable(engine).findLatest({ network: 'kava', denom })) !== null;
    for (const denom of denoms) {
      expect(await listAll({ denom, limit: 1_000 })).toEqual(sortHolders(owners));
      // The first one is used all the time, unlike the rest.
      const { id } = identify('kava', ['holders', 'ua']);
      const sql = 'update endpoint_check_snapshots set used_at = used_at - 100000 where denom <> $1';
      await engine.write([{ sql, values: [id] }]);
    }
    expect(await Promise.all(['ua', 'ub', 'uf'].map(find))).toEqual([true, false, true]);
    expect((await holders({ denom: 'uf' })).holders).toEqual(sortHolders(owners).slice(0, 20));
    const bytes = await engine.measure();
    expect(bytes ?? 0).toBeLessThanOrEqual(900_000);
  });

  test('of which there are none count too, so that made-up denoms keep within the size', async () => {
    const engine = await openEngine(await places[name]?.());
    await write(engine, []);
    expect(await new SnapshotTable(engine).measure()).toBe(1_000);
  });
});
