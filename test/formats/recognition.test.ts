import { describe, expect, test } from 'vitest';
import { checkRegistry, formats } from '../../src/index.js';
import { sizeLimitBytes } from '../../src/registry/size-limits.js';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

const chain = (fields: object = {}) =>
  JSON.stringify({
    chain_name: 'kava',
    chain_id: 'kava_2222-10',
    apis: { rpc: [{ address: 'https://rpc.example.com', provider: 'A' }] },
    ...fields,
  });

/** The files of a small registry of each format. */
const registries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'chain-registry': { 'kava/chain.json': chain(), '_template/chain.json': '{' },
  manifest: {
    '.well-known/cosmos-registry.json': JSON.stringify({
      manifest_version: '1.0.0',
      provider: { name: 'Example' },
      chains: [{ chain_id: 'kava_2222-10', apis: { rpc: [{ address: 'https://rpc.example.com' }] } }],
    }),
  },
  keplr: {
    'cosmos/kava_2222.json':
      '{"chainId":"kava_2222-10","rpc":"https://rpc.example.com","rest":"https://api.example.com"}',
    'evm/eip155:1.json': '{"chainId":"eip155:1","rpc":"https://evm.example.com"}',
    'svm/solana.json':
      '{"chainId":"solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp","rpc":"https://solana.example.com"}',
  },
  'ethereum-lists': {
    '_data/chains/eip155-1.json':
      '{"chainId":1,"rpc":["https://a.example","wss://a.example","https://b.example/${API_KEY}"]}',
  },
  pingpub: {
    'chains/mainnet/kava.json':
      '{"chain_name":"kava","rpc":["https://rpc.example.com"],"api":"https://api.example.com"}',
    'chains/testnet/old.json.disabled': '{',
  },
  'zone-chains': {
    'x.zone_chains.json':
      '{"chains":[{"chain_name":"kava","rpc":"https://rpc.example.com","rest":"https://api.example.com"}]}',
  },
  hyperlane: {
    'chains/kava/metadata.yaml':
      'domainId: 1\nprotocol: cosmos\nrpcUrls:\n  - http: https://rpc.example.com\n',
  },
  superchain: {
    'chainList.json': '[{"identifier":"mainnet/op","chainId":10,"rpc":["https://a.example.com"]}]',
    'superchain/configs/mainnet/op.toml': 'chain_id = 10\npublic_rpc = "https://a.example.com"\n',
  },
  defillama: {
    'constants/extraRpcs.js': 'export const extraRpcs = { 1: { rpcs: ["https://a.example.com"] } };',
    'constants/additionalChainRegistry/chainid-7.js':
      'export const data = { chainId: 7, rpc: ["wss://b.example.com"] };',
  },
  chainlist: { 'chain/kava/param.json': '{"grpc_endpoint":[{"provider":"A","url":"grpc.example.com:443"}]}' },
};

/** The entries of a report, each as kind, chain and address. */
async function read(cwd: string, paths: readonly string[] = []) {
  const { endpoints, files, findings } = await checkRegistry(paths, { cwd, network: false });
  return {
    entries: endpoints.map(({ kind, chain: name, url }) => `${kind} ${name ?? '-'} ${url ?? '-'}`),
    formats: files.map(({ format }) => format),
    rules: findings.map(({ rule, file }) => `${file ?? ''} ${rule}`),
  };
}

