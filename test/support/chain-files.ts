/** A file that each format reads, by its path. */
export const chainFiles = {
  chainlist: {
    path: 'chain/kava/param.json',
    text: '{"chain_id_evm":"0x8ae","evm_rpc_endpoint":[{"provider":"A","url":"https://a.example.com"}]}',
  },
  'chain-registry': {
    path: 'kava/chain.json',
    text: '{"chain_name":"kava","chain_id":"kava_2222-10","apis":{"rest":[{"address":"https://a.example.com","provider":"A"}]}}',
  },
  keplr: { path: 'cosmos/kava_2222.json', text: '{"chainId":"kava_2222-10","rpc":"https://a.example.com"}' },
  'ethereum-lists': {
    path: '_data/chains/eip155-5.json',
    text: '{"chainId":5,"rpc":["https://a.example.com"]}',
  },
  pingpub: { path: 'chains/mainnet/kava.json', text: '{"chain_name":"kava","api":"https://a.example.com"}' },
  hyperlane: {
    path: 'chains/kava/metadata.yaml',
    text: 'name: kava\nchainId: 5\ndomainId: 5\nprotocol: ethereum\nrpcUrls:\n  - http: https://a.example.com\n',
  },
  superchain: {
    path: 'superchain/configs/mainnet/kava.toml',
    text: 'name = "kava"\nchain_id = 5\npublic_rpc = "https://a.example.com"\n',
  },
  defillama: {
    path: 'constants/additionalChainRegistry/chainid-5.js',
    text: 'export const data = { "name": "Kava", "chainId": 5, "rpc": ["https://a.example.com"] };\n',
  },
  manifest: {
    path: '.well-known/cosmos-registry.json',
    text: '{"manifest_version":"1.0.0","provider":{"name":"A"},"chains":[{"chain_id":"a-1","apis":{"rest":[{"address":"https://a.example.com"}]}}]}',
  },
} as const;

/** A format that has files of chains. */
export type ChainFormat = keyof typeof chainFiles;
