import { describe, expect, test } from 'vitest';
import { runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createRepository } from '../support/repository.js';

type Files = Readonly<Record<string, string>>;

const rules = ['file/name-differs', 'file/unknown-status', 'file/chain-id-repeated'];

/** The findings of these rules. */
async function check(cwd: string, ...args: readonly string[]) {
  const { report } = await runForReport(['--no-network', ...args], { cwd });
  return report.findings
    .filter(({ rule }) => rules.includes(rule))
    .map(
      ({ rule, severity, file, line, message, baselineState }) =>
        `${file ?? ''}:${line ?? 0} ${severity} ${rule}${baselineState === 'unchanged' ? ' (unchanged)' : ''}: ${message}`,
    );
}

const checkFiles = async (files: Files, ...args: readonly string[]) =>
  check(await createDirectory({ ...files, '.git/HEAD': '' }), ...args);

/** A chain of chain-registry. */
const chain = (name: string, chainId: string, fields: object = {}) =>
  JSON.stringify(
    { chain_name: name, chain_id: chainId, status: 'live', ...fields, apis: { rpc: [] } },
    null,
    1,
  );

const evmChain = (chainId: number | string, fields: object = {}) =>
  JSON.stringify({ chainId, ...fields, rpc: ['https://evm.example.com'] });

const metadata = (name: string, chainId: string | number, protocol = 'ethereum', more = '') =>
  `name: ${name}\nchainId: ${chainId}\ndomainId: 1\nprotocol: ${protocol}\n${more}rpcUrls:\n  - http: https://evm.example.com\n`;

describe('a file whose path and content name two chains gets a warning', () => {
  test.each<[string, Files, string | null]>([
    ['chain-registry', { 'kava/chain.json': chain('osmosis', 'a-1') }, 'kava, but chain_name is "osmosis"'],
    ['a testnet', { 'testnets/kava/chain.json': chain('Kava', 'a-1') }, 'kava, but chain_name is "Kava"'],
    ['the same name', { 'kava/chain.json': chain('kava', 'a-1') }, null],
    [
      'a template',
      { 'kava/chain.json': chain('kava', 'a-1'), '_template/chain.json': chain('x', 'b-1') },
      null,
    ],
    [
      'ethereum-lists',
      { '_data/chains/eip155-666888.json': evmChain(818) },
      'eip155-666888, but chainId is 818',
    ],
    ['the id as a string', { '_data/chains/eip155-5.json': evmChain('5') }, null],
    [
      'hyperlane',
      { 'chains/rsktestnet/metadata.yaml': metadata('rootstocktestnet', 31) },
      'rsktestnet, but name is "rootstocktestnet"',
    ],
    [
      'defillama',
      { 'constants/additionalChainRegistry/chainid-9.js': `export const data = ${evmChain(90)};` },
      'chainid-9, but chainId is 90',
    ],
    [
      'a file without a number',
      { 'constants/additionalChainRegistry/kava.js': `export const data = ${evmChain(90)};` },
      null,
    ],
    [
      'keplr',
      { 'evm/eip155:5.json': '{"chainId":"eip155:6","rpc":""}' },
      'eip155:5, but chainId is "eip155:6"',
    ],
    ['keplr without the version', { 'cosmos/kava_2222.json': '{"chainId":"kava_2222-10","rpc":""}' }, null],
    ['keplr without a version', { 'cosmos/columbus.json': '{"chainId":"columbus","rpc":""}' }, null],
    [
      'keplr, another chain',
      { 'cosmos/kava.json': '{"chainId":"kava_2222-10","rpc":""}' },
      'kava, but chainId is "kava_2222-10"',
    ],
    [
      'pingpub, whose names are titles',
      { 'chains/mainnet/kava.json': '{"chain_name":"Kava","rpc":[]}' },
      null,
    ],
  ])('%s', async (_, files, expected) => {
    const [path = ''] = Object.keys(files);
    const findings = await checkFiles(files);
    expect(findings.map((finding) => finding.replace(/:\d+ /, ' '))).toEqual(
      expected === null ? [] : [`${path} warning file/name-differs: the path names ${expected}`],
    );
    const named = await checkFiles(files, path);
    expect(named).toEqual(findings);
  });

  test('on a chain that has ended it is a notice', async () => {
    const findings = await checkFiles({ 'kava/chain.json': chain('osmosis', 'a-1', { status: 'killed' }) });
    expect(findings).toEqual([expect.stringMatching(/^kava\/chain.json:2 notice file\/name-differs/)]);
  });
});

