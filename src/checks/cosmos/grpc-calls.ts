import { type CallDefinition, findFirstBlock } from '../../net/grpc/messages.js';
import { findState, getLowestState, searchTx } from '../../net/grpc/node-status.js';
import type { ArchiveAnswer } from './archive.js';
import type { CosmosCalls } from './capabilities.js';

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
