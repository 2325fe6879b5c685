import type { JsonObject } from '../../model/json.js';
import type { ClaimMember, ClaimReading } from '../../model/kind.js';
import { parseQuantity } from '../chain-id.js';

/** The members that say which chain the gRPC endpoints serve. */
export const cosmosClaimMembers: readonly ClaimMember[] = [
  {
    member: 'chain_id_cosmos',
    description: 'The chain id that every gRPC endpoint of the file must answer with (GetNodeInfo).',
    example: 'kava_2222-10',
  },
  {
    member: 'chain_id',
    description: 'Stands for chain_id_cosmos where that is absent, unless it is a number.',
    example: 'kava_2222-10',
  },
];

/**
 * Reads the chain id that a file claims for its gRPC endpoints: `chain_id_cosmos`, else `chain_id`. A number in `chain_id`
 * is an EVM chain id, which no Cosmos node calls its network.
 */
export function readCosmosClaim(members: JsonObject): ClaimReading {
  const exact = members['chain_id_cosmos'];
  const general = members['chain_id'];
  const [member, value] = isAbsent(exact) ? ['chain_id', general] : ['chain_id_cosmos', exact];
  if (isAbsent(value)) return { claim: null, problem: null };
  if (typeof value === 'string' && !(member === 'chain_id' && parseQuantity(value) !== null)) {
    return { claim: { chainId: value, member }, problem: null };
  }
  if (member === 'chain_id') return { claim: null, problem: null };
  const data = { member, expected: 'a text like cosmoshub-4' };
  return { claim: null, problem: { member, problem: { code: 'param/chain-id', data } } };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
