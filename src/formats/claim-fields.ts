import { solanaHash, readDerivedEvmId } from '../model/kind.js';
import type { ClaimField } from './format.js';

export function cosmosClaim(
  name: string,
  more: Partial<Pick<ClaimField, 'aliases' | 'readChainId' | 'description'>> = {},
): ClaimField {
  return {
    name,
    aliases: [],
    derived: false,
    readChainId: (value) => (typeof value === 'string' ? { chainId: value } : 'malformed'),
    expected: 'a string without blanks, such as "cosmoshub-4"',
    description: 'The chain id that every endpoint of the chain must report.',
    example: 'kava_2222-10',
    ...more,
  };
}

export function evmClaim(
  name: string,
  more: Partial<Pick<ClaimField, 'aliases' | 'readChainId' | 'description' | 'example' | 'expected'>> = {},
): ClaimField {
  return {
    name,
    aliases: [],
    derived: false,
    // Hexadecimal or decimal.
    readChainId: (value) =>
      typeof value === 'string' || typeof value === 'number' ? { chainId: String(value) } : 'malformed',
    expected: 'a number such as "0x1" or 1',
    description:
      'The chain id that every EVM endpoint of the chain must report (eth_chainId): hexadecimal or decimal.',
    example: '0x8ae',
    ...more,
  };
}

/** A field with the hash of Solana's genesis block; `prefix` is the namespace of CAIP-2 before its first 32 characters. */
export function solanaClaim(name: string, { prefix = '' }: { readonly prefix?: string } = {}): ClaimField {
  return {
    name,
    aliases: [],
    derived: false,
    readChainId: (value) => {
      const chainId = typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : '';
      return solanaHash.test(chainId) ? { chainId } : 'no-claim';
    },
    expected: 'the hash of the genesis block',
    description: 'The hash of the genesis block that every Solana endpoint of the chain must report.',
    example: `${prefix}5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp${prefix === '' ? 'Kuc147dw2N9d' : ''}`,
  };
}

/** Defines a field with the chain id of a Cosmos SDK chain, from which the id of its EVM may be derived. */
export function derivedEvmClaim(name: string): ClaimField {
  return {
    ...cosmosClaim(name),
    derived: true,
    readChainId: (value) => {
      const chainId = typeof value === 'string' ? readDerivedEvmId(value) : null;
      return chainId === null ? 'no-claim' : { chainId };
    },
  };
}
