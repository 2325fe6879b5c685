import { describe, expect, test } from 'vitest';
import { readCosmosClaim } from './claim.js';

const nothing = { claim: null, problem: null };

describe('the chain id of a Cosmos chain is taken as it stands', () => {
  test.each(['cosmoshub-4', 'evmos_9001-2', 'manifest-ledger-mainnet', '1', ' padded '])('%j', (chainId) => {
    expect(readCosmosClaim({ chain_id_cosmos: chainId })).toEqual({
      claim: { chainId, field: 'chain_id_cosmos', derived: false },
      problem: null,
    });
  });

  test('chain_id is read where chain_id_cosmos is absent or empty', () => {
    const claim = { chainId: 'cosmoshub-4', field: 'chain_id', derived: false };
    expect(readCosmosClaim({ chain_id: 'cosmoshub-4' })).toEqual({ claim, problem: null });
    expect(readCosmosClaim({ chain_id_cosmos: '', chain_id: 'cosmoshub-4' }).claim).toEqual(claim);
    expect(readCosmosClaim({ chain_id_cosmos: null, chain_id: 'cosmoshub-4' }).claim).toEqual(claim);
  });

  test('chain_id_cosmos wins over chain_id', () => {
    const fields = { chain_id: 'other-1', chain_id_cosmos: 'cosmoshub-4' };
    expect(readCosmosClaim(fields).claim).toEqual({
      chainId: 'cosmoshub-4',
      field: 'chain_id_cosmos',
      derived: false,
    });
  });
});

describe('a file that claims no Cosmos chain is in order', () => {
  test.each([
    [{}],
    [{ chain_id_cosmos: '' }],
    [{ chain_id_cosmos: null, chain_id: null }],
    // The chain id of an EVM chain, which no Cosmos node calls its network.
    [{ chain_id: '0x1' }],
    [{ chain_id: '1776' }],
    [{ chain_id: 1776 }],
  ])('%j', (fields) => {
    expect(readCosmosClaim(fields)).toEqual(nothing);
  });
});

describe('a claim that cannot be read is told', () => {
  test.each([[4], [true], [['cosmoshub-4']], [{}]])('%j', (value) => {
    expect(readCosmosClaim({ chain_id_cosmos: value })).toEqual({
      claim: null,
      problem: {
        field: 'chain_id_cosmos',
        problem: {
          code: 'file/chain-id',
          data: { field: 'chain_id_cosmos', expected: 'a string such as "cosmoshub-4"' },
        },
      },
    });
  });
});
