import { parseQuantity } from '../../../checks/evm/chain-id.js';
import { type JsonRpcOutcome, readWholeAnswer } from '../../../checks/evm/http/json-rpc.js';
import { parseAnswer } from '../../../checks/json/body.js';
import { formatCall, type JsonRpcCall } from '../../../checks/json/rpc-call.js';
import type { Result } from '../../../model/failure.js';
import { isJsonObject, type JsonLimits, type JsonValue } from '../../../model/json.js';
import { type HttpAnswer, type HttpConnection, openHttp } from '../../../net/http.js';
import { waitForNode } from './call-timeout.js';
import type { NodeRequest } from './failover.js';
import type { CheckedNode } from './health-check.js';
import { createNodeContext } from './node-context.js';
import { NodeError, nodeFailed } from './node-error.js';

/** JSON-RPC with one node, for one request of the service. */
export interface EvmClient {
  /** Resolves to the node's answer, errors included. Throws a NodeError if it is too slow. */
  call: (method: string, params: readonly JsonValue[]) => Promise<TimedOutcome>;
  /**
   * Sends calls of a method together (JSON-RPC 2.0 section 6). Resolves to their results in order, undefined if a call has none; to null
   * if the node gives no list. Throws a NodeError if it is too slow.
   */
  callTogether: (
    method: string,
    paramLists: readonly (readonly JsonValue[])[],
  ) => Promise<readonly (JsonValue | undefined)[] | null>;
  close: () => void;
}

/** The result of a call, and how long the node took, without the wait for a turn. */
export type TimedOutcome = JsonRpcOutcome & { readonly durationMs: number };

/** Bounds of an answer with logs: each has some 15 values, and the largest body has fewer than 5,000 logs. */
const logLimits: JsonLimits = { values: 100_000, levels: 100 };

/**
 * Creates a client of a node. It connects at the first call, to the checked addresses; simultaneous calls have a connection each, since few servers
 * answer pipelined requests concurrently.
 */
export function createEvmClient(
  { target, resolve }: CheckedNode,
  { signal, takeTurn }: Pick<NodeRequest, 'signal' | 'takeTurn'>,
): EvmClient {
  const context = createNodeContext({ target, resolve }, signal);
  const open = new Set<HttpConnection>();
  const idle: HttpConnection[] = [];
  let closed = false;
  let id = 0;

  const drop = (connection: HttpConnection) => {
    connection.close();
    open.delete(connection);
  };
  const postAt = async (connection: HttpConnection, body: string): Promise<Result<HttpAnswer>> => {
    const answer = await connection.post(body);
    if (answer.ok && open.has(connection)) idle.push(connection);
    else drop(connection);
    return answer;
  };
  /** `use` gets each connection first. */
  const post = async (
    body: string,
    use: (connection: HttpConnection) => void,
  ): Promise<Result<HttpAnswer>> => {
    const used = idle.pop();
    if (used !== undefined) {
      use(used);
      const answer = await postAt(used, body);
      // A server may close the connection after any answer (RFC 9112 section 9.6), which the next request reveals: retry once.
      if (answer.ok || answer.failure.code !== 'net/reset' || signal.aborted) return answer;
    }
    const opened = await openHttp(context);
    if (!opened.ok) return opened;
    open.add(opened.value);
    // Closed while it was connecting.
    if (closed) drop(opened.value);
    use(opened.value);
    return postAt(opened.value, body);
  };
  const postInTime = (body: string) =>
    takeTurn(async () => {
      if (closed) throw new NodeError('no answer in time');
      const startedAt = performance.now();
      const using: HttpConnection[] = [];
      let late = false;
      const pending = post(body, (connection) => {
        using.push(connection);
        if (late) drop(connection);
      });
      // After a timeout it rejects when the connection is closed, when its caller has gone.
      pending.catch(() => undefined);
      try {
        return { answer: await waitForNode(pending, signal), durationMs: performance.now() - startedAt };
      } catch (error) {
        late = true;
        for (const connection of using) drop(connection);
        throw error;
      }
    });

  return {
    call: async (method, params) => {
      const call: JsonRpcCall = { id: ++id, method, params };
      const { answer, durationMs } = await postInTime(formatCall(call));
      const outcome: JsonRpcOutcome = answer.ok
        ? readWholeAnswer(call, answer.value, logLimits)
        : { kind: 'problem', problem: answer.failure };
      return { ...outcome, durationMs };
    },
    callTogether: async (method, paramLists) => {
      const calls = paramLists.map((params): JsonRpcCall => ({ id: ++id, method, params }));
      const { answer } = await postInTime(`[${calls.map(formatCall).join(',')}]`);
      const list = answer.ok ? parseAnswer(answer.value) : null;
      if (!Array.isArray(list)) return null;
      // In any order (section 6).
      const results = new Map(list.filter(isJsonObject).map((item) => [item['id'], item['result']]));
      return calls.map((call) => results.get(call.id));
    },
    close: () => {
      closed = true;
      for (const connection of open) drop(connection);
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

/** A number as JSON-RPC of Ethereum writes it. */
export function formatQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}
