import { formatCall, type JsonRpcOutcome, readWholeAnswer } from '../../../checks/evm/json-rpc.js';
import { parseQuantity } from '../../../checks/chain-id.js';
import type { JsonValue } from '../../../model/json.js';
import { type HttpConnection, openHttp } from '../../../net/http.js';
import type { CheckedNode } from './health-check.js';
import { NodeError, nodeFailed } from './node-error.js';
import { waitForNode } from './call-timeout.js';
import { createNodeContext } from './node-context.js';

/** JSON-RPC with one node, for one request of the service. */
export interface EvmClient {
  /** Resolves to the node's answer, JSON-RPC errors included. Throws a NodeError where it is too slow or cannot be reached. */
  call: (method: string, params: readonly JsonValue[]) => Promise<JsonRpcOutcome>;
  close: () => void;
}

/** Maximum number of arrays and objects in an answer: each log has two, and the largest body has fewer than 7,000 logs. */
const maxJsonNodes = 20_000;

/** Makes a client of a node. It connects at the first call, to the addresses that were checked. */
export function createEvmClient({ target, resolve }: CheckedNode, signal: AbortSignal): EvmClient {
  let connection: HttpConnection | null = null;
  let used = false;
  let closed = false;
  let id = 0;

  const connect = async (): Promise<HttpConnection> => {
    if (connection !== null) return connection;
    const context = createNodeContext({ target, resolve }, signal);
    const opened = await openHttp(context);
    if (!opened.ok) throw nodeFailed(opened.failure);
    connection = opened.value;
    // Closed while it was connecting.
    if (closed) drop();
    used = false;
    return opened.value;
  };
  const drop = () => {
    connection?.close();
    connection = null;
  };
  const post = async (method: string, params: readonly JsonValue[]): Promise<JsonRpcOutcome> => {
    const call = { id: ++id, method, params };
    const wasUsed = used && connection !== null;
    const answer = await (await connect()).post(formatCall(call));
    used = true;
    if (answer.ok) return readWholeAnswer(call, answer.value, maxJsonNodes);
    drop();
    // A server may close the connection after any answer (RFC 9112 section 9.6), which shows at the next request: retry once.
    if (wasUsed && answer.failure.code === 'net/reset' && !signal.aborted) return post(method, params);
    return { kind: 'problem', problem: answer.failure };
  };

  return {
    call: async (method, params) => {
      const pending = post(method, params);
      // After a timeout it rejects when the connection is closed, after its caller has given up.
      pending.catch(() => undefined);
      try {
        return await waitForNode(pending, signal);
      } catch (error) {
        drop();
        throw error;
      }
    },
    close: () => {
      closed = true;
      drop();
    },
  };
}

/** The number of the node's latest block. */
export async function getBlockNumber(client: EvmClient): Promise<number> {
  const outcome = await client.call('eth_blockNumber', []);
  if (outcome.kind === 'problem') throw nodeFailed(outcome.problem);
  const { result } = outcome;
  const number = typeof result === 'string' && result.startsWith('0x') ? parseQuantity(result) : null;
  if (number === null || number > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new NodeError('malformed answer to eth_blockNumber');
  }
  return Number(number);
}