describe('a registry is recognised by its layout', () => {
  test('each format has a sample here', () => {
    // No directory is searched for plain entries.
    const names = formats.map(({ name }) => name).filter((name) => name !== 'entries');
    expect(Object.keys(registries).sort()).toEqual(names.sort());
  });

  test.each([
    ['chain-registry', ['rpc kava https://rpc.example.com']],
    ['manifest', ['rpc kava_2222-10 https://rpc.example.com']],
    [
      'keplr',
      [
        'rest kava_2222 https://api.example.com',
        'rpc kava_2222 https://rpc.example.com',
        'ws kava_2222 wss://rpc.example.com/websocket',
        'evm eip155:1 https://evm.example.com',
        'solana solana https://solana.example.com',
      ],
    ],
    [
      'ethereum-lists',
      [
        'evm eip155-1 https://a.example',
        'evm-ws eip155-1 wss://a.example',
        'evm eip155-1 https://b.example/${API_KEY}',
      ],
    ],
    ['pingpub', ['rest kava https://api.example.com', 'rpc kava https://rpc.example.com']],
    ['zone-chains', ['rest kava https://api.example.com', 'rpc kava https://rpc.example.com']],
    ['superchain', ['evm mainnet/op https://a.example.com', 'evm mainnet/op https://a.example.com']],
    ['defillama', ['evm 1 https://a.example.com', 'evm-ws chainid-7 wss://b.example.com']],
    ['hyperlane', ['rpc kava https://rpc.example.com']],
    ['chainlist', ['grpc kava grpc.example.com:443']],
  ])('%s', async (format, entries) => {
    const files = registries[format] ?? {};
    const found = await read(await createDirectory({ ...files, '.git/HEAD': '' }));
    expect(found.entries.sort()).toEqual([...entries].sort());
    expect(new Set(found.formats)).toEqual(new Set([format]));
  });

  test('from a directory among its chains', async () => {
    const cwd = await createDirectory({
      'kava/chain.json': chain(),
      'testnets/kavatestnet/chain.json': chain(),
      '.git/HEAD': '',
    });
    const { endpoints } = await checkRegistry([], { cwd: `${cwd}/testnets/kavatestnet`, network: false });
    expect(endpoints.map(({ file }) => file)).toEqual(['kava/chain.json', 'testnets/kavatestnet/chain.json']);
  });

  test('a registry that mixes formats is read in all of them', async () => {
    const { 'chain-registry': first = {}, chainlist: second = {}, pingpub: third = {} } = registries;
    const found = await read(await createDirectory({ ...first, ...second, ...third }));
    expect(new Set(found.formats)).toEqual(new Set(['chain-registry', 'chainlist', 'pingpub']));
    expect(found.entries).toHaveLength(4);
  });

  test('several registries below a directory that is none', async () => {
    const files = Object.entries(registries).flatMap(([format, contents]) =>
      Object.entries(contents).map(([path, text]) => [`${format}/${path}`, text]),
    );
    const cwd = await createDirectory(Object.fromEntries(files) as Record<string, string>);
    const found = await read(cwd, ['.']);
    expect(new Set(found.formats)).toEqual(new Set(Object.keys(registries)));
  });

  test('a directory with the name of one of its directories is not enough', async () => {
    const cwd = await createDirectory({ 'cosmos/package.json': '{"name":"x"}', '.git/HEAD': '' });
    await expect(read(cwd)).rejects.toThrow(/^no registry found/);
  });
});

