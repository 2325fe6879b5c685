import { describe, expect, test } from 'vitest';
import { formats } from './index.js';

/** The role of a path in the format of a name. */
function locate(name: string, path: string) {
  const format = formats.find((candidate) => candidate.name === name);
  return format?.layout.locate(path);
}

describe('the path of a file tells its role in the registry', () => {
  test.each([
    ['chain-registry', 'kava/chain.json', 'registered', 'kava', null],
    ['chain-registry', 'testnets/kavatestnet/chain.json', 'registered', 'kavatestnet', null],
    ['chain-registry', '_non-cosmos/ethereum/chain.json', 'registered', 'ethereum', null],
    ['chain-registry', 'docs/chain.json', 'registered', 'docs', null],
    ['chain-registry', 'kava/Chain.json', 'misnamed', 'kava', 'kava/chain.json'],
    ['chain-registry', 'testnets/kava/chains.json', 'misnamed', 'kava', 'testnets/kava/chain.json'],
    ['chain-registry', 'kava/assetlist.json', 'list', 'kava', null],
    ['chain-registry', '_template/assetlist.json', 'other', null, null],
    ['chain-registry', 'chain.json', 'other', null, null],
    ['chain-registry', 'testnets/chain.json', 'other', null, null],
    ['chain-registry', '_template/chain.json', 'other', null, null],
    ['chain-registry', '.github/chain.json', 'other', null, null],
    ['chain-registry', 'kava/images/chain.json', 'other', null, null],

    ['keplr', 'cosmos/kava_2222.json', 'registered', 'kava_2222', null],
    ['keplr', 'evm/eip155:1.json', 'registered', 'eip155:1', null],
    ['keplr', 'svm/solana.json', 'registered', 'solana', null],
    ['keplr', 'images/cosmos/x.json', 'other', null, null],
    ['keplr', 'cosmos/old/x.json', 'other', null, null],
    ['keplr', 'cosmos/README.md', 'other', null, null],

    ['ethereum-lists', '_data/chains/eip155-1.json', 'registered', 'eip155-1', null],
    ['ethereum-lists', '_data/chains/eip155-x.json', 'other', null, null],
    ['ethereum-lists', '_data/icons/ethereum.json', 'other', null, null],

    ['pingpub', 'chains/mainnet/kava.json', 'registered', 'kava', null],
    ['pingpub', 'chains/testnet/kava.json', 'registered', 'kava', null],
    ['pingpub', 'chains/mainnet/kava.json.disabled', 'other', null, null],
    ['pingpub', 'chains/kava.json', 'other', null, null],

    ['zone-chains', 'osmosis.zone_chains.json', 'registered', null, null],
    ['zone-chains', 'osmosis-1/osmosis.zone_chains.json', 'registered', null, null],
    ['zone-chains', 'osmosis.zone_assets.json', 'other', null, null],

    ['manifest', '.well-known/cosmos-registry.json', 'registered', null, null],
    ['manifest', 'cosmos-registry.json', 'other', null, null],
  ])('%s: %s is %s', (format, path, role, chain, expected) => {
    expect(locate(format, path)).toMatchObject({ role, chain, expected });
  });
});

describe('the names of formats and of their schemas are unique', () => {
  test('each once', () => {
    expect(new Set(formats.map(({ name }) => name)).size).toBe(formats.length);
    expect(new Set(formats.map(({ schema }) => schema.file)).size).toBe(formats.length);
  });
});
