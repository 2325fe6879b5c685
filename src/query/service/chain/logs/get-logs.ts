import { type CallProblem, type EvmClient, formatQuantity } from '../nodes/evm-client.js';
import { describeRule, NodeError, nodeFailed, nodeIsBehind, requestRefused } from '../nodes/node-error.js';
import { type Blocks, type Log, type LogFilter, parseLogs } from './parse-logs.js';
import { type RangeLimit, readRangeLimit } from '../../../../checks/evm/range-limit.js';

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
  const found = new Map<string, Log>();
  const range = { fromBlock: formatQuantity(blocks.from), toBlock: formatQuantity(blocks.to) };
  for (const filter of filters) {
    const outcome = await client.call('eth_getLogs', [{ ...filter, ...range }]);
    if (outcome.kind === 'problem') return readProblem(outcome.problem);
    for (const log of parseLogs(outcome.result, filter, blocks)) {
      const place = `${log.blockNumber} ${log.logIndex}`;
      const before = found.get(place);
      // The same event may match two filters, as where an account sends to itself; two events at one place would be counted as one.
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(log)) throw contradiction();
      found.set(place, log);
    }
  }
  const logs = [...found.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
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
