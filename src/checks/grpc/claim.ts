import type { JsonObject } from '../../model/json.js';
import type { ClaimField, ClaimReading } from '../../model/kind.js';
import { parseQuantity } from '../chain-id.js';

/** The fields that say which chain the gRPC endpoints serve. */
export const cosmosClaimFields: readonly ClaimField[] = [
  {
    field: 'chain_id_cosmos',
    description: 'The chain id that every gRPC endpoint of the file must answer with (GetNodeInfo).',
    example: 'kava_2222-10',
  },
  {
    field: 'chain_id',
    description: 'Used in place of chain_id_cosmos where that is absent, unless it is a number.',
    example: 'kava_2222-10',
  },
];

/**
 * Reads the chain id that a file claims for its gRPC endpoints: `chain_id_cosmos`, else `chain_id`. A number in `chain_id`
 * is an EVM chain id, which no Cosmos node calls its network.
 */
export function readCosmosClaim(fields: JsonObject): ClaimReading {
  const exact = fields['chain_id_cosmos'];
  const general = fields['chain_id'];
  const [field, value] = isAbsent(exact) ? ['chain_id', general] : ['chain_id_cosmos', exact];
  if (isAbsent(value)) return { claim: null, problem: null };
  if (typeof value === 'string' && !(field === 'chain_id' && parseQuantity(value) !== null)) {
    return { claim: { chainId: value, field, derived: false }, problem: null };
  }
  if (field === 'chain_id') return { claim: null, problem: null };
  const data = { field, expected: 'a string such as "cosmoshub-4"' };
  return { claim: null, problem: { field, problem: { code: 'file/chain-id', data } } };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
