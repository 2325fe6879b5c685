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
 * store/iavl/store.go, from 0.45 to 0.53; and CometBFT's rpc/core/env.go, behind some proxies. Nor have EVM nodes: geth, older geth, Nethermind, Besu,
 * reth, and others in erpc/erpc `architecture/evm/util.go`; all of them "pruned history unavailable" (EIP-4444).
 */
export function classifyHeightRefusal({ details }: Pick<GrpcStatus, 'details'>): 'gone' | 'not-yet' | null {
  if (/height in the future|must be less than or equal to the current/i.test(details)) return 'not-yet';
  return goneWords.test(details) ? 'gone' : null;
}

const goneWords =
  /failed to load state at height|version does not exist|version mismatch|lowest height is|historical state .{0,80}not available|missing trie node|no state available|world state unavailable|\bis pruned|pruned history|no historical rpc|trie does not|header not found|unknown block|could not find block|block not found/i;

/** The lowest height that such a refusal names, as CometBFT's rpc/core/env.go words it, which the Cosmos SDK passes on; null if it names none. */
export function parseLowestHeight(details: string): number | null {
  const [, height = ''] = /lowest height is (\d+)\b/.exec(details) ?? [];
  return parseHeight(height);
}
