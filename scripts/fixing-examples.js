/**
 * A file of a registry with something to fix. Without `slips` it is as it was; with them, each is made in a copy: a string of the file, and what
 * replaces it.
 * @typedef {{ rule: string, registry: keyof typeof directories, file: string, slips?: readonly (readonly [string, string])[], encoding?: BufferEncoding }} Example
 */

/** Where the files of each registry are in this repository. */
export const directories = {
  'cosmostation/chainlist': 'fixtures/registries/real',
  'cosmostation/chainlist, as it was merged': 'fixtures/registries/broken',
  'cosmos/chain-registry': 'fixtures/real/chain-registry',
  'chainapsis/keplr-chain-registry': 'fixtures/real/keplr',
  'ethereum-lists/chains': 'fixtures/real/ethereum-lists',
  'ping-pub/ping.pub': 'fixtures/real/pingpub',
};

/**
 * For each fixable rule at least one, a real slip where a real file has one.
 * @type {readonly Example[]}
 */
export const fixingExamples = [
  {
    rule: 'file/not-utf8',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/param.json',
    slips: [],
    encoding: 'utf16le',
  },
  {
    rule: 'file/invalid-json',
    registry: 'cosmostation/chainlist, as it was merged',
    file: 'chain/archway/param.json',
  },
  {
    rule: 'file/invalid-json',
    registry: 'chainapsis/keplr-chain-registry',
    file: 'cosmos/migaloo.json',
    slips: [
      [
        '"rpc": "https://migaloo-rpc.polkachu.com:443",',
        "// the public one\n  rpc: 'https://migaloo-rpc.polkachu.com:443',",
      ],
    ],
  },
  {
    rule: 'file/duplicate-key',
    registry: 'chainapsis/keplr-chain-registry',
    file: 'cosmos/migaloo.json',
    slips: [['  "chainName": "Migaloo",', '  "chainName": "Migaloo",\n  "chainName": "Migaloo",']],
  },
  { rule: 'file/misspelled-field', registry: 'cosmostation/chainlist', file: 'chain/station/param.json' },
  { rule: 'file/schema', registry: 'cosmostation/chainlist', file: 'chain/cerberus/param.json' },
  { rule: 'entry/url-scheme', registry: 'ping-pub/ping.pub', file: 'chains/mainnet/intento.json' },
  { rule: 'entry/url-scheme', registry: 'cosmos/chain-registry', file: 'chain4energy/chain.json' },
  {
    rule: 'entry/url-malformed',
    registry: 'chainapsis/keplr-chain-registry',
    file: 'cosmos/migaloo.json',
    slips: [['"https://migaloo-api.polkachu.com:443"', '"https://migaloo-api.polkachu.com:443,"']],
  },
  {
    rule: 'entry/url-whitespace',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/param.json',
    slips: [['"grpc.data.kava.io:443"', String.raw`" grpc.data.kava.io:443\u200b"`]],
  },
  {
    rule: 'entry/url-port',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/param.json',
    slips: [['"grpc.data.kava.io:443"', '"grpc.data.kava.io:443,"']],
  },
  {
    rule: 'entry/url-path',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/param.json',
    slips: [['"grpc.data.kava.io:443"', '"grpc.data.kava.io:443/"']],
  },
  {
    rule: 'entry/host-case',
    registry: 'ethereum-lists/chains',
    file: '_data/chains/eip155-250.json',
    slips: [['"https://rpc.ftm.tools"', '"https://RPC.ftm.tools"']],
  },
  { rule: 'entry/peer-id', registry: 'cosmos/chain-registry', file: 'testnets/dydxtestnet/chain.json' },
  { rule: 'entry/duplicate', registry: 'cosmos/chain-registry', file: 'archway/chain.json' },
  { rule: 'entry/provider-spelling', registry: 'cosmostation/chainlist', file: 'chain/noble/param.json' },
  { rule: 'list/schema', registry: 'cosmostation/chainlist', file: 'chain/medasdigital/assets.json' },
  { rule: 'list/duplicate', registry: 'cosmostation/chainlist', file: 'chain/injective/assets.json' },
  {
    rule: 'list/denom',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/assets.json',
    slips: [['"denom": "ukava"', '"denom": "ukava "']],
  },
  {
    rule: 'list/address',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/erc20.json',
    slips: [
      ['"0xc86c7C0eFbd6A49B35E8714C5f59D99De09A225b"', '" 0xc86c7C0eFbd6A49B35E8714C5f59D99De09A225b"'],
    ],
  },
  {
    rule: 'list/decimals',
    registry: 'cosmostation/chainlist',
    file: 'chain/kava/erc20.json',
    slips: [['"decimals": 18', '"decimals": "18"']],
  },
];