describe('a status that the registry does not know gets a warning', () => {
  test.each<[string, Files, string | null]>([
    [
      'liev',
      { 'kava/chain.json': chain('kava', 'a-1', { status: 'liev' }) },
      'status "liev", did you mean "live"?',
    ],
    [
      'Killed',
      { 'kava/chain.json': chain('kava', 'a-1', { status: 'Killed' }) },
      'status "Killed", did you mean "killed"?',
    ],
    ['active', { 'kava/chain.json': chain('kava', 'a-1', { status: 'active' }) }, 'status "active"'],
    ['nothing', { 'kava/chain.json': chain('kava', 'a-1', { status: '' }) }, 'status ""'],
    ['a boolean', { 'kava/chain.json': chain('kava', 'a-1', { status: true }) }, 'status true'],
    ['null', { 'kava/chain.json': chain('kava', 'a-1', { status: null }) }, null],
    ['upcoming', { 'kava/chain.json': chain('kava', 'a-1', { status: 'upcoming' }) }, null],
    [
      'of ethereum-lists',
      { '_data/chains/eip155-5.json': evmChain(5, { status: 'incubate' }) },
      'status "incubate"',
    ],
    ['a known one', { '_data/chains/eip155-5.json': evmChain(5, { status: 'active' }) }, null],
    [
      'of hyperlane',
      { 'chains/a/metadata.yaml': metadata('a', 1, 'ethereum', 'availability:\n  status: disabld\n') },
      'availability.status "disabld", did you mean "disabled"?',
    ],
    [
      'disabled',
      { 'chains/a/metadata.yaml': metadata('a', 1, 'ethereum', 'availability:\n  status: disabled\n') },
      null,
    ],
  ])('%s', async (_, files, expected) => {
    const findings = await checkFiles(files);
    expect(findings.map((finding) => finding.replace(/^\S+ /, ''))).toEqual(
      expected === null ? [] : [`warning file/unknown-status: unknown ${expected}`],
    );
  });
});

