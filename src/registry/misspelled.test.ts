import { describe, expect, test } from 'vitest';
import { goodEntry, readFindings, type ReportedFinding } from '../../test/support/check-file.js';

function misspelled(
  field: string,
  expected: string,
  pointer: string,
  at: string,
  hint?: string,
): ReportedFinding {
  const message = `unknown field "${field}", did you mean "${expected}"?`;
  return { at, rule: 'file/misspelled-field', pointer, message, hint: hint ?? `rename it to "${expected}"` };
}

describe('a list with a misspelled name is reported at its name', () => {
  test.each([
    ['endpoint', 'grpc_endpoint'],
    ['endpoint_url', 'grpc_endpoint'],
    ['grpc', 'grpc_endpoint'],
    ['grpc_url', 'grpc_endpoint'],
    ['grpc_address', 'grpc_endpoint'],
    ['grpc_endpoints', 'grpc_endpoint'],
    ['grpcEndpoint', 'grpc_endpoint'],
    ['GRPC_ENDPOINT', 'grpc_endpoint'],
    ['grpc-endpoint', 'grpc_endpoint'],
    ['gprc_endpoint', 'grpc_endpoint'],
    ['grpc_endpont', 'grpc_endpoint'],
    ['evm', 'evm_rpc_endpoint'],
    ['evm_rpc', 'evm_rpc_endpoint'],
    ['evm_url', 'evm_rpc_endpoint'],
    ['evm_rpc_url', 'evm_rpc_endpoint'],
    ['evm_endpoint', 'evm_rpc_endpoint'],
    ['rpc_evm_endpoint', 'evm_rpc_endpoint'],
    ['evm_rpc_endpoints', 'evm_rpc_endpoint'],
    ['evm_prc_endpoint', 'evm_rpc_endpoint'],
    ['json_rpc_endpoint', 'evm_rpc_endpoint'],
  ])('%s, for %s', async (field, expected) => {
    const at = `2:1-2:${field.length + 3}`;
    expect(await readFindings(`{\n"${field}" : [${goodEntry}]}`)).toEqual([
      misspelled(field, expected, `/${field}`, at),
    ]);
  });

  test('for a list of strings, the hint shows an item', async () => {
    const hint = 'rename it to "grpc_endpoint", and write each item as { "provider": "…", "url": "…" }';
    expect(await readFindings('{"endpoint_url":["a.example:443"]}')).toEqual([
      misspelled('endpoint_url', 'grpc_endpoint', '/endpoint_url', '1:2-1:16', hint),
    ]);
  });

  test('special characters in the name are escaped in the pointer', async () => {
    expect(await readFindings('{"grpc/end~point":[]}')).toEqual([
      misspelled('grpc/end~point', 'grpc_endpoint', '/grpc~1end~0point', '1:2-1:18'),
    ]);
  });

  test.each([
    'rpc_endpoint',
    'rpc_endpoints',
    'rpcEndpoint',
    'solana_rpc_endpoint',
    'rest_endpoint',
    'api_endpoint',
    'ws_endpoint',
    'explorer',
    'endpoint_list',
    'checkpoint',
  ])('%s means something else', async (field) => {
    expect(await readFindings(`{"${field}":[${goodEntry}]}`)).toEqual([]);
  });

  test('what is not a list is not a misspelled list', async () => {
    expect(await readFindings('{"evm":true,"grpc":"x","endpoint":{"grpc_endpoints":[]}}')).toEqual([]);
  });
});

describe('a misspelled field of an entry is one finding, at its name', () => {
  test.each([
    ['address', 'url'],
    ['uri', 'url'],
    ['endpoint', 'url'],
    ['URL', 'url'],
    ['urls', 'url'],
    ['u/r~l', 'url'],
    ['name', 'provider'],
    ['Provider', 'provider'],
    ['provdier', 'provider'],
    ['providor', 'provider'],
    ['moniker', 'provider'],
  ])('%s, for %s', async (field, expected) => {
    const missing = expected === 'url' ? 'provider' : 'url';
    const entry = `{"${missing}":"a.example:443","${field}":"b.example:443"}`;
    const column = 19 + `{"${missing}":"a.example:443",`.length;
    const pointer = `/grpc_endpoint/0/${field.replace('~', '~0').replace('/', '~1')}`;
    expect(await readFindings(`{"grpc_endpoint":[${entry}]}`)).toEqual([
      {
        at: `1:${column}-1:${column + field.length + 2}`,
        rule: 'file/schema',
        pointer,
        message: `grpc_endpoint[0] has no "${expected}"`,
        hint: `rename "${field}" to "${expected}"`,
      },
    ]);
  });

  test('two of them in one entry are reported together', async () => {
    const entry = '{"name":"A","address":"a.example:443"}';
    const found = await readFindings(`{"grpc_endpoint":[${entry}]}`);
    expect(found.map(({ rule, message, hint }) => [rule, message, hint])).toEqual([
      [
        'file/schema',
        'grpc_endpoint[0] has no "provider" and no "url"',
        'rename "name" to "provider" and rename "address" to "url"',
      ],
    ]);
  });

  test('a complete entry may have any other fields', async () => {
    const entry = '{"provider":"A","url":"a.example:443","address":"x","name":"y"}';
    expect(await readFindings(`{"grpc_endpoint":[${entry}]}`)).toEqual([]);
  });

  test('but none that differs in capitals only', async () => {
    const entry = '{"provider":"A","url":"a.example:443","URL":"b.example:443"}';
    const [found, ...rest] = await readFindings(`{"grpc_endpoint":[${entry}]}`);
    expect(found).toMatchObject({ rule: 'file/misspelled-field', pointer: '/grpc_endpoint/0/URL' });
    expect(rest).toEqual([]);
  });

  test('the hint suggests the missing field, not one that is already there', async () => {
    const entry = '{"provider":"A","name":"B","address":"a.example:443"}';
    const found = await readFindings(`{"grpc_endpoint":[${entry}]}`);
    expect(found.map(({ rule, hint }) => [rule, hint])).toEqual([
      ['file/schema', 'rename "address" to "url"'],
    ]);
  });

  test('a name that resembles no other is not reported', async () => {
    const found = await readFindings('{"grpc_endpoint":[{"provider":"A","network":"x","curl":"y","u":"z"}]}');
    expect(found.map(({ rule, hint }) => [rule, hint])).toEqual([
      ['file/schema', 'write { "provider": "…", "url": "…" }, or remove the entry'],
    ]);
  });
});
