import { readBlock } from '../../../../checks/evm/calls.js';
import type { EvmData } from '../../../../checks/evm/http/index.js';
import { readRpcAnswer } from '../../../../checks/http/json-answer.js';
import type { FailedOutcome } from '../../../../checks/http/outcome.js';
import {
  formatCall,
  type JsonRpcCall,
  parseAnswer,
  type RpcResult,
} from '../../../../checks/json/messages.js';
import type { Failure } from '../../../../model/failure.js';
import { isJsonObject, type JsonLimits, type JsonValue } from '../../../../model/json.js';
import type { ProblemOf } from '../../../../model/rule.js';
import { type HttpResult, openHttp } from '../../../../net/http.js';
import type { NodeRequest } from './failover.js';
import type { CheckedNode } from './node-pool.js';
import { NodeConnections } from './node-connections.js';
import { nodeFailed } from './node-error.js';

type Params = readonly JsonValue[];
export type CallProblem = ProblemOf<EvmData> | Failure;
type CallOutcome = RpcResult | FailedOutcome<CallProblem>;

export interface NodeBlock {
  readonly number: number;
  /** In lower case. */
  readonly hash: string;
  /** As the node writes it, in seconds on nearly all chains. */
  readonly timestamp: bigint;
}

/** Bounds of an answer with logs: each has some 15 values, and the largest body has fewer than 5,000 logs. */
const logLimits: JsonLimits = { values: 100_000, levels: 100 };

/** JSON-RPC with one node, for one request of the service. Its calls throw a NodeError if the node is too slow. */
export class EvmClient {
  readonly #connections;
  #id = 0;

  constructor(node: CheckedNode, request: NodeRequest) {
    this.#connections = new NodeConnections(node, request, async (context) => {
      const opened = await openHttp(context);
      // A failure is the outcome of the call: the node may refuse a connection beside others.
      return opened.ok ? opened.value : { post: () => Promise.resolve(opened), close: () => undefined };
    });
  }

  /** The node's answer, errors included. */
  async call(method: string, params: Params): Promise<CallOutcome> {
    const call = this.#number(method, params);
    const answer = await this.#post(formatCall(call));
    return answer.ok
      ? // The compiler does not follow that the codes are those of the kind.
        (readRpcAnswer('evm', call, answer.value, logLimits) as CallOutcome)
      : { kind: 'problem', problem: answer.failure };
  }

  /** A block; null if the node has none, as it has where the problem of the call says so. Throws a NodeError for any other problem. */
  async findBlock(
    at: number | 'latest' | 'finalized',
    isAbsence: (problem: CallProblem) => boolean = () => false,
  ): Promise<NodeBlock | null> {
    const outcome = await this.call(...describeBlock(at));
    if (outcome.kind === 'result') return readNodeBlock(outcome.result);
    if (isAbsence(outcome.problem)) return null;
    throw nodeFailed(outcome.problem);
  }

  /** Blocks, in calls that are sent together (JSON-RPC 2.0 section 6); null if the node gives no list. */
  async findBlocks(numbers: readonly number[]): Promise<readonly (NodeBlock | null)[] | null> {
    const calls = numbers.map((number) => this.#number(...describeBlock(number)));
    const answer = await this.#post(`[${calls.map(formatCall).join(',')}]`);
    const list = answer.ok ? parseAnswer(answer.value) : null;
    return Array.isArray(list)
      ? list.map((item) => (isJsonObject(item) ? readNodeBlock(item['result']) : null))
      : null;
  }

  #number(method: string, params: Params): JsonRpcCall {
    return { id: ++this.#id, method, params };
  }

  async #post(body: string): Promise<HttpResult> {
    for (;;) {
      const { answer, isReused } = await this.#connections.use(async (connection, isReused) => {
        const answer = await connection.post(body);
        return { value: { answer, isReused }, isReusable: answer.ok };
      });
      // A server may close the connection after any answer (RFC 9112 section 9.6), which the next request reveals.
      if (answer.ok || !isReused || answer.failure.code !== 'net/reset') return answer;
    }
  }
}

/** The call that asks for a block without its transactions. */
function describeBlock(at: number | string): [method: string, params: Params] {
  return ['eth_getBlockByNumber', [typeof at === 'number' ? formatQuantity(at) : at, false]];
}

function readNodeBlock(value: JsonValue | undefined): NodeBlock | null {
  if (!isJsonObject(value) || typeof value['hash'] !== 'string') return null;
  const block = readBlock(value);
  if ('reason' in block || block.number > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const hash = value['hash'].toLowerCase();
  return { number: Number(block.number), hash, timestamp: block.timestamp };
}

/** A number as JSON-RPC of Ethereum writes it. */
export function formatQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}
