import { StatusResponse } from './cosmos-node.generated.js';
import { heightField } from './height.js';
import type { CallDefinition } from './messages.js';

/** `cosmos.base.node.v1beta1.Service/Status`: the lowest height with state; null if the node does not say. */
export const getLowestState: CallDefinition<{ readonly lowest: number | null }> = {
  name: 'Status',
  path: '/cosmos.base.node.v1beta1.Service/Status',
  request: Buffer.alloc(0),
  decode: (bytes) => ({ lowest: readLowestState(bytes) }),
  streaming: false,
};

/** The lowest height with state in an answer of the method; nodes before Cosmos SDK 0.50 leave it out. Throws if it is no such answer. */
export function readLowestState(bytes: Buffer): number | null {
  const { earliestStoreHeight } = StatusResponse.decode(bytes);
  return earliestStoreHeight > 0 ? earliestStoreHeight : null;
}

/** `cosmos.bank.v1beta1.Query/Params` at a height, to learn whether the node has its state. */
export function findState(height: number): CallDefinition<{ readonly hasState: true }> {
  return {
    name: 'Params',
    path: '/cosmos.bank.v1beta1.Query/Params',
    request: Buffer.alloc(0),
    metadata: { [heightField]: String(height) },
    decode: () => ({ hasState: true }),
    streaming: false,
  };
}

const firstHeight = Buffer.from('tx.height=1');

/**
 * `cosmos.tx.v1beta1.Service/GetTxsEvent` for the first block, to learn whether the node has an index of transactions. Since Cosmos SDK 0.50 it
 * reads `query` (6), before that `events` (1); `limit` (5) is 1.
 */
export const searchTx: CallDefinition<{ readonly isIndexed: true }> = {
  name: 'GetTxsEvent',
  path: '/cosmos.tx.v1beta1.Service/GetTxsEvent',
  request: Buffer.concat([
    Buffer.from([0x0a, firstHeight.length]),
    firstHeight,
    Buffer.from([0x28, 1, 0x32, firstHeight.length]),
    firstHeight,
  ]),
  decode: () => ({ isIndexed: true }),
  streaming: false,
};
