import { describe, expect, test } from 'vitest';
import { readFindings, type ReportedFinding } from '../../test/support/registry-files.js';
import { checks } from '../checks/index.js';
import { chainlist } from '../formats/chainlist/index.js';
import type { JsonObject } from '../model/json.js';
import { readClaim } from './claims.js';

/** Reads the chain id that the fields claim for the endpoints of a kind. */
function read(name: string, fields: JsonObject) {
  const list = chainlist.lists.find(({ kind }) => kind === name);
  const kind = checks.find((check) => check.kind === name);
  if (list === undefined || kind === undefined) throw new Error(`unknown kind ${name}`);
  return readClaim(fields, list, kind);
}

const nothing = { claim: null, problem: null };

describe('the chain id of gRPC endpoints is claimed by chain_id_cosmos, else by chain_id', () => {
  test.each(['cosmoshub-4', 'evmos_9001-2', 'manifest-ledger-mainnet', '1'])('%j', (chainId) => {
    const claim = { chainId, field: 'chain_id_cosmos', derived: false };
    expect(read('grpc', { chain_id_cosmos: chainId })).toEqual({ claim, problem: null });
  });

  test('chain_id is read if chain_id_cosmos is absent or empty', () => {
    const claim = { chainId: 'cosmoshub-4', field: 'chain_id', derived: false };
    for (const fields of [{}, { chain_id_cosmos: '' }, { chain_id_cosmos: null }])
      expect(read('grpc', { ...fields, chain_id: 'cosmoshub-4' })).toEqual({ claim, problem: null });
  });

  test('chain_id_cosmos wins over chain_id', () => {
    const claim = { chainId: 'cosmoshub-4', field: 'chain_id_cosmos', derived: false };
    const fields = { chain_id: 'other-1', chain_id_cosmos: 'cosmoshub-4' };
    expect(read('grpc', fields).claim).toEqual(claim);
  });

  test.each<[JsonObject]>([
    [{}],
    [{ chain_id_cosmos: '' }],
    [{ chain_id_cosmos: null, chain_id: null }],
    // The id of an EVM chain, which is not the network of a Cosmos node.
    [{ chain_id: '0x1' }],
    [{ chain_id: '1776' }],
    [{ chain_id: 1776 }],
  ])('%j claims none', (fields) => {
    expect(read('grpc', fields)).toEqual(nothing);
  });

  test.each([[4], [true], [['cosmoshub-4']], [{}], [' '], ['cosmoshub-4 ']])('%j is malformed', (value) => {
    const data = { field: 'chain_id_cosmos', expected: 'a string without blanks, such as "cosmoshub-4"' };
    expect(read('grpc', { chain_id_cosmos: value })).toEqual({
      claim: null,
      problem: { code: 'file/chain-id', data },
    });
  });
});

describe('the chain id of EVM endpoints is claimed by chain_id_evm, hexadecimal or decimal', () => {
  test.each([
    ['0x6F0', '0x6F0'],
    ['0x6f0', '0x6f0'],
    ['1776', '1776'],
    [1776, '1776'],
    [0, '0'],
  ])('%j', (value, chainId) => {
    const claim = { chainId, field: 'chain_id_evm', derived: false };
    expect(read('evm', { chain_id_evm: value })).toEqual({ claim, problem: null });
  });

  test.each<[JsonObject]>([[{}], [{ chain_id_evm: null }], [{ chain_id_evm: '' }], [{ chain_id: '0x1' }]])(
    '%j claims none',
    (fields) => {
      expect(read('evm', fields)).toEqual(nothing);
    },
  );

  test.each([['0x'], ['evmos_9001-2'], [' 0x1'], ['-1'], [-1], [1.5], [1e21], [true], [{}], [['0x1']]])(
    '%j is malformed',
    (value) => {
      const data = { field: 'chain_id_evm', expected: 'a number such as "0x1" or 1' };
      expect(read('evm', { chain_id_evm: value })).toEqual({
        claim: null,
        problem: { code: 'file/chain-id', data },
      });
    },
  );
});

const grpc = '"grpc_endpoint":[{"provider":"A","url":"a.example:443"}]';
const evm = '"evm_rpc_endpoint":[{"provider":"A","url":"https://b.example"}]';

function missing(...fields: string[]): ReportedFinding {
  const names = fields.join(' and ');
  return {
    at: '1:1-1:1',
    rule: 'file/chain-id-missing',
    pointer: '',
    message: `no chain id to compare the endpoints with: ${names} not set`,
    hint: `add ${names}`,
  };
}

describe('a file whose endpoints have no chain id to be compared with gets one notice', () => {
  test.each([
    ['for one kind', `{${grpc}}`, [missing('chain_id_cosmos')]],
    ['for two', `{${grpc},${evm}}`, [missing('chain_id_cosmos', 'chain_id_evm')]],
    ['for one of two', `{"chain_id":"kava_2222-10",${grpc},${evm}}`, [missing('chain_id_evm')]],
    ['but not if both are claimed', `{"chain_id":"a-1","chain_id_evm":1,${grpc},${evm}}`, []],
    ['nor if there is nothing to compare', '{"grpc_endpoint":[]}', []],
  ])('%s', async (_title, text, expected) => {
    expect(await readFindings(text, ['file/no-endpoints'])).toEqual(expected);
  });
});
