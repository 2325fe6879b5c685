import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAbortController } from '../../../net/abort.js';
import type { Holder } from '../../api/answers.js';
import { Snapshot } from './snapshot.js';
import { SnapshotBuilder } from './snapshot-builder.js';

const facts = {
  asOf: { height: 7, time: '2026-11-20T08:15:30.000Z' },
  supply: 2n ** 256n,
  metadata: null,
};
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
const anyHolders = fc.uniqueArray(anyHolder, { selector: ({ address }) => address, maxLength: 300 });

async function build(owners: readonly Holder[], pageSize = 7): Promise<Snapshot> {
  const builder = new SnapshotBuilder();
  for (let at = 0; at < owners.length; at += pageSize)
    expect(await builder.add(owners.slice(at, at + pageSize))).toBe(true);
  return builder.finish(facts);
}

/** Sorted by the plainest means. */
function sortHolders(owners: readonly Holder[]): readonly Holder[] {
  return [...owners].sort((a, b) => {
    const difference = BigInt(b.amount) - BigInt(a.amount);
    return difference === 0n ? (a.address < b.address ? -1 : 1) : difference > 0n ? 1 : -1;
  });
}

const search = (snapshot: Snapshot, keyword: string, from: number, skip: number, limit: number) =>
  snapshot.search(keyword, from, { skip, limit, signal: createAbortController().signal });

describe('a snapshot', () => {
  test('has all holders in order of balance, and equal ones by address', async () => {
    await fc.assert(
      fc.asyncProperty(anyHolders, fc.integer({ min: 1, max: 50 }), async (owners, pageSize) => {
        const snapshot = await build(owners, pageSize);
        expect(snapshot.list(0, 1_000)).toEqual(sortHolders(owners));
        expect(snapshot.holderCount).toBe(owners.length);
        expect(snapshot.sum).toBe(owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
      }),
      { numRuns: 100 },
    );
  });

  test('goes on after any place, be there a holder or not', async () => {
    await fc.assert(
      fc.asyncProperty(anyHolders, anyHolder, async (owners, place) => {
        const snapshot = await build(owners);
        const after = sortHolders([...owners.filter(({ address }) => address !== place.address), place]);
        const index = after.findIndex(({ address }) => address === place.address);
        const known = owners.some(
          ({ address, amount }) => address === place.address && amount === place.amount,
        );
        const other = owners.find(({ address }) => address === place.address);
        // Where its owner has another balance now, that one may come after the place too.
        if (other !== undefined && !known) return;
        expect(snapshot.list(snapshot.findAfter(place), 1_000)).toEqual(after.slice(index + 1));
      }),
      { numRuns: 100 },
    );
  });

  test('finds the addresses with a keyword that a plain filter finds', async () => {
    const anyKeyword = fc.oneof(
      fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 4 }),
      fc.constantFrom('k', 'kava1', '1', 'a', 'none', '\n', 'a\nk', '%'),
    );
    const few = fc.integer({ min: 0, max: 40 });
    await fc.assert(
      fc.asyncProperty(anyHolders, anyKeyword, few, few, few, async (owners, keyword, from, skip, limit) => {
        const snapshot = await build(owners);
        const matching = sortHolders(owners)
          .slice(from)
          .filter(({ address }) => address.includes(keyword));
        expect(await search(snapshot, keyword, from, skip, limit)).toEqual({
          holders: matching.slice(skip, skip + limit),
          hasMore: matching.length > skip + limit,
        });
      }),
      { numRuns: 300 },
    );
  });

  test('finds a keyword in short addresses between long ones', async () => {
    const addresses = ['aaaaxy', 'zxy', 'xyb', 'xy', 'ccccxy'];
    const owners = addresses.map((address, at) => ({ address, amount: String(9 - at) }));
    expect(await search(await build(owners), 'xy', 0, 0, 9)).toEqual({ holders: owners, hasMore: false });
  });

  test('keeps addresses in lower case, and leaves out who has nothing', async () => {
    const snapshot = await build([
      { address: 'KAVA1B', amount: '0' },
      { address: 'KAVA1A', amount: '0012' },
    ]);
    expect(snapshot.list(0, 9)).toEqual([{ address: 'kava1a', amount: '12' }]);
  });

  test.each([[['kava1a', 'kava1a']], [['kava1a', 'kava1b', 'KAVA1A']]])(
    'refuses an address that comes twice: %s',
    async (addresses) => {
      const builder = new SnapshotBuilder();
      const added = [];
      for (const address of addresses) added.push(await builder.add([{ address, amount: '1' }]));
      expect(added).toEqual([...addresses.slice(1).map(() => true), false]);
    },
  );
});

describe('a stored snapshot', () => {
  const owners = Array.from({ length: 40_000 }, (_, at) => ({
    address: `kava1${String(at).padStart(38, '0')}`,
    amount: String(at * at + 1),
  }));

  test('is the same again, however its bytes are cut', async () => {
    const snapshot = await build(owners, 1_000);
    const bytes = Buffer.concat(snapshot.serialize());
    for (const size of [1_000, 999_999, bytes.length]) {
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      const again = await Snapshot.parse(parts);
      expect(again).toMatchObject(facts);
      expect(again?.sum).toBe(snapshot.sum);
      expect(again?.list(0, 50_000)).toEqual(snapshot.list(0, 50_000));
      expect(again?.bytes).toBe(snapshot.bytes);
    }
  });

  test('of nobody is one too', async () => {
    const parts = (await build([])).serialize();
    expect((await Snapshot.parse(parts))?.holderCount).toBe(0);
  });

  test('is none where a byte is changed, missing or too many', async () => {
    const bytes = Buffer.concat((await build(owners.slice(0, 50))).serialize());
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 4;
      expect(await Snapshot.parse([changed]), `byte ${at}`).toBeNull();
    }
    for (const length of [0, 5, 20, 300, bytes.length - 1])
      expect(await Snapshot.parse([bytes.subarray(0, length)]), `${length} bytes`).toBeNull();
    expect(await Snapshot.parse([bytes, Buffer.from('x')])).toBeNull();
    expect(await Snapshot.parse([])).toBeNull();
  });
});
