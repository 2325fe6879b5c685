import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { checkRegistry } from '../../index.js';

/** The findings about a chain with these fields in `apis`, and an endpoint besides. */
async function read(apis: Readonly<Record<string, unknown>>) {
  const rpc = [{ address: 'https://rpc.example.com', provider: 'Example' }];
  const chain = { chain_name: 'kava', chain_id: 'kava-1', apis: { rpc, ...apis } };
  const directory = await createDirectory({ 'kava/chain.json': JSON.stringify(chain) });
  const { findings } = await checkRegistry([directory], { network: false });
  return findings.map(({ rule, message, hint }) => `${rule}: ${message}; ${hint}`);
}

describe('a list of a chain is found by another name', () => {
  test.each([
    ['lcd', 'rest'],
    ['REST', 'rest'],
    ['ws', 'wss'],
    ['grpcweb', 'grpc-web'],
    ['evm', 'evm-http-jsonrpc'],
    ['evm_rpc', 'evm-http-jsonrpc'],
    ['evm-ws', 'json-rpc-websocket'],
  ])('%s, for %s', async (field, expected) => {
    expect(await read({ [field]: [] })).toEqual([
      `file/misspelled-field: unknown field "${field}", did you mean "${expected}"?; rename it to "${expected}"`,
    ]);
  });

  test('but neither the lists themselves nor distant names', async () => {
    const names = 'rest grpc wss grpc-web evm-http-jsonrpc json-rpc json-rpc-websocket archive'.split(' ');
    expect(await read(Object.fromEntries(names.map((name) => [name, []])))).toEqual([]);
  });
});

describe('the fix names the fields of entries of this list', () => {
  const form = '{ "provider": "…", "address": "…" }';

  test('for addresses in a list of another name', async () => {
    expect(await read({ lcd: ['https://rest.example.com'] })).toEqual([
      `file/misspelled-field: unknown field "lcd", did you mean "rest"?; rename it to "rest", and write each item as ${form}`,
    ]);
  });

  test('for an address in place of an entry', async () => {
    expect(await read({ rest: ['https://rest.example.com'] })).toEqual([
      `file/schema: apis.rest[0] must be an object, got a string; write ${form}`,
    ]);
  });
});
