import { describe, expect, test } from 'vitest';
import { checkRegistry } from '../../src/index.js';
import { createDirectory } from '../support/directory.js';
import { chainFiles, type ChainFormat } from '../support/registry-files.js';

/** Files whose list of endpoints is `LIST`, or whose only address is. */
const texts: Readonly<Record<ChainFormat, string>> = {
  chainlist: '{"chain_id_evm":"0x1","evm_rpc_endpoint":LIST}',
  'chain-registry': '{"chain_name":"kava","chain_id":"a-1","apis":{"rest":LIST}}',
  keplr: '{"chainId":"kava_2222-10","rpc":LIST}',
  'ethereum-lists': '{"chainId":5,"rpc":LIST}',
  pingpub: '{"chain_name":"kava","api":LIST}',
  hyperlane: 'name: kava\nchainId: 5\ndomainId: 5\nprotocol: ethereum\nrpcUrls: LIST\n',
  superchain: 'name = "kava"\nchain_id = 5\npublic_rpc = LIST\n',
  defillama: 'export const data = { "name": "Kava", "chainId": 5, "rpc": LIST };\n',
  manifest:
    '{"manifest_version":"1.0.0","provider":{"name":"A"},"chains":[{"chain_id":"a-1","apis":{"rest":LIST}}]}',
};

async function check(format: ChainFormat, list: string) {
  const cwd = await createDirectory({
    '.git/HEAD': '',
    [chainFiles[format].path]: texts[format].replace('LIST', list),
  });
  const { findings, endpoints } = await checkRegistry([], { network: false, cwd });
  const errors = findings.filter(({ severity }) => severity === 'error');
  return { errors, endpoints, explained: new Set(errors.map(({ endpoint }) => endpoint)) };
}

describe('what is no entry is an error at its place, in every format', () => {
  const none = ['{}', '5', '["https://a.example.com"]', '{"link":"https://a.example.com"}', 'true'];

  test.each(Object.keys(texts) as ChainFormat[])('in a list: %s', async (format) => {
    const items = format === 'superchain' ? none.filter((item) => !item.startsWith('{')) : [...none, 'null'];
    const { endpoints, explained, errors } = await check(format, `[${items.join(', ')}]`);
    if (endpoints.length > 0) {
      expect(endpoints.map(({ verdict }) => verdict)).toEqual(items.map(() => 'invalid'));
      expect([...explained].filter((index) => index !== null)).toHaveLength(items.length);
    }
    expect(errors.length).toBeGreaterThanOrEqual(endpoints.length === 0 ? 1 : items.length);
  });

  test.each(
    (Object.keys(texts) as ChainFormat[]).flatMap((format) => none.map((value) => [format, value] as const)),
  )('in place of a list: %s %s', async (format, value) => {
    if (format === 'superchain' && value.startsWith('{')) return;
    const { endpoints, errors } = await check(format, value);
    // An array of strings is a list where the format has strings.
    const isList = value.startsWith('[') && endpoints.some(({ verdict }) => verdict === 'skipped');
    expect(isList || errors.length > 0).toBe(true);
  });

  test.each(['{ "5": null }', '{ "5": ["https://a.example.com"] }', '{ "5": 1, "6": { rpcs: [] } }'])(
    'in place of a chain: %s',
    async (chains) => {
      const cwd = await createDirectory({
        '.git/HEAD': '',
        'constants/extraRpcs.js': `export const extraRpcs = ${chains};`,
      });
      const { findings } = await checkRegistry([], { network: false, cwd });
      expect(findings.map(({ rule, pointer }) => [rule, pointer])).toContainEqual(['file/schema', '/5']);
    },
  );
});
