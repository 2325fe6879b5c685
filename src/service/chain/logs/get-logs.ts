import type { EvmClient } from '../nodes/evm-client.js';
import { NodeError, nodeFailed } from '../nodes/node-error.js';
import { type Log, type LogFilter, parseLogs } from './parse-logs.js';
import { isRangeLimitError } from './range-limit-error.js';

/** The events of some blocks; null where the node refuses so many blocks at once. */
export type LogsOutcome = readonly Log[] | null;

/** Gets the events of the blocks that match any of the filters (`eth_getLogs`), each once, oldest first. */
export async function getLogs(
  client: EvmClient,
  filters: readonly LogFilter[],
  blocks: { readonly from: number; readonly to: number },
): Promise<LogsOutcome> {
  const found = new Map<string, Log>();
  for (const filter of filters) {
    const range = { fromBlock: formatQuantity(blocks.from), toBlock: formatQuantity(blocks.to) };
    const outcome = await client.call('eth_getLogs', [{ ...filter, ...range }]);
    if (outcome.kind === 'problem') {
      if (isRangeLimitError(outcome.problem)) return null;
      throw nodeFailed(outcome.problem);
    }
    // The same event may match two filters, as where an account sends to itself.
    for (const log of parseLogs(outcome.result, filter, blocks))
      found.set(`${log.blockNumber} ${log.logIndex}`, log);
  }
  const logs = [...found.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
  assertOrder(logs);
  return logs;
}

/** Events must be grouped by transaction, in the order of the block's transactions: pages are counted by that. */
function assertOrder(logs: readonly Log[]): void {
  logs.forEach((log, at) => {
    const before = logs[at - 1];
    if (before?.blockNumber !== log.blockNumber) return;
    const same = before.transactionHash === log.transactionHash;
    const inOrder = same
      ? before.transactionIndex === log.transactionIndex
      : before.transactionIndex < log.transactionIndex;
    if (!inOrder) throw new NodeError('contradictory answer to eth_getLogs');
  });
}

function formatQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}
