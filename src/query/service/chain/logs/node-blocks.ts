import pLimit from 'p-limit';
import type { ChainLook } from '../nodes/chain-look.js';
import type { EvmClient, NodeBlock } from '../nodes/evm-client.js';
import { NodeError, nodeIsBehind, requestRefused } from '../nodes/node-error.js';
import type { Chunk, NodeLimits } from './chunk-reader.js';
import { type Blocks, type Log, readTime } from './get-logs.js';

/** Blocks whose times are looked up together. */
const batchSize = 20;

/** The first of some blocks that a node has: it finds no events before. Throws a NodeError if it has none of them, or not the last. */
export async function findFirstBlock(client: EvmClient, { from, to }: Blocks): Promise<number> {
  const has = async (block: number) =>
    (await client.findBlock(block, ({ code }) => code === 'evm/rpc-error')) !== null;
  if (!(await has(to)))
    throw (await has(from))
      ? nodeIsBehind()
      : requestRefused('the node does not have blocks of the range, as after pruning');
  if (await has(from)) return from;
  let [missing, present] = [from, to];
  while (present - missing > 1) {
    const middle = Math.floor((missing + present) / 2);
    if (await has(middle)) present = middle;
    else missing = middle;
  }
  return present;
}

/** The hash of the last block of a chunk, once the last one at the head shows that its events are of one chain. Throws a NodeError if they are not. */
export async function showOneChain(
  client: EvmClient,
  { blocks, logs }: Chunk,
  look: ChainLook,
): Promise<string> {
  const { to } = blocks;
  const [hash, last] = [(await client.findBlock(to))?.hash, await client.findBlock(look.end)];
  const isOneChain = logs.every(({ blockNumber, blockHash }) => blockNumber !== to || blockHash === hash);
  if (hash === undefined || last?.hash !== look.endHash || !isOneChain)
    throw new NodeError('the chain of the node was replaced meanwhile', { isFault: false });
  return hash;
}

/** Adds the times of their blocks to events, as far as the node gives them, and still has that block: a time is no reason to withhold an event. */
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