describe('a chain id that two live chains of a registry claim gets one warning', () => {
  const twice = { 'juno/chain.json': chain('juno', 'a-1'), 'kava/chain.json': chain('kava', 'a-1') };
  const atKava =
    'kava/chain.json:3 warning file/chain-id-repeated: chain_id a-1 is also claimed by juno in juno/chain.json:3';
  const atJuno =
    'juno/chain.json:3 warning file/chain-id-repeated: chain_id a-1 is also claimed by kava in kava/chain.json:3';

  test.each<[string, Files, readonly string[]]>([
    ['two chains', twice, [atKava]],
    [
      'three chains',
      { ...twice, 'akash/chain.json': chain('akash', 'a-1') },
      [atJuno, atKava].map((text) => text.replace(/by .*/, 'by akash in akash/chain.json:3')),
    ],
    [
      'a testnet with the id of its mainnet',
      {
        'kava/chain.json': chain('kava', 'a-1'),
        'testnets/kavatestnet/chain.json': chain('kavatestnet', 'a-1'),
      },
      [atKava.replace('kava/', 'testnets/kavatestnet/').replace(/by .*/, 'by kava in kava/chain.json:3')],
    ],
    ['one has ended', { ...twice, 'juno/chain.json': chain('juno', 'a-1', { status: 'killed' }) }, []],
    ['one has not begun', { ...twice, 'juno/chain.json': chain('juno', 'a-1', { status: 'upcoming' }) }, []],
    [
      'one is a template',
      { 'kava/chain.json': chain('kava', 'a-1'), '_template/chain.json': chain('x', 'a-1') },
      [],
    ],
    [
      'an EVM, in two spellings',
      {
        'juno/chain.json': chain('juno', 'a-1', { evm_chain_id: '0x8ae' }),
        'kava/chain.json': chain('kava', 'b-1', { evm_chain_id: 2222 }),
      },
      [
        'kava/chain.json:5 warning file/chain-id-repeated: evm_chain_id 2222 is also claimed by juno in juno/chain.json:5',
      ],
    ],
    [
      'an EVM, derived',
      { 'juno/chain.json': chain('juno', 'juno_9000-1'), 'kava/chain.json': chain('kava', 'kava_9000-2') },
      [],
    ],
    [
      'a number of an EVM and one of Cosmos',
      {
        'juno/chain.json': chain('juno', '2222'),
        'kava/chain.json': chain('kava', 'b-1', { evm_chain_id: 2222 }),
      },
      [],
    ],
    [
      'two files of one directory',
      {
        'chain/kava/param.json': '{"chain_id_cosmos":"a-1","grpc_endpoint":[]}',
        'chain/kava/param_2.json': '{"chain_id_cosmos":"a-1","grpc_endpoint":[]}',
        'chain/juno/param_2.json': '{"chain_id_cosmos":"a-1","grpc_endpoint":[]}',
      },
      [
        'chain/kava/param.json:1 warning file/chain-id-repeated: chain_id_cosmos a-1 is also claimed by juno in chain/juno/param_2.json:1',
      ],
    ],
    [
      'hyperlane',
      { 'chains/a/metadata.yaml': metadata('a', 5), 'chains/b/metadata.yaml': metadata('b', '"0x5"') },
      [
        'chains/b/metadata.yaml:2 warning file/chain-id-repeated: chainId 0x5 is also claimed by a in chains/a/metadata.yaml:2',
      ],
    ],
    [
      'hyperlane, two protocols',
      {
        'chains/a/metadata.yaml': metadata('a', 'a-1', 'cosmos'),
        'chains/b/metadata.yaml': metadata('b', 'a-1', 'cosmosnative'),
      },
      [],
    ],
    [
      'keplr, as a Cosmos SDK chain and as an EVM',
      {
        'cosmos/a_5.json': '{"chainId":"a_5-1","rpc":"","evm":{"chainId":5,"rpc":"https://a.example"}}',
        'evm/eip155:5.json': '{"chainId":"eip155:5","rpc":"https://a.example"}',
      },
      [],
    ],
    [
      'keplr, two versions',
      {
        'cosmos/a_5.json': '{"chainId":"a_5-1","rpc":"","evm":{"chainId":5,"rpc":"https://a.example"}}',
        'cosmos/b_5.json': '{"chainId":"b_5-1","rpc":"","evm":{"chainId":5,"rpc":"https://b.example"}}',
      },
      [
        'cosmos/b_5.json:1 warning file/chain-id-repeated: evm.chainId 5 is also claimed by a_5 in cosmos/a_5.json:1',
      ],
    ],
    [
      'superchain, which lists each chain twice',
      {
        'chainList.json': '[{"identifier":"a","chainId":5,"rpc":[]},{"identifier":"b","chainId":5,"rpc":[]}]',
        'superchain/configs/mainnet/a.toml': 'chain_id = 5\npublic_rpc = ""\n',
      },
      [],
    ],
    [
      'defillama',
      {
        'constants/extraRpcs.js': 'export default { 9: { rpcs: ["https://a.example"] } };',
        'constants/additionalChainRegistry/chainid-9.js': `export const data = ${evmChain(9)};`,
      },
      [],
    ],
  ])('%s', async (_, files, expected) => {
    expect(await checkFiles(files)).toEqual(expected);
  });

  test.each([
    ['kava/chain.json', atKava],
    ['juno', atJuno],
  ])('a run over %s alone finds it too', async (path, expected) => {
    const others = { 'akash/chain.json': chain('akash', 'b-1'), 'axelar/chain.json': '{"chain_id":"a-1"' };
    expect(await checkFiles({ ...twice, ...others }, path)).toEqual([expected]);
    expect(await checkFiles({ ...twice, ...others }, 'akash')).toEqual([]);
  });

  test('whatever the spelling of the other file', async () => {
    const files = {
      'chains/a/metadata.yaml': metadata('a', 5),
      'chains/b/metadata.yaml': metadata('b', '"0x5"'),
      'chains/c/metadata.yaml': metadata('c', 55),
    };
    expect(await checkFiles(files, 'chains/a')).toHaveLength(1);
    expect(await checkFiles(files, 'chains/c')).toEqual([]);
  });

  test('two registries do not share their ids', async () => {
    const registry = (directory: string) =>
      Object.fromEntries(Object.entries(twice).map(([path, text]) => [`${directory}/${path}`, text]));
    const findings = await checkFiles({ ...registry('one'), ...registry('two') }, 'one', 'two');
    expect(findings.map((finding) => finding.replace(/:.*/, ''))).toEqual([
      'one/kava/chain.json',
      'two/kava/chain.json',
    ]);
  });

  test.each<[string, Files, Files, readonly string[]]>([
    [
      'both are older',
      twice,
      { 'kava/chain.json': twice['kava/chain.json'].replace(/\n\s*/g, '') },
      ['unchanged'],
    ],
    ['the later one is new', { ...twice, 'kava/chain.json': chain('kava', 'b-1') }, twice, [atKava]],
    ['the first one is new', { ...twice, 'juno/chain.json': chain('juno', 'b-1') }, twice, [atJuno]],
    [
      'one is alive again',
      { ...twice, 'juno/chain.json': chain('juno', 'a-1', { status: 'killed' }) },
      twice,
      [atJuno],
    ],
  ])('with --since, it is reported at the change: %s', async (_, before, after, expected) => {
    const repository = await createRepository(before);
    await repository.write(after);
    const findings = await check(repository.directory, '--since', 'HEAD');
    expect(findings.map((finding) => (finding.includes('(unchanged)') ? 'unchanged' : finding))).toEqual(
      expected,
    );
  });
});
