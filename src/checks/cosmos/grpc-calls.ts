import { StatusResponse } from '../../net/grpc/cosmos-node.generated.js';
import { type CallDefinition, defineCall, findFirstBlock, noFields } from '../../net/grpc/messages.js';
import type { ArchiveAnswer } from './archive.js';
import type { CosmosCalls } from './capabilities.js';

/** `cosmos.base.node.v1beta1.Service/Status`: the lowest height with state; null if the node does not say. */
const getLowestState = defineCall('/cosmos.base.node.v1beta1.Service/Status', noFields, (bytes) => ({
  lowest: readLowestState(bytes),
}));

/** The lowest height with state in an answer of the method; nodes before Cosmos SDK 0.50 leave it out. Throws if it is no such answer. */
export function readLowestState(bytes: Buffer): number | null {
  const { earliestStoreHeight } = StatusResponse.decode(bytes);
  return earliestStoreHeight > 0 ? earliestStoreHeight : null;
}

/** `cosmos.bank.v1beta1.Query/Params` at a height, to learn whether the node has its state. */
function findState(height: number): CallDefinition<{ readonly hasState: true }> {
  return defineCall('/cosmos.bank.v1beta1.Query/Params', noFields, () => ({ hasState: true }), height);
}

const firstHeight = Buffer.from('tx.height=1');

/**
 * `cosmos.tx.v1beta1.Service/GetTxsEvent` for the first block, to learn whether the node has an index of transactions. Since Cosmos SDK 0.50 it
 * reads `query` (6), before that `events` (1); `limit` (5) is 1.
 */
const searchTx: CallDefinition<{ readonly isIndexed: true }> = defineCall(
  '/cosmos.tx.v1beta1.Service/GetTxsEvent',
  Buffer.concat([
    Buffer.from([0x0a, firstHeight.length]),
    firstHeight,
    Buffer.from([0x28, 1, 0x32, firstHeight.length]),
    firstHeight,
  ]),
  () => ({ isIndexed: true }),
);

/** What may be asked of a node beyond the check, by calls of gRPC, whatever carries them. */
export function createGrpcCalls(
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<ArchiveAnswer<Answer>>,
): CosmosCalls {
  return {
    getBlock: (height) => call(findFirstBlock(height)),
    getLowestState: () => call(getLowestState),
    getState: (height) => call(findState(height)),
    searchTx: () => call(searchTx),
  };
}
