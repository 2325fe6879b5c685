import { PhaseClock } from '../../../net/phase-clock.js';
import { type CallResult, type GrpcConnection, openGrpc } from '../../../net/grpc/connection.js';
import type { CallDefinition } from '../../../net/grpc/messages.js';
import type { CheckedNode } from './health-check.js';
import { NodeError, nodeFailed } from './node-error.js';
import { waitForNode } from './call-timeout.js';

/** gRPC with one node, for one request of the service. */
export interface BankClient {
  /** The answer, or the status that the node sent in its place. Throws where the context fails. */
  call: <Answer>(definition: CallDefinition<Answer>) => Promise<AnswerOrStatus<Answer>>;
  close: () => void;
}

/** What a node said to a call. */
export type AnswerOrStatus<Answer> = Exclude<CallResult<Answer>, { readonly kind: 'failure' }>;

/** What one connection may receive has room for so many full parts of a list of owners. */
const callsPerConnection = 8;

/** Makes a client of a node. It connects at the first call, to the addresses that were checked, and in the way that was. */
export function createBankClient({ target, resolve, facts }: CheckedNode, signal: AbortSignal): BankClient {
  const transport = facts['transport'] === 'plaintext' ? 'plaintext' : 'tls';
  const connections = new Set<GrpcConnection>();
  let current: GrpcConnection | null = null;
  let calls = 0;
  const connect = async (): Promise<GrpcConnection> => {
    if (current !== null && calls++ < callsPerConnection) return current;
    const addresses = await resolve(target.host, signal);
    if (!addresses.ok) throw nodeFailed(addresses.failure);
    const context = { target, resolve, proxy: null, signal, clock: new PhaseClock(), budgetMs: 0 };
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

/** The answer; throws where the node sent a status in its place. */
export function expectAnswer<Answer>(result: AnswerOrStatus<Answer>, call: string): Answer {
  if (result.kind === 'answer') return result.answer;
  const { code, name } = result.status;
  throw new NodeError(code === 12 ? `it does not have ${call}` : `it answered ${call} with ${name}`);
}
