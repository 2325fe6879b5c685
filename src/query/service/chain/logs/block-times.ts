import pLimit from 'p-limit';
import type { EvmClient, NodeBlock } from '../nodes/evm-client.js';
import { NodeError } from '../nodes/node-error.js';
import type { NodeLimits } from './node-limits.js';
import { type Log, readTime } from './parse-logs.js';

/** Blocks that are looked up together. */
const batchSize = 20;

/**
 * Adds the times of their blocks to events, as far as the node gives them: times are no reason to withhold events. A time counts if the block is that of
 * the event: the node may see another one there by now.
 */
export async function addTimes(
  logs: readonly Log[],
  client: EvmClient,
  limits: NodeLimits,
): Promise<readonly Log[]> {
  const untimed = logs.filter(({ blockTime }) => blockTime === null);
  if (untimed.length === 0) return logs;
  const numbers = [...new Set(untimed.map(({ blockNumber }) => blockNumber))];
  const batches = Array.from({ length: Math.ceil(numbers.length / batchSize) }, (_, at) =>
    numbers.slice(at * batchSize, (at + 1) * batchSize),
  );
  const times = new Map<string, number | null>();
  const keep = (block: NodeBlock | null) => {
    if (block !== null) times.set(block.hash, readTime(Number(block.timestamp)));
  };
  let isRefused = false;
  await pLimit(limits.parallel).map(batches, async (batch) => {
    // A node that refuses one call is spared the others.
    if (isRefused) return;
    try {
      const blocks = limits.takesBatches && batch.length > 1 ? await client.findBlocks(batch) : null;
      blocks?.forEach(keep);
      if (blocks !== null) return;
      if (batch.length > 1) limits.takesBatches = false;
      for (const number of batch) keep(await client.findBlock(number));
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      isRefused = true;
    }
  });
  return logs.map((log) => ({ ...log, blockTime: log.blockTime ?? times.get(log.blockHash) ?? null }));
}
