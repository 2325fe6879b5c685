import { type CallResult, type GrpcConnection, openGrpc } from '../../../net/grpc/connection.js';
import type { CallDefinition } from '../../../net/grpc/messages.js';
import { limits } from '../../../net/limits.js';
import type { CheckedNode } from './health-check.js';
import { NodeError, nodeFailed, requestRefused } from './node-error.js';
import type { Lane, NodeRequest } from './failover.js';
import { waitForNode } from './call-timeout.js';
import { createNodeContext } from './node-context.js';

/** gRPC with one node, for one request of the service. */
export interface BankClient {
  /** The answer, or the status that the node sent instead. Throws a NodeError if it is too slow or cannot be reached. */
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<AnswerOrStatus<Answer>>;
  close: () => void;
}

/** The outcome of a call: an answer or a status. */
export type AnswerOrStatus<Answer> = Exclude<CallResult<Answer>, { readonly kind: 'failure' }>;

/** Codes of https://grpc.io/docs/guides/status-codes/ */
const invalidArgument = 3;
const unimplemented = 12;
/**
 * Codes with which a working node refuses a request: UNKNOWN, with which Cosmos SDK nodes report most errors, INVALID_ARGUMENT, NOT_FOUND,
 * FAILED_PRECONDITION, OUT_OF_RANGE and UNIMPLEMENTED.
 */
const refusals: readonly number[] = [2, 3, 5, 9, 11, unimplemented];
/** Bounds of a connection: enough bytes for that many full pages of owners. */
const connectionLimits = {
  short: { calls: 8, bytes: limits.grpcConnectionBytes },
  // Many pages one after another, for which handshakes would take much of the time.
  walk: { calls: 200, bytes: 64 << 20 },
} as const;

interface OpenConnection {
  readonly connection: GrpcConnection;
  calls: number;
  running: number;
}

/** Creates a client of a node. It connects at the first call, to the checked addresses over the checked transport. */
export function createBankClient(
  { target, resolve, facts }: CheckedNode,
  { signal, takeTurn }: Pick<NodeRequest, 'signal' | 'takeTurn'>,
  lane: Exclude<Lane, 'look'> = 'short',
): BankClient {
  const transport = facts['transport'] === 'plaintext' ? 'plaintext' : 'tls';
  const { calls, bytes } = connectionLimits[lane];
  const opened = new Set<OpenConnection>();
  let current: OpenConnection | null = null;
  /** Takes no more calls over a connection, and closes it after the last. */
  const retire = (open: OpenConnection) => {
    if (current === open) current = null;
    if (open.running > 0) return;
    open.connection.close();
    opened.delete(open);
  };
  const connect = async (): Promise<OpenConnection> => {
    if (current !== null) return current;
    const addresses = await resolve(target.host, signal);
    if (!addresses.ok) throw nodeFailed(addresses.failure);
    const context = createNodeContext({ target, resolve }, signal);
    current = { connection: openGrpc(context, addresses.value, transport, bytes), calls: 0, running: 0 };
    opened.add(current);
    return current;
  };
  return {
    call: (definition) =>
      takeTurn(async () => {
        const open = await waitForNode(connect(), signal);
        open.calls += 1;
        open.running += 1;
        let failed = true;
        try {
          const result = await waitForNode(open.connection.call(definition), signal);
          if (result.kind === 'failure') throw nodeFailed(result.failure, result.retryAfterMs);
          failed = false;
          return result;
        } finally {
          open.running -= 1;
          // A failed call may succeed on a new connection.
          if (failed || open.calls >= calls) retire(open);
        }
      }),
    close: () => {
      for (const { connection } of opened) connection.close();
    },
  };
}

/** True if the node does not implement the call. */
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
