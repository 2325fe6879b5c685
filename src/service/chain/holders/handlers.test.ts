import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listNode, serveEntries } from '../../../../test/support/chain-handlers.js';
import { use } from '../../../../test/support/servers.js';
import { startCosmosNode } from '../../../sandbox/cosmos-node.js';

const owners = Array.from({ length: 2_500 }, (_, at) => ({
  address: `kava1${String(at).padStart(6, '0')}x`,
  amount: String(9_007_199_254_740_993n + BigInt(at)),
}));
const denom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';

async function start() {
  const { port } = await use(
    startCosmosNode({
      balances: { [denom]: owners, ukava: owners.slice(0, 5) },
      denomMetadata: {
        ukava: {
          description: 'Kava',
          denom_units: [{ denom: 'kava', exponent: 6, aliases: ['KAVA'] }],
          base: 'ukava',
          display: 'kava',
          name: 'Kava',
          symbol: 'KAVA',
        },
      },
    }),
  );
  return serveEntries([listNode('grpc', port)]);
}

describe('the holders of a denom', () => {
  test('come in pages that begin and end anywhere', async () => {
    const ask = await start();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 2_600 }),
        fc.integer({ min: 1, max: 1_000 }),
        async (offset, limit) => {
          expect(await ask('holders', { denom, offset, limit })).toEqual({
            ...{ network: 'kava', denom, keyword: null, offset, limit },
            holders: owners.slice(offset, offset + limit),
            complete: true,
            hasMore: offset + limit < owners.length,
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are filtered by part of the address, ignoring case', async () => {
    const ask = await start();
    const matching = owners.filter(({ address }) => address.includes('99x'));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 30 }),
        fc.integer({ min: 1, max: 30 }),
        async (offset, limit) => {
          const answer = await ask('holders', { denom, keyword: '99X', offset, limit });
          expect(answer['holders']).toEqual(matching.slice(offset, offset + limit));
          expect(answer).toMatchObject({ complete: true });
          expect(answer['hasMore'] === true || offset + limit >= matching.length).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
    expect(await ask('holders', { denom, keyword: 'none' })).toMatchObject({ holders: [], hasMore: false });
  });

  test('of a denom that nobody holds are none', async () => {
    expect(await (await start())('holders', { denom: 'unobody' })).toMatchObject({
      holders: [],
      hasMore: false,
    });
  });
});

describe('the summary of a denom', () => {
  test('has supply, holders and metadata', async () => {
    expect(await (await start())('holderSummary', { denom: 'ukava' })).toEqual({
      network: 'kava',
      denom: 'ukava',
      supply: '45035996273704975',
      holderCount: 5,
      metadata: {
        description: 'Kava',
        denomUnits: [{ denom: 'kava', exponent: 6, aliases: ['KAVA'] }],
        base: 'ukava',
        display: 'kava',
        name: 'Kava',
        symbol: 'KAVA',
      },
    });
  });

  test('has no metadata where the chain has none', async () => {
    const ask = await start();
    expect(await ask('holderSummary', { denom })).toMatchObject({ holderCount: 2_500, metadata: null });
    expect(await ask('holderSummary', { denom: 'unobody' })).toMatchObject({ supply: '0', holderCount: 0 });
  });
});
