import type { JsonObject } from '../../model/json.js';
import type { ClaimField, ClaimReading } from '../../model/kind.js';
import { parseQuantity } from '../chain-id.js';

const field = 'chain_id_evm';

/** The field that says which chain the EVM endpoints serve. */
export const evmClaimFields: readonly ClaimField[] = [
  {
    field,
    description:
      'The chain id that every EVM endpoint of the file must answer with (eth_chainId): hexadecimal or decimal.',
    example: '0x8ae',
  },
];

/** Reads the chain id that a file claims for its EVM endpoints: hex in any case, or decimal, as a string or a number. */
export function readEvmClaim(fields: JsonObject): ClaimReading {
  const value = fields[field];
  if (value === undefined || value === null || value === '') return { claim: null, problem: null };
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (parseQuantity(text) !== null) return { claim: { chainId: text, field, derived: false }, problem: null };
  const data = { field, expected: 'a number such as 0x1 or 1' };
  return { claim: null, problem: { field, problem: { code: 'file/chain-id', data } } };
}
