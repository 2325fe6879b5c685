import { StatusResponse } from './cosmos-node.generated.js';
import { type CallDefinition, defineCall, noFields } from './messages.js';

/** `cosmos.base.node.v1beta1.Service/Status`: the lowest height with state; null if the node does not say. */
export const getLowestState = defineCall('/cosmos.base.node.v1beta1.Service/Status', noFields, (bytes) => ({
  lowest: readLowestState(bytes),
}));

/** The lowest height with state in an answer of the method; nodes before Cosmos SDK 0.50 leave it out. Throws if it is no such answer. */
export function readLowestState(bytes: Buffer): number | null {
  const { earliestStoreHeight } = StatusResponse.decode(bytes);
  return earliestStoreHeight > 0 ? earliestStoreHeight : null;
}

/** `cosmos.bank.v1beta1.Query/Params` at a height, to learn whether the node has its state. */
export function findState(height: number): CallDefinition<{ readonly hasState: true }> {
  return defineCall('/cosmos.bank.v1beta1.Query/Params', noFields, () => ({ hasState: true }), height);
}

const firstHeight = Buffer.from('tx.height=1');

/**
 * `cosmos.tx.v1beta1.Service/GetTxsEvent` for the first block, to learn whether the node has an index of transactions. Since Cosmos SDK 0.50 it
 * reads `query` (6), before that `events` (1); `limit` (5) is 1.
 */
export const searchTx: CallDefinition<{ readonly isIndexed: true }> = defineCall(
  '/cosmos.tx.v1beta1.Service/GetTxsEvent',
  Buffer.concat([
    Buffer.from([0x0a, firstHeight.length]),
    firstHeight,
    Buffer.from([0x28, 1, 0x32, firstHeight.length]),
    firstHeight,
  ]),
  () => ({ isIndexed: true }),
);
