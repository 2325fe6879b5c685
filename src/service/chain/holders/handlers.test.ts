import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listNode } from '../../../../test/support/chain-handlers.js';
import { createOwners, serveHolders, sortHolders } from '../../../../test/support/holders.js';
import { use } from '../../../../test/support/servers.js';
import { answerWith, refuseWith } from '../../../../test/support/bank-calls.js';
import { type CosmosNodeOptions, startCosmosNode } from '../../../sandbox/cosmos-node.js';

const owners = createOwners(2_500);
const sorted = sortHolders(owners);
const denom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
const metadata = {
  description: 'Kava',
  denom_units: [{ denom: 'kava', exponent: 6, aliases: ['KAVA'] }],
  base: 'ukava',
  display: 'kava',
  name: 'Kava',
  symbol: 'KAVA',
};
/** Of 20 bytes, with a right checksum. */
const alice = 'kava1qyqszqgpqyqszqgpqyqszqgpqyqszqgpwx4rmm';

async function start(options: CosmosNodeOptions = {}) {
  const { port } = await use(
    startCosmosNode({
      height: 1_000,
      blockTime: new Date('2026-11-20T08:15:30Z'),
      balances: { [denom]: owners, ukava: owners.slice(0, 5) },
      denomMetadata: { ukava: metadata },
      ...options,
    }),
  );
  return serveHolders([listNode('grpc', port)]);
}

