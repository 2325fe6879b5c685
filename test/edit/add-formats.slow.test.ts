import { describe, expect, test } from 'vitest';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { use } from '../support/servers.js';
import { addTo, kava } from './adding.js';

describe('an endpoint is added in the form of the file', () => {
  test.each([
    ['the key that is there', '"json-rpc": []', 'json-rpc'],
    ['the usual key', '"rpc": []', 'evm-http-jsonrpc'],
  ])('chain-registry: evm under %s', async (_, apis, key) => {
    const { port } = await use(startEvmNode({ chainId: 2_222 }));
    const files = { [kava]: `{ "chain_name": "kava", "chain_id": "kava_2222-10", "apis": { ${apis} } }` };
    const url = `http://127.0.0.1:${port}`;
    const { text } = await addTo(files, kava, ['kava', 'evm', url, '--provider', 'New']);
    expect(JSON.parse(text)).toMatchObject({ apis: { [key]: [{ address: url, provider: 'New' }] } });
  });

  test.each([
    ['a list of strings', '["https://old.example"]', (url: string) => ['https://old.example', url]],
    ['a string', '"https://old.example"', (url: string) => ['https://old.example', url]],
    [
      'a list of objects',
      '[{ "address": "https://old.example", "provider": "Old" }]',
      (address: string) => [
        { address: 'https://old.example', provider: 'Old' },
        { address, provider: 'New' },
      ],
    ],
  ])('pingpub: %s', async (_, api, expected) => {
    const { port } = await use(startRestNode());
    const path = 'chains/testnet/kava.json';
    const files = { [path]: `{ "chain_name": "kava", "chain_id": "sandbox-1", "api": ${api} }` };
    const url = `http://127.0.0.1:${port}`;
    const { text, lines } = await addTo(files, path, ['kava', 'rest', url, '--provider', 'New']);
    expect(lines.includes('there is no field for the provider: --provider is left out')).toBe(
      !text.includes('New'),
    );
    expect((JSON.parse(text) as { readonly api: unknown }).api).toEqual(expected(url));
  });

  test('ethereum-lists: a string, of a websocket too, in the file of a chain’s number', async () => {
    const path = '_data/chains/eip155-31337.json';
    const files = { [path]: '{\n  "chainId": 31337,\n  "rpc": ["https://${KEY}.example"]\n}\n' };
    const evm = `http://127.0.0.1:${(await use(startEvmNode())).port}`;
    const { text } = await addTo(files, path, ['eip155-31337', 'evm', evm]);
    expect(text).toContain(`["https://\${KEY}.example", "${evm}"]`);
    const socket = `ws://127.0.0.1:${(await use(startEvmWebSocket())).port}`;
    const { text: second } = await addTo(files, path, ['31337', 'evm-ws', socket]);
    expect(second).toContain(`["https://\${KEY}.example", "${socket}"]`);
  });

  test('manifest: without a provider, in a new list', async () => {
    const path = '.well-known/cosmos-registry.json';
    const manifest = {
      manifest_version: 1,
      provider: { name: 'P' },
      chains: [{ chain_id: 'sandbox-1', apis: {} }],
    };
    const url = `http://127.0.0.1:${(await use(startRpcNode())).port}`;
    const { text, lines } = await addTo({ [path]: JSON.stringify(manifest) }, path, [
      'sandbox-1',
      'rpc',
      url,
      '--provider',
      'P',
    ]);
    expect(JSON.parse(text)).toMatchObject({ chains: [{ apis: { rpc: [{ address: url }] } }] });
    expect(text.split('"provider"')).toHaveLength(2);
    expect(lines.join()).not.toContain('--provider');
  });
});
