import { describe, expect, test } from 'vitest';
import {
  answerWith,
  createOwners,
  refuseWith,
  serveHolders,
  sortHolders,
} from '../../../../../test/support/holders.js';
import { listNode } from '../../../../../test/support/chain-handlers.js';
import { use } from '../../../../../test/support/servers.js';
import { type CosmosNodeOptions, startCosmosNode } from '../../../../sandbox/cosmos-node.js';

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
  test.each([
    [0, 20, 20],
    [2_480, 19, 2_499],
    [2_490, 1_000, null],
    [2_600, 1, null],
  ])('come in order of balance: from %d on, %d at most', async (offset, limit, rank) => {
    const { holders } = await start();
    const asOf = { height: 1_000, time: '2026-11-20T08:15:30.000Z' };
    const { next, ...answer } = await holders({ denom, offset, limit });
    expect(answer).toEqual({
      ...{ network: 'kava', denom, keyword: null, offset, limit },
      ...{ holders: sorted.slice(offset, offset + limit), asOf, complete: true },
    });
    const position = next === null ? null : (JSON.parse(next) as unknown[]).slice(0, 3);
    expect(position).toEqual(rank === null ? null : [asOf.height, asOf.time, rank]);
  });

  test('go on after a cursor to the end', async () => {
    const { listAll } = await start();
    expect(await listAll({ denom, limit: 999 })).toEqual(sorted);
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
    [[1, '2026-11-20T08:15:30.000Z', 20]],
    [['1', '2026-11-20T08:15:30.000Z', 20, 'content']],
    [[-1, '2026-11-20T08:15:30.000Z', 20, 'content']],
    [[1.5, '2026-11-20T08:15:30.000Z', 20, 'content']],
    [[1, null, 20, 'content']],
    [[1, '2026-11-20T08:15:30.000Z', 0, 'content']],
    [[1, '2026-11-20T08:15:30.000Z', '20', 'content']],
    [[1, '2026-11-20T08:15:30.000Z', 20, 'content', 1]],
  ])('after a cursor that names no place are a 400: %j', async (position) => {
    const { holders } = await start();
    await expect(holders({}, { cursor: JSON.stringify(position) })).rejects.toMatchObject({
      status: 400,
      extras: { errors: [{ parameter: 'cursor' }] },
    });
  });
});

describe('a keyword that is a whole address', () => {
  const alice = 'kava1qyqszqgpqyqszqgpqyqszqgpqyqszqgpwx4rmm';
  const balances = { ukava: [...owners, { address: alice, amount: '12' }] };
  const asOf = { height: 1_000, time: '2026-11-20T08:15:30.000Z' };

  test('is answered by its balance, without a walk', async () => {
    const { holders } = await start({ balances, bankCalls: { DenomOwners: refuseWith({ code: 12 }) } });
    const found = { holders: [{ address: alice, amount: '12' }], asOf, complete: false, next: null };
    expect(await holders({ keyword: alice })).toMatchObject(found);
    expect(await holders({ keyword: alice.toUpperCase() })).toMatchObject(found);
    expect(await holders({ keyword: alice, offset: 1 })).toMatchObject({ ...found, holders: [] });
    expect(await holders({ keyword: alice, denom: 'uother' })).toMatchObject({ holders: [], asOf });
  });

  test.each([
    { code: 3, details: "invalid address: hrp does not match bech32 prefix: expected 'kava'" },
    { code: 2, details: 'invalid Bech32 prefix; expected kava, got cosmos' },
  ])('of another chain is nobody, status $code', async (refusal) => {
    const { holders } = await start({ bankCalls: { Balance: refuseWith(refusal) } });
    const nobody = { holders: [], asOf: { height: null }, next: null };
    expect(await holders({ keyword: alice })).toMatchObject(nobody);
  });

  test('is looked for in a snapshot where there is one, and so is one with a wrong checksum', async () => {
    const { holders } = await start({ balances, bankCalls: { Balance: refuseWith({ code: 13 }) } });
    const mistyped = await holders({ keyword: `${alice.slice(0, -1)}q` });
    expect(mistyped).toMatchObject({ holders: [], asOf, complete: true });
    const found = { holders: [{ address: alice, amount: '12' }], complete: true };
    expect(await holders({ keyword: alice })).toMatchObject(found);
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

  test('names the difference of supply and sum, like the page of its holders, and logs it', async () => {
    const sum = owners.slice(0, 5).reduce((all, { amount }) => all + BigInt(amount), 0n);
    const supply = String(sum + 7n);
    const { summary, holders, events } = await start({
      bankCalls: { SupplyOf: answerWith({ amount: { denom: 'ukava', amount: supply } }) },
    });
    expect(await summary()).toMatchObject({ supply, sum: String(sum), difference: '7' });
    expect(await holders()).toMatchObject({ complete: false, difference: '7', holders: { length: 5 } });
    expect(events).toEqual([
      { event: 'holders-differ', network: 'kava', denom: 'ukava', height: 1_000, supply, difference: '7' },
    ]);
  });

  test('has no metadata where the chain has none', async () => {
    const { summary } = await start();
    expect(await summary({ denom })).toMatchObject({ holderCount: 2_500, metadata: null });
    expect(await summary({ denom: 'unobody' })).toMatchObject({ supply: '0', holderCount: 0, sum: '0' });
  });
});