describe('the holders of a denom', () => {
  test('come in order of balance, in pages that begin and end anywhere', async () => {
    const { holders } = await start();
    const asOf = { height: 1_000, time: '2026-11-20T08:15:30.000Z' };
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2_600 }),
        fc.integer({ min: 1, max: 1_000 }),
        async (offset, limit) => {
          const page = sorted.slice(offset, offset + limit);
          const { address = '', amount = '' } = page.at(-1) ?? {};
          expect(await holders({ denom, offset, limit })).toEqual({
            ...{ network: 'kava', denom, keyword: null, offset, limit },
            holders: page,
            asOf,
            next:
              offset + limit < owners.length
                ? JSON.stringify([asOf.height, asOf.time, amount, address])
                : null,
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  test('go on after a cursor to the end', async () => {
    const { listAll } = await start();
    for (const limit of [1_000, 999, 7])
      expect(await listAll({ denom, limit }), `${limit} a page`).toEqual(sorted);
  });

  test('are filtered by part of the address, ignoring case, with an offset or a cursor', async () => {
    const { holders, listAll } = await start();
    const matching = sorted.filter(({ address }) => address.includes('99x'));
    for (const offset of [0, 1, 24, 25, 26]) {
      const answer = await holders({ denom, keyword: '99X', offset, limit: 3 });
      expect(answer.holders).toEqual(matching.slice(offset, offset + 3));
      expect(answer.next === null).toBe(offset + 3 >= matching.length);
    }
    expect(matching).toHaveLength(25);
    expect(await listAll({ denom, keyword: '99X', limit: 4 })).toEqual(matching);
    expect(await holders({ denom, keyword: 'none' })).toMatchObject({ holders: [], next: null });
  });

  test('of a denom that nobody holds are none', async () => {
    expect(await (await start()).holders({ denom: 'unobody' })).toMatchObject({ holders: [], next: null });
  });

  test.each([
    [[1, '2026-11-20T08:15:30.000Z', '1']],
    [['1', '2026-11-20T08:15:30.000Z', '1', 'kava1a']],
    [[-1, '2026-11-20T08:15:30.000Z', '1', 'kava1a']],
    [[1.5, '2026-11-20T08:15:30.000Z', '1', 'kava1a']],
    [[1, 'yesterday', '1', 'kava1a']],
    [[1, '2026-11-20T08:15:30.000Z', '-1', 'kava1a']],
    [[1, '2026-11-20T08:15:30.000Z', '01', 'kava1a']],
    [[1, '2026-11-20T08:15:30.000Z', 1, 'kava1a']],
    [[1, '2026-11-20T08:15:30.000Z', '1', 'kava1A']],
    [[1, '2026-11-20T08:15:30.000Z', '1', null]],
  ])('after a cursor that names no place are a 400: %j', async (position) => {
    const { holders } = await start();
    await expect(holders({}, { cursor: JSON.stringify(position) })).rejects.toMatchObject({
      status: 400,
      errors: [{ parameter: 'cursor' }],
    });
  });
});

describe('a keyword that is a whole address', () => {
  const balances = { ukava: [...owners, { address: alice, amount: '12' }] };
  /** Counts the pages of owners. */
  async function startCounting(options: CosmosNodeOptions = {}) {
    const { holders } = await start({
      balances,
      bankCalls: { DenomOwners: answerWith({}) },
      ...options,
    });
    return holders;
  }

  test('is answered by its balance, without a walk', async () => {
    const holders = await startCounting();
    const asOf = { height: 1_000, time: '2026-11-20T08:15:30.000Z' };
    const found = { holders: [{ address: alice, amount: '12' }], asOf, next: null };
    expect(await holders({ keyword: alice })).toMatchObject(found);
    expect(await holders({ keyword: alice.toUpperCase() })).toMatchObject(found);
    expect(await holders({ keyword: alice, offset: 1 })).toMatchObject({ ...found, holders: [] });
    expect(await holders({ keyword: alice, denom: 'uother' })).toMatchObject({ holders: [], asOf });
  });

  test.each([
    { code: 3, details: "invalid address: hrp does not match bech32 prefix: expected 'kava'" },
    { code: 2, details: 'invalid Bech32 prefix; expected kava, got cosmos' },
  ])('of another chain is nobody, status $code', async (refusal) => {
    const holders = await startCounting({ bankCalls: { Balance: refuseWith(refusal) } });
    expect(await holders({ keyword: alice })).toMatchObject({
      holders: [],
      asOf: { height: null },
      next: null,
    });
  });

  test('with a wrong checksum is part of an address like any other', async () => {
    const { holders } = await start({ balances, bankCalls: { Balance: refuseWith({ code: 13 }) } });
    expect(await holders({ keyword: `${alice.slice(0, -1)}q` })).toMatchObject({
      holders: [],
      asOf: { height: 1_000 },
    });
    // From the snapshot, now that there is one.
    expect(await holders({ keyword: alice })).toMatchObject({ holders: [{ address: alice, amount: '12' }] });
  });
});

describe('the summary of a denom', () => {
  test('has supply, holders, their sum, and metadata', async () => {
    const { summary, events } = await start();
    expect(await summary({ denom: 'ukava' })).toEqual({
      network: 'kava',
      denom: 'ukava',
      supply: String(owners.slice(0, 5).reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
      holderCount: 5,
      sum: String(owners.slice(0, 5).reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
      difference: '0',
      asOf: { height: 1_000, time: '2026-11-20T08:15:30.000Z' },
      metadata: {
        description: 'Kava',
        denomUnits: [{ denom: 'kava', exponent: 6, aliases: ['KAVA'] }],
        base: 'ukava',
        display: 'kava',
        name: 'Kava',
        symbol: 'KAVA',
      },
    });
    expect(events).toEqual([]);
  });

  test('names the difference of supply and sum, and logs it', async () => {
    const { summary, events } = await start({
      bankCalls: {
        SupplyOf: answerWith({ amount: { denom: 'ukava', amount: '7' } }),
      },
    });
    const sum = owners.slice(0, 5).reduce((all, { amount }) => all + BigInt(amount), 0n);
    const difference = String(7n - sum);
    expect(await summary()).toMatchObject({ supply: '7', sum: String(sum), difference });
    expect(events).toEqual([
      { event: 'holders-differ', network: 'kava', denom: 'ukava', height: 1_000, supply: '7', difference },
    ]);
  });

  test('has no metadata where the chain has none', async () => {
    const { summary } = await start();
    expect(await summary({ denom })).toMatchObject({ holderCount: 2_500, metadata: null });
    expect(await summary({ denom: 'unobody' })).toMatchObject({ supply: '0', holderCount: 0, sum: '0' });
  });
});