describe('--format forces a format', () => {
  test('for a file whatever its name, and for standard input', async () => {
    const cwd = await createDirectory({ 'draft.txt': '{"chainId":"x-1","rpc":["https://a.example"]}' });
    const forced = await runCli(['draft.txt', '--format', 'pingpub', '--no-network', '--reporter', 'json'], {
      cwd,
    });
    expect(forced.stdout).toContain('"format": "pingpub"');
    const stdin = await runCli(['-', '--format', 'keplr', '--no-network', '--reporter', 'json'], {
      cwd,
      stdin: '{"chainId":"x-1"}',
    });
    expect(stdin.stdout).toContain('"format": "keplr"');
    expect(stdin.stdout).toContain('the file has no \\"rpc\\"');
  });

  test('for several syntaxes, of which the content shows one', async () => {
    const texts = [
      'chain_id = 6\npublic_rpc = "https://a.example"\n',
      '[[superchain]]\nchain_id = 6\n',
      '[{"identifier":"mainnet/a","chainId":6,"rpc":["https://a.example"]}]',
      '[genesis]\nl2_time = 1\n',
    ];
    for (const text of texts) {
      const cwd = await createDirectory({ 'draft.txt': text });
      for (const path of ['draft.txt', '-']) {
        const args = [path, '--format', 'superchain', '--no-network', '--reporter', 'json'];
        const { stdout } = await runCli(args, { cwd, stdin: text });
        expect(stdout).not.toContain('file/invalid-');
      }
    }
  });

  test('for a directory by its layout', async () => {
    const { chainlist = {}, pingpub = {} } = registries;
    const cwd = await createDirectory({ ...chainlist, ...pingpub });
    const { stdout } = await runCli(['--format', 'pingpub', '--no-network', '--reporter', 'json'], { cwd });
    expect(stdout).toContain('chains/mainnet/kava.json');
    expect(stdout).not.toContain('param.json');
  });

  test('an unknown one is a usage error', async () => {
    const { exitCode, stderr } = await runCli(['--format', 'keplar']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--format: unknown format "keplar": expected chain-registry, manifest,');
    expect(stderr).toContain('(did you mean keplr?)');
  });
});

describe('what a format allows is no problem in it', () => {
  test.each([
    ['chain-registry', 'grpc', 'https://grpc.example.com:443/'],
    ['chain-registry', 'grpc', 'http://grpc.example.com:9090'],
    ['chain-registry', 'grpc', 'grpc.example.com:9090'],
    ['chain-registry', 'grpc', 'my_node.example.com:9090'],
    ['chain-registry', 'rpc', 'http://my_node.example.com:26657/'],
    ['chain-registry', 'rest', 'https://example.com/kava/rest/'],
    ['chain-registry', 'grpc-web', 'http://grpc-web.example.com:9091'],
    ['chain-registry', 'wss', 'ws://example.com/websocket'],
  ])('%s %s %s', async (_, field, address) => {
    const text = chain({ apis: { [field]: [{ address, provider: 'A' }] } });
    const { rules } = await read(await createDirectory({ 'kava/chain.json': text }));
    expect(rules).toEqual([]);
  });

  test.each([
    [
      'keplr',
      'cosmos/x.json',
      '{"chainId":"x-1","rpc":"http://a.example","rest":"https://b.example"}',
      'entry/url-scheme',
    ],
    [
      'chainlist',
      'chain/x/param.json',
      '{"grpc_endpoint":[{"provider":"A","url":"https://a.example"}]}',
      'entry/url-scheme',
    ],
    [
      'chain-registry',
      'kava/chain.json',
      chain({ apis: { grpc: [{ address: 'grpc://a.example:443', provider: 'A' }] } }),
      'entry/url-scheme',
    ],
    [
      'chain-registry',
      'kava/chain.json',
      chain({ apis: { rpc: [{ address: 'https://a.example/${KEY}', provider: 'A' }] } }),
      'entry/url-placeholder',
    ],
    [
      'chain-registry',
      'kava/chain.json',
      chain({ apis: { 'grpc-web': [{ address: 'grpc-web.example.com:443', provider: 'A' }] } }),
      'entry/url-scheme',
    ],
    [
      'ethereum-lists',
      '_data/chains/eip155-1.json',
      '{"chainId":1,"rpc":["https://a.example/YOUR_API_KEY"]}',
      'entry/url-placeholder',
    ],
    [
      'manifest',
      '.well-known/cosmos-registry.json',
      '{"manifest_version":"1.0.0","chains":[{"chain_id":"x-1","apis":{"rpc":[{"address":"https://a.example","provider":"A"}]}}]}',
      'file/schema',
    ],
  ])('but in others: %s %s %s', async (_, path, text, rule) => {
    const { rules } = await read(await createDirectory({ [path]: text }));
    expect(rules.filter((found) => !found.endsWith('chain-id-missing'))).toEqual([`${path} ${rule}`]);
  });
});

describe('bad input has clear findings, and nothing is lost', () => {
  test.each<[string, string, readonly string[]]>([
    ['apis is an array', chain({ apis: [] }), ['file/no-endpoints', 'file/schema']],
    ['apis is null', chain({ apis: null }), ['file/no-endpoints', 'file/schema']],
    ['a list is an object', chain({ apis: { rpc: {} } }), ['file/no-endpoints', 'file/schema']],
    [
      'a list is misspelled',
      chain({ apis: { rcp: [{ address: 'https://a.example', provider: 'A' }] } }),
      ['file/no-endpoints', 'file/misspelled-field'],
    ],
    ['an entry is a string', chain({ apis: { rpc: ['https://a.example'] } }), ['file/schema']],
    ['an address is a number', chain({ apis: { rpc: [{ address: 7, provider: 'A' }] } }), ['file/schema']],
    ['an address is missing', chain({ apis: { rpc: [{ provider: 'A' }] } }), ['file/schema']],
    [
      'an address is called url',
      chain({ apis: { rpc: [{ url: 'https://a.example', provider: 'A' }] } }),
      ['file/schema'],
    ],
    ['more than the limit', ' '.repeat(sizeLimitBytes) + chain(), ['file/too-large']],
    ['a chain id is a number', chain({ chain_id: 7 }), ['file/chain-id']],
    ['no chain id', chain({ chain_id: '' }), ['file/chain-id-missing']],
  ])('%s', async (_, text, rules) => {
    const directory = await createDirectory({ 'kava/chain.json': text });
    const found = await read(directory);
    expect(found.rules).toEqual(rules.map((rule) => `kava/chain.json ${rule}`));
  });

  test('an array of entries of which some are malformed', async () => {
    const rpc = [{ address: 'https://a.example', provider: 'A' }, { address: 1 }, null, 'x', []];
    const directory = await createDirectory({ 'kava/chain.json': chain({ apis: { rpc } }) });
    const { endpoints } = await checkRegistry([], { cwd: directory, network: false });
    expect(endpoints.map(({ verdict }) => verdict)).toEqual([
      'skipped',
      'invalid',
      'invalid',
      'invalid',
      'invalid',
    ]);
  });

  test('a zone with very many chains', async () => {
    const chains = Array.from({ length: 2_000 }, (_, index) => ({
      chain_name: `c${index}`,
      rpc: `https://a${index}.example`,
    }));
    const directory = await createDirectory({ 'x.zone_chains.json': JSON.stringify({ chains }) });
    const { endpoints, findings } = await checkRegistry([], { cwd: directory, network: false });
    expect([endpoints.length, findings]).toEqual([2_000, []]);
  });
});

describe('entries that are not checked by choice are skipped with the reason', () => {
  const reasonOf = async (path: string, text: string) => {
    const { endpoints } = await checkRegistry([], {
      cwd: await createDirectory({ [path]: text }),
      network: false,
    });
    return endpoints.map(({ verdict, skipReason }) => [verdict, skipReason]);
  };

  test('a chain that has ended, even if its entries are malformed', async () => {
    const apis = { rpc: [{ address: 'https://a.example' }, { address: 'nonsense' }] };
    expect(await reasonOf('kava/chain.json', chain({ status: 'killed', apis }))).toEqual([
      ['skipped', 'the chain has ended'],
      ['skipped', 'the chain has ended'],
    ]);
  });

  test('a template if the format allows one', async () => {
    const text = '{"chainId":1,"rpc":["https://a.example/${API_KEY}","https://b.example"]}';
    expect(await reasonOf('_data/chains/eip155-1.json', text)).toEqual([
      ['skipped', 'the url is a template: ${API_KEY}'],
      ['skipped', null],
    ]);
  });

  test('a deprecated chain', async () => {
    const text = '{"chainId":1,"status":"deprecated","rpc":["https://a.example"]}';
    expect(await reasonOf('_data/chains/eip155-1.json', text)).toEqual([['skipped', 'the chain has ended']]);
  });

  test('a chain of another sort has a notice', async () => {
    const { keplr = {} } = registries;
    const bitcoin = '{"chainId":"bip122:000","rpc":"https://bitcoin.example.com"}';
    const { rules } = await read(await createDirectory({ ...keplr, 'svm/bitcoin.json': bitcoin }));
    expect(rules).toEqual(['svm/bitcoin.json file/unsupported-chain']);
  });
});
