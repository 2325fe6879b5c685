import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { chainFiles, type ChainFormat } from '../../test/support/registry-files.js';
import { checkRegistry } from '../index.js';

/** The files of a check, with what is wrong with their places. */
async function check(
  name: ChainFormat,
  files: Readonly<Record<string, string>>,
  paths: readonly string[] = [],
) {
  const { path, text } = chainFiles[name];
  const cwd = await createDirectory({ '.git/HEAD': '', [path]: text, ...files });
  const { findings, endpoints } = await checkRegistry(paths, { network: false, cwd });
  return {
    misplaced: findings.flatMap(({ rule, file, severity, data }) =>
      rule === 'file/misplaced' ? [[severity, file, data['expected']]] : [],
    ),
    entries: endpoints.map(({ file }) => file),
  };
}

describe('a file that lists endpoints where the registry does not read it is misplaced, in a whole run and by name', () => {
  test.each<[ChainFormat, string, string]>([
    ['chainlist', 'chain/kava/params.json', 'chain/kava/param.json'],
    ['chainlist', 'chain/kava/Param.JSON', 'chain/kava/param.json'],
    ['chainlist', 'chain/kava/param (1).json', 'chain/kava/param.json'],
    ['chainlist', 'chain/kava/params_2.json', 'chain/kava/param_2.json'],
    ['chainlist', 'chain/osmosis/old/param.json', 'chain/osmosis/param.json'],
    ['chainlist', 'chain/param.json', 'chain/<chain>/param.json'],
    ['chainlist', 'chain/osmosis.json', 'chain/osmosis/param.json'],
    ['chainlist', 'osmosis.json', 'chain/osmosis/param.json'],
    ['chainlist', 'osmosis/param.json', 'chain/osmosis/param.json'],
    ['chain-registry', 'kava.json', 'kava/chain.json'],
    ['chain-registry', 'kava/chain (1).json', 'kava/chain.json'],
    ['chain-registry', 'kava/chain.json.json', 'kava/chain.json'],
    ['chain-registry', 'kava/chain.jsonc', 'kava/chain.json'],
    ['chain-registry', 'kava/chain', 'kava/chain.json'],
    ['chain-registry', 'kava/images/chain.json', 'kava/chain.json'],
    ['chain-registry', 'testnets/kava/chains.json', 'testnets/kava/chain.json'],
    ['keplr', 'kava.json', 'cosmos/kava.json'],
    ['keplr', 'cosmos/old/kava.json', 'cosmos/kava.json'],
    ['ethereum-lists', '_data/chains/eip155_5.json', '_data/chains/eip155-5.json'],
    ['ethereum-lists', '_data/eip155-5.json', '_data/chains/eip155-5.json'],
    ['ethereum-lists', 'chains/eip155-5.json', '_data/chains/eip155-5.json'],
    ['ethereum-lists', '5.json', '_data/chains/eip155-5.json'],
    ['pingpub', 'chains/kava.json', 'chains/mainnet/kava.json'],
    ['pingpub', 'chains/testnets/kava.json', 'chains/testnet/kava.json'],
    ['hyperlane', 'chains/kava/metadata.yml', 'chains/kava/metadata.yaml'],
    ['hyperlane', 'chains/kava.yaml', 'chains/kava/metadata.yaml'],
    ['superchain', 'superchain/kava.toml', 'superchain/configs/<network>/kava.toml'],
    ['superchain', 'superchain/configs/mainnet/kava.toml.txt', 'superchain/configs/mainnet/kava.toml'],
    ['defillama', 'chainid-5.js', 'constants/additionalChainRegistry/chainid-5.js'],
    [
      'defillama',
      'constants/additionalChainRegistry/chainid-5.mjs',
      'constants/additionalChainRegistry/chainid-5.js',
    ],
    ['defillama', '_data/chains/eip155-5.json', 'constants/additionalChainRegistry/chainid-5.js'],
    ['defillama', '_data/chains/eip155-5.js', 'constants/additionalChainRegistry/chainid-5.js'],
    ['manifest', 'cosmos-registry.json', '.well-known/cosmos-registry.json'],
  ])('%s: %s', async (name, path, expected) => {
    const { text } = chainFiles[name];
    const content =
      path.endsWith('.json') && name === 'defillama' ? '{"chainId":5,"rpc":["https://a.example.com"]}' : text;
    const whole = await check(name, { [path]: content });
    expect(whole.misplaced).toEqual([['error', path, expected]]);
    // It is read all the same.
    expect(whole.entries).toContain(path);
    expect((await check(name, { [path]: content }, [path])).misplaced).toEqual([['error', path, expected]]);
  });

  test.each<[ChainFormat, string]>([
    ['chainlist', 'chain/kava/params.json'],
    ['chain-registry', 'kava/chain (1).json'],
    ['keplr', 'kava.json'],
    ['ethereum-lists', '_data/chains/eip155_5.json'],
    ['pingpub', 'chains/kava.json'],
    ['hyperlane', 'chains/kava/metadata.yml'],
    ['superchain', 'superchain/kava.toml'],
    ['defillama', 'chainid-5.js'],
    ['manifest', 'cosmos-registry.json'],
  ])('%s: %s, even if it cannot be parsed', async (name, path) => {
    const broken = `${chainFiles[name].text.slice(0, -3)} ]`;
    const { misplaced } = await check(name, { [path]: broken });
    expect(misplaced.map(([severity, file]) => [severity, file])).toEqual([['error', path]]);
  });
});

describe('what lists no endpoints of the format, or is no part of the registry, is not misplaced', () => {
  test.each(Object.keys(chainFiles) as ChainFormat[])('%s', async (name) => {
    const { path, text } = chainFiles[name];
    const below = path.slice(0, path.lastIndexOf('/'));
    const others = [
      'README.md',
      'package.json',
      'package-lock.json',
      'pnpm-lock.yaml',
      'tsconfig.json',
      'next.config.js',
      '.github/workflows/ci.yaml',
      `${below}/assetlist.json`,
      `${below}/versions.json`,
      `${below}/addresses.yaml`,
      `${below}/logo.png`,
    ];
    const switchedOff = [
      `${path}.disabled`,
      `${path}.bak`,
      `templates/${path}`,
      `tests/fixtures/${path}`,
      `_template/${path}`,
    ];
    const { misplaced } = await check(name, {
      ...Object.fromEntries(
        others.map((file) => [file, '{"name":"x","version":"1.0.0","rpcs":{},"apis":[]}']),
      ),
      ...Object.fromEntries(switchedOff.map((file) => [file, text])),
      'src/validate.ts': `import a from 'b';\nexport const chain: Chain = { chainId: 'x-1', rpc: a, apis: {} };\n`,
      // A report of a check quotes lines.
      'report.txt': `a.json:1:1: error\n  1 | ${text}`,
    });
    expect(misplaced).toEqual([]);
  });
});
