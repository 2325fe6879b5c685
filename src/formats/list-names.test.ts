import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { checkRegistry } from '../index.js';

const items = [{ provider: 'A', url: 'https://x.example.net' }];
const grpc = { grpc_endpoint: [{ provider: 'A', url: 'g.example.net:443' }] };
const cosmos = { chain_id_cosmos: 'x-1', ...grpc };
const evm = { chain_id_evm: '0x1' };

/** What is said of the names of lists in a file. */
async function judge(path: string, text: string) {
  const directory = await createDirectory({ [path]: text });
  const { findings } = await checkRegistry([directory], { network: false });
  const rules = ['file/misspelled-field', 'file/unchecked-field'];
  return findings
    .filter(({ rule }) => rules.includes(rule))
    .map(({ pointer, message, hint }) => `${pointer ?? ''}: ${message}; ${hint}`);
}

function judgeParam(chain: Readonly<Record<string, unknown>>) {
  return judge('chain/x/param.json', JSON.stringify(chain, null, 1));
}

describe('a list of param.json under a likely name', () => {
  test.each([
    ['rest', cosmos, 'lcd_endpoint'],
    ['lcd', cosmos, 'lcd_endpoint'],
    ['rest_endpoint', {}, 'lcd_endpoint'],
    ['api_endpoints', grpc, 'lcd_endpoint'],
    ['rpc', cosmos, 'cosmos_rpc_endpoint'],
    ['rpc_endpoint', cosmos, 'cosmos_rpc_endpoint'],
    ['rpcEndpoint', { ...cosmos, ...evm, evm_rpc_endpoint: [] }, 'cosmos_rpc_endpoint'],
    ['tendermint_rpc_endpoint', {}, 'cosmos_rpc_endpoint'],
    ['rpc_endpoint', evm, 'evm_rpc_endpoint'],
  ])('%s', async (field, chain, expected) => {
    expect(await judgeParam({ ...chain, [field]: items })).toEqual([
      `/${field}: unknown field "${field}", did you mean "${expected}"?; rename it to "${expected}"`,
    ]);
  });

  test('next to the right one', async () => {
    expect(await judgeParam({ ...cosmos, grpc_endpoints: items })).toEqual([
      '/grpc_endpoints: unknown field "grpc_endpoints", did you mean "grpc_endpoint"?; move its items into "grpc_endpoint" (line 3)',
    ]);
  });
});

describe('a list of objects with addresses whose name tells nothing', () => {
  test.each([
    ['of Sui and Aptos', 'rpc_endpoint', { chain_id: '35834a8a' }],
    ['of either family of a chain', 'rpc_endpoint', { ...cosmos, ...evm }],
    ['of a kind without a list', 'ws_endpoint', cosmos],
    ['of a kind without a list', 'grpc_web_endpoint', cosmos],
    ['of no kind', 'fullnodes', cosmos],
  ])('%s: %s', async (_title, field, chain) => {
    const hint = 'check these endpoints by other means, or move them to a list that is checked';
    expect(await judgeParam({ ...chain, [field]: items })).toEqual([
      `/${field}: ${field} is not checked; ${hint}`,
    ]);
  });

  test.each([
    ['explorers', items],
    ['block_explorers', items],
    ['snapshots', items],
    ['faucets', items],
    [
      'vaults',
      [{ name: 'A', address: 'neutron1qeyjez6a9dwlghf9d6cy44fxmsajztw257586akk6xn6k88x0gus5djz4e' }],
    ],
    ['fullnodes', []],
    ['chain_type', ['cosmos']],
  ])('but not %s', async (field, value) => {
    expect(await judgeParam({ ...cosmos, [field]: value })).toEqual([]);
  });
});

describe('so it is in every format', () => {
  test.each([
    [
      'pingpub',
      'chains/mainnet/x.json',
      '{"chain_name":"x","rpc":"https://r.example.net","rest":"https://x.example.net"}',
      '/rest: unknown field "rest", did you mean "api"?; rename it to "api"',
    ],
    [
      'keplr',
      'cosmos/x.json',
      '{"chainId":"x-1","rpc":"https://r.example.net","lcd":"https://x.example.net"}',
      '/lcd: unknown field "lcd", did you mean "rest"?; rename it to "rest"',
    ],
    [
      'zone-chains',
      'x.zone_chains.json',
      '{"chains":[{"chain_name":"x","rpc":"https://r.example.net","lcd":"https://x.example.net"}]}',
      '/chains/0/lcd: unknown field "lcd", did you mean "rest"?; rename it to "rest"',
    ],
    [
      'ethereum-lists',
      '_data/chains/eip155-1.json',
      '{"chainId":1,"rpc":["https://r.example.net"],\n"wss":["wss://x.example.net"]}',
      '/wss: unknown field "wss", did you mean "rpc"?; move its items into "rpc" (line 1)',
    ],
    [
      'hyperlane',
      'chains/x/metadata.yaml',
      'chainId: x-1\ndomainId: 1\nprotocol: cosmos\nrpcUrls:\n  - http: https://r.example.net\nlcd:\n  - http: https://x.example.net\n',
      '/lcd: unknown field "lcd", did you mean "restUrls"?; rename it to "restUrls"',
    ],
    [
      'an item of hyperlane',
      'chains/x/metadata.yaml',
      'chainId: 1\ndomainId: 1\nprotocol: ethereum\nrpcUrls:\n  - http: https://r.example.net\n  - http: https://s.example.net\n    ws: wss://s.example.net\n',
      '/rpcUrls/1/ws: unknown field "ws", did you mean "webSocket"?; rename it to "webSocket"',
    ],
    [
      'superchain',
      'superchain/configs/mainnet/x.toml',
      'name = "x"\nchain_id = 10\npublic_rpc_url = "https://r.example.net"\n',
      '/public_rpc_url: unknown field "public_rpc_url", did you mean "public_rpc"?; rename it to "public_rpc"',
    ],
    [
      'defillama',
      'constants/extraRpcs.js',
      'export default { 1: { rpcs: ["https://r.example.net"],\nws: ["wss://x.example.net"] } };\n',
      '/1/ws: unknown field "ws", did you mean "rpcs"?; move its items into "rpcs" (line 1)',
    ],
    [
      'chain-registry',
      'x/chain.json',
      '{"chain_name":"x","chain_id":"x-1","apis":{},"rpc":[{"address":"https://x.example.net","provider":"A"}]}',
      '/rpc: unknown field "rpc", did you mean "apis.rpc"?; move it to "apis.rpc"',
    ],
  ])('%s', async (_format, path, text, expected) => {
    expect(await judge(path, text)).toEqual([expected]);
  });
});
