import { cosmosClaim, evmClaim } from '../claim-fields.js';
import type { ClaimField } from '../format.js';

/** An EVM chain id, hexadecimal or decimal. */
const quantity = /^(0x[\da-f]+|\d+)$/i;

/** The fields that claim the chain id of the Cosmos endpoints. */
export const cosmosClaims: readonly ClaimField[] = [
  cosmosClaim('chain_id_cosmos', { aliases: ['cosmos_chain_id'] }),
  cosmosClaim('chain_id', {
    // A number is the id of an EVM chain, not the network of a Cosmos node.
    readChainId: (value) =>
      typeof value === 'string' && !quantity.test(value) ? { chainId: value } : 'no-claim',
    description: 'Read where chain_id_cosmos is absent, unless it is a number.',
  }),
];

/** The field that claims the chain id of the EVM endpoints. */
export const evmClaims: readonly ClaimField[] = [
  evmClaim('chain_id_evm', { aliases: ['evm_chain_id', 'eth_chain_id'] }),
];
