import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listNode } from '../../../../test/support/chain-handlers.js';
import { createOwners, serveHolders, sortHolders } from '../../../../test/support/holders.js';
import { use } from '../../../../test/support/servers.js';
import { answerWith } from '../../../../test/support/bank-calls.js';
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
          const rank = offset + limit;
          const { next, ...answer } = await holders({ denom, offset, limit });
          expect(answer).toEqual({
            ...{ network: 'kava', denom, keyword: null, offset, limit },
            ...{ holders: page, asOf, complete: true },
          });
          const position = next === null ? null : (JSON.parse(next) as unknown[]).slice(0, 3);
          expect(position).toEqual(rank < owners.length ? [asOf.height, asOf.time, rank] : null);
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
      errors: [{ parameter: 'cursor' }],
    });
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
