import { describe, expect, test } from 'vitest';
import { formats } from './index.js';

/** The role of a path in the format of a name. */
function locate(name: string, path: string) {
  const format = formats.find((candidate) => candidate.name === name);
  return format?.layout.locate(path);
}

describe('the path of a file tells its role in the registry', () => {
  test.each([
    ['chain-registry', 'kava/chain.json', 'registered', 'kava'],
    ['chain-registry', 'testnets/kavatestnet/chain.json', 'registered', 'kavatestnet'],
    ['chain-registry', '_non-cosmos/ethereum/chain.json', 'registered', 'ethereum'],
    ['chain-registry', 'docs/chain.json', 'registered', 'docs'],
    ['chain-registry', 'kava/assetlist.json', 'list', 'kava'],
    ['chain-registry', '_template/assetlist.json', 'other', null],
    ['chain-registry', 'chain.json', 'other', null],
    ['chain-registry', 'testnets/chain.json', 'other', null],
    ['chain-registry', '_template/chain.json', 'other', null],
    ['chain-registry', '.github/chain.json', 'other', null],
    ['chain-registry', 'kava/images/chain.json', 'other', null],

    ['keplr', 'cosmos/kava_2222.json', 'registered', 'kava_2222'],
    ['keplr', 'evm/eip155:1.json', 'registered', 'eip155:1'],
    ['keplr', 'svm/solana.json', 'registered', 'solana'],
    ['keplr', 'images/cosmos/x.json', 'other', null],
    ['keplr', 'cosmos/old/x.json', 'other', null],
    ['keplr', 'cosmos/README.md', 'other', null],

    ['ethereum-lists', '_data/chains/eip155-1.json', 'registered', 'eip155-1'],
    ['ethereum-lists', '_data/chains/eip155-x.json', 'other', null],
    ['ethereum-lists', '_data/icons/ethereum.json', 'other', null],

    ['pingpub', 'chains/mainnet/kava.json', 'registered', 'kava'],
    ['pingpub', 'chains/testnet/kava.json', 'registered', 'kava'],
    ['pingpub', 'chains/mainnet/kava.json.disabled', 'other', null],
    ['pingpub', 'chains/kava.json', 'other', null],

    ['zone-chains', 'osmosis.zone_chains.json', 'registered', null],
    ['zone-chains', 'osmosis-1/osmosis.zone_chains.json', 'registered', null],
    ['zone-chains', 'osmosis.zone_assets.json', 'other', null],

    ['chainlist', 'chain/kava/param.json', 'registered', 'kava'],
    ['chainlist', 'chain/kava/param_2.json', 'registered', 'kava'],
    ['chainlist', 'chain/kava/assets.json', 'list', 'kava'],
    ['chainlist', 'chain/kava/assets_2.json', 'list', 'kava'],
    ['chainlist', 'chain/kava/erc20.json', 'list', 'kava'],
    ['chainlist', 'chain/kava/cw20_2.json', 'list', 'kava'],
    ['chainlist', 'assets.json', 'stray-list', null],
    ['chainlist', 'assets/assets.json', 'stray-list', null],
    ['chainlist', 'chain/assets.json', 'stray-list', null],
    ['chainlist', 'chain/kava/old/assets.json', 'stray-list', null],
    ['chainlist', 'chain/kava/draft.json', 'other', null],
    ['chainlist', 'chain/kava/old/draft.json', 'other', null],
    ['chainlist', 'drafts/kava.json', 'other', null],
    ['chainlist', 'params.json', 'other', null],

    ['manifest', '.well-known/cosmos-registry.json', 'registered', null],
    ['manifest', 'cosmos-registry.json', 'other', null],
  ])('%s: %s is %s', (format, path, role, chain) => {
    expect(locate(format, path)).toMatchObject({ role, chain });
  });
});

describe('the names of formats and of their schemas are unique', () => {
  test('each once', () => {
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
    expect(new Set(formats.map(({ schema }) => schema.file)).size).toBe(formats.length);
  });
});
