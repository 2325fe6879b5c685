import { type CallProblem, type EvmClient, formatQuantity } from '../nodes/evm-client.js';
import { describeRule, NodeError, nodeFailed, nodeIsBehind, requestRefused } from '../nodes/node-error.js';
import { type RangeLimit, readRangeLimit } from '../../../../checks/evm/range-limit.js';
import { isJsonObject, type JsonValue } from '../../../../model/json.js';

export interface Log {
  readonly address: string;
  /** At most four. */
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** In seconds since 1970; null if the node leaves it out, as most did before https://github.com/ethereum/execution-apis/issues/295. */
  readonly blockTime: number | null;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** Some blocks, both included. */
export interface Blocks {
  readonly from: number;
  readonly to: number;
}

/** The filter of `eth_getLogs` without the blocks; hexadecimal in lower case. */
export interface LogFilter {
  readonly address?: string;
  /** For each position a topic, any of several, or null for any topic. */
  readonly topics: readonly (string | readonly string[] | null)[];
}

const hash32 = /^0x[\da-f]{64}$/;
const address20 = /^0x[\da-f]{40}$/;
const bytes = /^0x(?:[\da-f]{2})*$/;
const quantity = /^0x[\da-f]{1,14}$/;

/** Parses the result of `eth_getLogs`. Throws a NodeError for what does not match the request: a node may send anything. */
function parseLogs(result: JsonValue, filter: LogFilter, blocks: Blocks): Log[] {
  if (!Array.isArray(result)) throw malformed('not an array');
  return result.map((value: JsonValue) => {
    const log = parseLog(value);
    if (log.blockNumber < blocks.from || log.blockNumber > blocks.to)
      throw malformed('a block outside the range');
    if (!matchesFilter(log, filter)) throw malformed('an event that does not match the filter');
    return log;
  });
}

function parseLog(value: JsonValue): Log {
  if (!isJsonObject(value) || value['removed'] === true) throw malformed('not a log');
  const { topics, blockTimestamp: time } = value;
  if (!Array.isArray(topics) || topics.length > 4) throw malformed('a log without topics');
  return {
    address: parseHex(value['address'], address20),
    topics: topics.map((topic: JsonValue) => parseHex(topic, hash32)),
    data: parseHex(value['data'], bytes),
    blockNumber: parseNumber(value['blockNumber']),
    blockHash: parseHex(value['blockHash'], hash32),
    blockTime: typeof time === 'string' && quantity.test(time) ? readTime(Number(time)) : null,
    transactionHash: parseHex(value['transactionHash'], hash32),
    transactionIndex: parseNumber(value['transactionIndex']),
    logIndex: parseNumber(value['logIndex']),
  };
}

/** The last second that ISO 8601 writes with four digits of the year. */
const maxTime = 253_402_300_799;

/** The time of a block; null for what is none: the time is not worth an answer. */
export function readTime(seconds: number): number | null {
  // 0 is what some nodes send in place of the time: https://github.com/hyperledger/fabric-x-evm/issues/210
  return seconds > 0 && seconds <= maxTime ? seconds : null;
}

function parseHex(value: JsonValue | undefined, form: RegExp): string {
  const hex = typeof value === 'string' ? value.toLowerCase() : '';
  if (!form.test(hex)) throw malformed('a log with a missing or malformed field');
  return hex;
}

function parseNumber(value: JsonValue | undefined): number {
  const number = Number(parseHex(value, quantity));
  if (!Number.isSafeInteger(number)) throw malformed('a number above 2^53');
  return number;
}

function matchesFilter({ address, topics }: Log, filter: LogFilter): boolean {
  if (filter.address !== undefined && address !== filter.address) return false;
  return filter.topics.every((expected, at) => {
    const topic = topics[at];
    return topic !== undefined && (expected === null || [expected].flat().includes(topic));
  });
}

function malformed(reason: string): NodeError {
  return new NodeError(`malformed answer to eth_getLogs: ${reason}`);
}

/** What asking for the events of some blocks came to. */
export type LogsOutcome =
  | { readonly kind: 'logs'; readonly logs: readonly Log[] }
  /** The node refuses so many blocks or so large an answer. */
  | Exclude<RangeLimit, { kind: 'beyond-head' }>
  /** The node refuses the call, perhaps only beside others; `retryAfterMs` is null if it does not limit its rate. */
  | { readonly kind: 'refused'; readonly error: NodeError; readonly retryAfterMs: number | null };

/** How long to leave a node in peace that limits its rate and does not say for how long. */
const pauseMs = 1_000;

/** Gets the events that match any of the filters (`eth_getLogs`), each once, oldest first. Throws a NodeError if the node fails or answers nonsense. */
export async function getLogs(
  client: EvmClient,
  filters: readonly LogFilter[],
  blocks: Blocks,
): Promise<LogsOutcome> {
  const logsByKey = new Map<string, Log>();
  const range = { fromBlock: formatQuantity(blocks.from), toBlock: formatQuantity(blocks.to) };
  for (const filter of filters) {
    const outcome = await client.call('eth_getLogs', [{ ...filter, ...range }]);
    if (outcome.kind === 'problem') return readProblem(outcome.problem);
    for (const log of parseLogs(outcome.result, filter, blocks)) {
      const place = `${log.blockNumber} ${log.logIndex}`;
      const before = logsByKey.get(place);
      // The same event may match two filters, as where an account sends to itself; two events at one place would be counted as one.
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(log)) throw contradiction();
      logsByKey.set(place, log);
    }
  }
  const logs = [...logsByKey.values()].sort(
    (a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex,
  );
  assertOrder(logs);
  return { kind: 'logs', logs };
}

function readProblem(problem: CallProblem): LogsOutcome {
  const limit = readRangeLimit(problem);
  if (limit?.kind === 'beyond-head') throw nodeIsBehind();
  if (limit !== null) return limit;
  const error = nodeFailed(problem);
  switch (problem.code) {
    case 'net/rate-limited':
      return { kind: 'refused', error, retryAfterMs: problem.data.retryAfterMs ?? pauseMs };
    case 'net/refused':
    case 'net/reset':
    case 'http/upstream-down':
      return { kind: 'refused', error, retryAfterMs: null };
    case 'evm/rpc-error':
      // Such as for blocks that it has pruned.
      throw requestRefused(describeRule(problem.code));
    default:
      throw error;
  }
}

/** Events must be grouped by transaction, in the order of the block's transactions: pages are counted by that. */
function assertOrder(logs: readonly Log[]): void {
  logs.forEach((log, at) => {
    const before = logs[at - 1];
    if (before?.blockNumber !== log.blockNumber) return;
    const inOrder =
      before.transactionHash === log.transactionHash
        ? before.transactionIndex === log.transactionIndex
        : before.transactionIndex < log.transactionIndex;
    if (!inOrder || before.blockHash !== log.blockHash) throw contradiction();
  });
}

function contradiction(): NodeError {
  return new NodeError('contradictory answer to eth_getLogs');
}
