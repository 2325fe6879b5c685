import type { GrpcStatus } from './server-status.js';

/**
 * The block height of a request and of its response: GRPCBlockHeightHeader in types/grpc/headers.go of the Cosmos SDK, read and set for every
 * query in baseapp/grpcserver.go.
 */
export const heightField = 'x-cosmos-block-height';

/** The height in a field; null if there is none. */
export function parseHeight(text: string): number | null {
  const height = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  return Number.isSafeInteger(height) ? height : null;
}

/**
 * Why a node does not answer for a height: it no longer has the state (`gone`: pruned, or never there), or not yet. Null for any other status.
 * The SDK has no codes for these, so their wording decides: createQueryContext in baseapp/abci.go and CacheMultiStoreWithVersion in
 * store/iavl/store.go, from 0.45 to 0.53; and CometBFT's rpc/core/env.go, behind some proxies.
 */
export function classifyHeightRefusal({ details }: Pick<GrpcStatus, 'details'>): 'gone' | 'not-yet' | null {
  if (/height in the future|must be less than or equal to the current/i.test(details)) return 'not-yet';
  return /failed to load state at height|version does not exist|version mismatch|lowest height is/i.test(
    details,
  )
    ? 'gone'
    : null;
}
