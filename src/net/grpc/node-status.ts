import { StatusResponse } from './cosmos-node.generated.js';
import { heightField } from './height.js';
import type { CallDefinition } from './messages.js';

/** `cosmos.base.node.v1beta1.Service/Status`: the lowest height with state; null if the node does not say. */
export const getLowestState: CallDefinition<number | null> = {
  name: 'Status',
  path: '/cosmos.base.node.v1beta1.Service/Status',
  request: Buffer.alloc(0),
  decode: readLowestState,
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
