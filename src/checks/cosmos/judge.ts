import type { ChainClaim } from '../../model/entry.js';
import type { Problem } from '../../model/rule.js';

/** Whether an endpoint that reported these chain ids serves the chain that is claimed. Pure. */
export function judgeCosmosClaim(
  kind: string,
  ids: readonly string[],
  { chainId: expected, field }: ChainClaim,
): Problem[] {
  const [actual] = ids;
  // If one of two ids is right, `chain/unsteady` reports the other.
  if (ids.includes(expected)) return [];
  return actual === undefined
    ? [{ code: `${kind}/chain-unknown`, data: { expected } }]
    : [{ code: `${kind}/wrong-chain`, data: { expected, actual, field } }];
}

/** The distinct chain ids among what an endpoint reported, the first one first; empty ones are none. */
export function listDistinctIds(ids: readonly (string | null | undefined)[]): readonly string[] {
  return [...new Set(ids)].filter((id): id is string => typeof id === 'string' && id !== '');
}
