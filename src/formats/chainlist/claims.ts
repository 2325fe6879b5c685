import type { ClaimField } from '../format.js';

/** A number as EVM chain ids are written, hexadecimal or decimal. */
const quantity = /^(0x[\da-f]+|\d+)$/i;

/** The fields that claim the chain id of the gRPC endpoints. */
export const cosmosClaims: readonly ClaimField[] = [
  {
    name: 'chain_id_cosmos',
    aliases: ['cosmos_chain_id'],
    derived: false,
    readChainId: (value) => (typeof value === 'string' ? { chainId: value } : 'malformed'),
    expected: 'a string such as "cosmoshub-4"',
    description: 'The chain id that every gRPC endpoint of the file must report (GetNodeInfo).',
    example: 'kava_2222-10',
  },
  {
    name: 'chain_id',
    aliases: [],
    derived: false,
    // A number is the id of an EVM chain, which is not the network of a Cosmos node.
    readChainId: (value) =>
      typeof value === 'string' && !quantity.test(value) ? { chainId: value } : 'no-claim',
    expected: 'a string such as "cosmoshub-4"',
    description: 'Read where chain_id_cosmos is absent, unless it is a number.',
    example: 'kava_2222-10',
  },
];

/** The field that claims the chain id of the EVM endpoints. */
export const evmClaims: readonly ClaimField[] = [
  {
    name: 'chain_id_evm',
    aliases: ['evm_chain_id', 'eth_chain_id'],
    derived: false,
    readChainId: (value) =>
      typeof value === 'string' || typeof value === 'number' ? { chainId: String(value) } : 'malformed',
    expected: 'a number such as "0x1" or 1',
    description:
      'The chain id that every EVM endpoint of the file must report (eth_chainId): hexadecimal or decimal.',
    example: '0x8ae',
  },
];
