import type { GrpcStatus } from './server-status.js';

/**
 * The block that a request is to be answered for, and that a response is of: GRPCBlockHeightHeader in types/grpc/headers.go of the
 * Cosmos SDK, read and set for every query in baseapp/grpcserver.go.
 */
export const heightField = 'x-cosmos-block-height';

/** The height of a field; null where it is none. */
export function parseHeight(text: string): number | null {
  const height = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return Number.isSafeInteger(height) ? height : null;
}

/**
 * Why a node does not answer for a height: it has its state no more (pruned, or never had it), or not yet. Null for any other status.
 * The SDK has no code of its own for either, so its sentences tell, of createQueryContext in baseapp/abci.go and of
 * CacheMultiStoreWithVersion in store/iavl/store.go, from 0.45 to 0.53; and of CometBFT's rpc/core/env.go, where a proxy asks that.
 */
export function classifyHeightRefusal({ details }: Pick<GrpcStatus, 'details'>): 'gone' | 'not-yet' | null {
  if (/height in the future|must be less than or equal to the current/i.test(details)) return 'not-yet';
  return /failed to load state at height|version does not exist|version mismatch|lowest height is/i.test(
    details,
  )
    ? 'gone'
    : null;
}
