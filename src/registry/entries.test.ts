import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { checkFile, describeFinding, readFindings } from '../../test/support/check-file.js';
import { checkRegistry } from '../index.js';

const chainIds = '"chain_id_cosmos":"a-1","chain_id_evm":1';

/** A file that lists the urls, an entry a line from the second line on. */
function list(field: string, urls: readonly string[]): string {
  const entries = urls.map((url) => JSON.stringify({ provider: 'Example', url }));
  return `{${chainIds},"${field}":[\n${entries.join(',\n')}]}`;
}

/** The findings of a list, with the lines of the duplicates and of their first occurrences. */
async function findDuplicates(field: string, urls: readonly string[]): Promise<unknown[]> {
  const { findings } = await checkFile(list(field, urls), ['entry/host-case']);
  return findings.map(({ rule, line, data }) => [rule, line, data['firstLine']]);
}

describe('an endpoint that is listed twice is reported at each url but the first', () => {
  test('with the line of the first', async () => {
    const text = list('grpc_endpoint', ['a.example:443', 'b.example:443', 'a.example:443']);
    const { findings, endpoints } = await checkFile(text);
    expect(findings.map(describeFinding)).toEqual([
      {
        at: '4:29-4:44',
        rule: 'entry/duplicate',
        pointer: '/grpc_endpoint/2/url',
        message: 'duplicate endpoint, first on line 2',
        hint: 'remove one of the two entries',
      },
    ]);
    expect(findings[0]?.endpoint).toBe(2);
    expect(endpoints).toHaveLength(3);
  });

  test.each([
    ['gRPC, capitals in the host', 'grpc_endpoint', ['grpc.example:443', 'GRPC.Example:443']],
    ['gRPC, a final dot', 'grpc_endpoint', ['grpc.example:443', 'grpc.example.:443']],
    ['gRPC, two spellings of an address', 'grpc_endpoint', ['[2606:4700:0:0::1]:443', '[2606:4700::1]:443']],
    [
      'EVM, capitals in scheme and host',
      'evm_rpc_endpoint',
      ['https://evm.example/x', 'HTTPS://EVM.example/x'],
    ],
    ['EVM, the port of https', 'evm_rpc_endpoint', ['https://evm.example/x', 'https://evm.example:443/x']],
    ['EVM, the slash of no path', 'evm_rpc_endpoint', ['https://evm.example', 'https://evm.example/']],
  ])('%s', async (_title, field, urls) => {
    expect(await findDuplicates(field, urls)).toEqual([['entry/duplicate', 3, 2]]);
  });

  test.each([
    ['gRPC, another port', 'grpc_endpoint', ['grpc.example:443', 'grpc.example:9090']],
    ['gRPC, another host', 'grpc_endpoint', ['grpc.example:443', 'grpc2.example:443']],
    ['EVM, another path', 'evm_rpc_endpoint', ['https://evm.example/a', 'https://evm.example/b']],
    ['EVM, capitals in the path', 'evm_rpc_endpoint', ['https://evm.example/a', 'https://evm.example/A']],
    ['EVM, a slash after the path', 'evm_rpc_endpoint', ['https://evm.example/a', 'https://evm.example/a/']],
    ['EVM, another query', 'evm_rpc_endpoint', ['https://evm.example?a=1', 'https://evm.example?a=2']],
  ])('%s: two endpoints', async (_title, field, urls) => {
    expect(await findDuplicates(field, urls)).toEqual([]);
  });

  test('malformed urls are not duplicates', async () => {
    const found = await readFindings(list('grpc_endpoint', ['a.example', 'a.example']));
    expect(found.map(({ rule }) => rule)).toEqual(['entry/url-port', 'entry/url-port']);
  });

  test('not in the lists of two kinds', async () => {
    const both =
      '{"grpc_endpoint":[{"provider":"A","url":"node.example:443"}],' +
      '"evm_rpc_endpoint":[{"provider":"A","url":"https://node.example:443"}]}';
    const found = await readFindings(both);
    expect(found.map(({ rule }) => rule)).toEqual(['entry/same-address']);
  });
});

describe('only values that a list may hold are entries', () => {
  const address = 'https://a.example';
  const pingpub = (rpc: unknown) => ({ chain_name: 'example', api: [address], rpc });

  test.each<[string, string, unknown, readonly (string | null)[]]>([
    ['an address in an array of objects', 'chain/a/param.json', { grpc_endpoint: 'a.example:443' }, []],
    [
      'an address in place of one',
      'cosmos/a.json',
      { chainId: 'a-1', rpc: address },
      [address, 'wss://a.example/websocket'],
    ],
    ['an object in place of an address', 'cosmos/a.json', { chainId: 'a-1', rpc: { address } }, []],
    ['a number in place of an address', 'cosmos/a.json', { chainId: 'a-1', rpc: 1 }, []],
    [
      'a single address if any form is allowed',
      'chains/mainnet/a.json',
      pingpub('https://b.example'),
      [address, 'https://b.example'],
    ],
    ['a single object if any form is allowed', 'chains/mainnet/a.json', pingpub({ address }), [address]],
  ])('%s', async (_title, path, content, expected) => {
    const directory = await createDirectory({ [path]: JSON.stringify(content) });
    const { endpoints } = await checkRegistry([`${directory}/${path}`], { network: false });
    expect(endpoints.map(({ url }) => url).sort()).toEqual(expected);
  });
});

