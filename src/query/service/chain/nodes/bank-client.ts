import { type CallResult, GrpcConnection } from '../../../../net/grpc/connection.js';
import type { CallDefinition } from '../../../../net/grpc/messages.js';
import { limits } from '../../../../net/limits.js';
import type { Lane, NodeRequest } from './failover.js';
import type { CheckedNode } from './node-pool.js';
import { NodeConnections } from './node-connections.js';
import { NodeError, nodeFailed, requestRefused } from './node-error.js';

/** gRPC with one node, for one request of the service. */
export interface BankClient {
  /** The answer, or the status that the node sent instead. Throws a NodeError if it is too slow or cannot be reached. */
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<AnswerOrStatus<Answer>>;
}

/** The outcome of a call: an answer or a status. */
export type AnswerOrStatus<Answer> = Exclude<CallResult<Answer>, { readonly kind: 'failure' }>;

/** Codes of https://grpc.io/docs/guides/status-codes/ */
const invalidArgument = 3;
const unimplemented = 12;
/** Codes with which a working node refuses: UNKNOWN (most errors of the SDK), INVALID_ARGUMENT, NOT_FOUND, FAILED_PRECONDITION, OUT_OF_RANGE, UNIMPLEMENTED. */
const refusals: readonly number[] = [2, 3, 5, 9, 11, unimplemented];
/** Bounds of a connection: enough bytes for that many full pages of owners. */
const connectionLimits = {
  short: { calls: 8, bytes: limits.grpcConnectionBytes },
  // Many pages one after another, for which handshakes would take much of the time.
  walk: { calls: 200, bytes: 64 << 20 },
} as const;

/** Creates a client of a node, over the checked transport. */
export function createBankClient(
  node: CheckedNode,
  request: Pick<NodeRequest, 'signal' | 'takeTurn'>,
  lane: Exclude<Lane, 'look'> = 'short',
): BankClient {
  const transport = node.facts['transport'] === 'plaintext' ? 'plaintext' : 'tls';
  const { calls, bytes } = connectionLimits[lane];
  const connections = new NodeConnections(node, request, async (context) => {
    const addresses = await node.resolve(node.target.host, context.signal);
    if (!addresses.ok) throw nodeFailed(addresses.failure);
    const connection = new GrpcConnection(context, addresses.value, transport, bytes);
    return { connection, calls: 0, close: () => connection.close() };
  });
  return {
    call: async (definition) => {
      const result = await connections.use(async (used) => {
        used.calls += 1;
        const value = await used.connection.call(definition);
        // A failed call may succeed on a new connection.
        return { value, isReusable: value.kind !== 'failure' && used.calls < calls };
      });
      if (result.kind === 'failure') throw nodeFailed(result.failure, result.retryAfterMs);
      return result;
    },
  };
}

export function isNotImplemented(result: AnswerOrStatus<unknown>): boolean {
  return result.kind === 'status' && result.status.code === unimplemented;
}

/** True if a working node refuses the denom or the address of the request, in ValidateDenom and AccAddressFromBech32 of the SDK. */
export function isInvalidArgument(result: AnswerOrStatus<unknown>): boolean {
  return result.kind === 'status' && result.status.code === invalidArgument;
}

/** The answer; throws a NodeError if the node sent a status instead. */
export function expectAnswer<Answer>(result: AnswerOrStatus<Answer>, call: string): Answer {
  if (result.kind === 'answer') return result.answer;
  const reason = isNotImplemented(result) ? 'is not implemented' : `answered ${result.status.name}`;
  throw refusals.includes(result.status.code)
    ? requestRefused(`${call} ${reason}`)
    : new NodeError(`${call} ${reason}`);
}
