import type { ChainClaim } from '../../model/entry.js';
import type { Problem } from '../../model/rule.js';
import { describeImplausibleTime } from '../block/time.js';
import { staleAfterMs } from '../block/stale.js';

/** The newest block that a Cosmos SDK node reports. */
export interface Head {
  /** A string if it is beyond 2^53, so that it is not rounded. */
  readonly height: number | string;
  /** Milliseconds since the epoch. */
  readonly timeMs: number;
}

/** The problems of the time of the newest block. Pure. */
export function judgeHead(kind: string, { height, timeMs }: Head, now: Date): Problem[] {
  const ageMs = now.getTime() - timeMs;
  if (ageMs > staleAfterMs) return [{ code: `${kind}/stale`, data: { height, ageMs } }];
  const reason = describeImplausibleTime({ timeMs, unit: 'seconds' }, now);
  return reason === null ? [] : [{ code: `${kind}/odd-timestamp`, data: { height, reason } }];
}

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