describe('an entry without a provider name is reported', () => {
  test.each([
    ['nothing', '""', '1:31-1:33'],
    ['white space', String.raw`" \t\u00a0"`, '1:31-1:42'],
  ])('%s', async (_title, provider, at) => {
    expect(await readFindings(`{"grpc_endpoint":[{"provider":${provider},"url":"a.example:443"}]}`)).toEqual([
      {
        at,
        rule: 'entry/provider-empty',
        pointer: '/grpc_endpoint/0/provider',
        message: 'the provider is empty',
        hint: 'write the name of the operator',
      },
    ]);
  });

  test.each(['🔥STAVR🔥', 'lesnik | UTSA', '[NODERS]TEAM', '0', '-', '💯', ' Example '])(
    '%s is a name',
    async (provider) => {
      const text = JSON.stringify({ grpc_endpoint: [{ provider, url: 'a.example:443' }] });
      expect(await readFindings(text)).toEqual([]);
    },
  );
});

describe('a malformed chain id is reported if there is an endpoint to compare with it', () => {
  const grpc = '"grpc_endpoint":[{"provider":"A","url":"a.example:443"}]';
  const evm = '"evm_rpc_endpoint":[{"provider":"A","url":"https://a.example"}]';
  const rpc = '"cosmos_rpc_endpoint":[{"provider":"A","url":"https://b.example"}]';
  const quantity = 'a number such as "0x1" or 1';
  const text = 'a string without blanks, such as "cosmoshub-4"';

  test.each([
    [`{"chain_id_evm":"kava_2222-10",${evm}}`, 'chain_id_evm', '1:17-1:31', quantity],
    [`{"chain_id_evm":"0x",${evm}}`, 'chain_id_evm', '1:17-1:21', quantity],
    [`{"chain_id_evm":true,${evm}}`, 'chain_id_evm', '1:17-1:21', quantity],
    [`{"chain_id_evm":[1],${evm}}`, 'chain_id_evm', '1:17-1:20', quantity],
    [`{"chain_id_evm":1.5,${evm}}`, 'chain_id_evm', '1:17-1:20', quantity],
    [`{"chain_id_cosmos":5,${grpc}}`, 'chain_id_cosmos', '1:20-1:21', text],
    // Once, although both lists claim it.
    [`{"chain_id_cosmos":5,${grpc},${rpc}}`, 'chain_id_cosmos', '1:20-1:21', text],
  ])('%s', async (file, field, at, expected) => {
    const message = `${field} must be ${expected}; no endpoint was compared with it`;
    const finding = { at, rule: 'file/chain-id', pointer: `/${field}`, message, hint: `write ${expected}` };
    expect(await readFindings(file)).toEqual([finding]);
  });

  test.each([
    `{"chain_id_evm":"0x6F0",${evm}}`,
    `{"chain_id_evm":"2222",${evm}}`,
    `{"chain_id_evm":2222,${evm}}`,
    `{"chain_id_evm":null,${evm}}`,
    `{"chain_id_evm":"",${evm}}`,
    `{"chain_id_evm":"none","evm_rpc_endpoint":[]}`,
    `{"chain_id_evm":"none",${grpc}}`,
    `{"chain_id_cosmos":"evmos_9001-2",${grpc}}`,
    `{"chain_id_cosmos":"manifest-ledger-mainnet",${grpc}}`,
    `{"chain_id_cosmos":5,${evm}}`,
    `{"chain_id":1,${grpc}}`,
    `{${grpc},${evm.replace('a.example', 'b.example')}}`,
  ])('%s is fine', async (text) => {
    expect(await readFindings(text)).toEqual([]);
  });
});

test('of misspelled claims with one name, the last is reported, as the last counts', async () => {
  const text =
    '{"chain_id_cosmo":"a-1",\n"chain_id_cosmo":"b-1",\n"grpc_endpoint":[{"provider":"A","url":"a.example:443"}]}';
  const { findings } = await checkFile(text);
  const found = findings.filter(({ rule }) => rule === 'file/misspelled-field');
  expect(found.map(({ line, column, fix }) => [line, column, fix])).toEqual([[2, 1, null]]);
});
