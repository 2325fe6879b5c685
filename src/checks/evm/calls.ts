import { isJsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';
import type { RpcOutcome } from '../http/json-answer.js';
import type { JsonRpcCall } from '../json/rpc-call.js';

/** The fields that a check reads, truncated, so that a run keeps no more of its answers. */
export function trimResult(result: JsonValue): JsonValue {
  if (typeof result === 'string') return truncate(result);
  if (Array.isArray(result)) return [];
  if (!isJsonObject(result)) return result;
  const names = ['hash', 'number', 'timestamp', 'from'].filter((name) => Object.hasOwn(result, name));
  return Object.fromEntries(
    names.map((name) => {
      const value = result[name];
      return [name, typeof value === 'string' ? truncate(value) : typeof value === 'number' ? value : null];
    }),
  );
}

/** The calls of every EVM node (https://ethereum.github.io/execution-apis). Ids differ, since a websocket carries all of them. */
export const getLatestBlock = {
  id: 1,
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
} as const satisfies JsonRpcCall;
export const getChainId = { id: 2, method: 'eth_chainId', params: [] } as const satisfies JsonRpcCall;
/** False, or how far a node that is catching up has come. */
export const getSyncing = { id: 3, method: 'eth_syncing', params: [] } as const satisfies JsonRpcCall;
/** The same once more: a balancer may pass them to another node. */
export const secondCalls = [
  { ...getChainId, id: 4 },
  { ...getLatestBlock, id: 5 },
] as const satisfies readonly JsonRpcCall[];
/** The network id, which is the chain id of nearly all chains (EIP-155 tells them apart). */
export const getNetworkId = { id: 6, method: 'net_version', params: [] } as const satisfies JsonRpcCall;

export const networkIdMs = 2_000;

/** Whether a block is the first of its chain, which is the newest of a node that has never synced (go-ethereum#28659), and of a new chain. */
export function isAtGenesis(block: RpcOutcome): boolean {
  return block.kind === 'result' && isJsonObject(block.result) && Number(block.result['number']) === 0;
}
