import { type CallResult, type GrpcConnection, openGrpc } from '../../../net/grpc/connection.js';
import type { CallDefinition } from '../../../net/grpc/messages.js';
import type { CheckedNode } from './health-check.js';
import { NodeError, nodeFailed } from './node-error.js';
import { waitForNode } from './call-timeout.js';
import { createNodeContext } from './node-context.js';

/** gRPC with one node, for one request of the service. */
export interface BankClient {
  /** The answer, or the status that the node sent instead. Throws a NodeError where it is too slow or cannot be reached. */
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<AnswerOrStatus<Answer>>;
  close: () => void;
}

/** What a node answers a call with. */
export type AnswerOrStatus<Answer> = Exclude<CallResult<Answer>, { readonly kind: 'failure' }>;

/** The code of UNIMPLEMENTED, https://grpc.io/docs/guides/status-codes/ */
const unimplemented = 12;
/** A connection may receive so many bytes in all, which is enough for this many full pages of owners. */
const callsPerConnection = 8;

/** Makes a client of a node. It connects at the first call, to the addresses and over the transport that were checked. */
export function createBankClient({ target, resolve, facts }: CheckedNode, signal: AbortSignal): BankClient {
  const transport = facts['transport'] === 'plaintext' ? 'plaintext' : 'tls';
  const connections = new Set<GrpcConnection>();
  let current: GrpcConnection | null = null;
  let calls = 0;
  const connect = async (): Promise<GrpcConnection> => {
    if (current !== null && calls++ < callsPerConnection) return current;
    const addresses = await resolve(target.host, signal);
    if (!addresses.ok) throw nodeFailed(addresses.failure);
    const context = createNodeContext({ target, resolve }, signal);
    current = openGrpc(context, addresses.value, transport);
    connections.add(current);
    calls = 1;
    return current;
  };
  return {
    call: async (definition) => {
      const connection = await waitForNode(connect(), signal);
      const result = await waitForNode(connection.call(definition), signal);
      if (result.kind === 'failure') throw nodeFailed(result.failure);
      return result;
    },
    close: () => {
      for (const connection of connections) connection.close();
    },
  };
}

/** The answer; throws a NodeError where the node sent a status instead. */
export function expectAnswer<Answer>(result: AnswerOrStatus<Answer>, call: string): Answer {
  if (result.kind === 'answer') return result.answer;
  const { code, name } = result.status;
  throw new NodeError(code === unimplemented ? `${call} is not implemented` : `${call} answered ${name}`);
}
