import type { ChainLook } from '../nodes/chain-look.js';
import type { EvmClient } from '../nodes/evm-client.js';
import { NodeError, nodeIsBehind, requestRefused } from '../nodes/node-error.js';
import type { Blocks } from './parse-logs.js';
import type { Chunk } from './chunk-reader.js';

/**
 * The first of some blocks that a node has: it would find no events before, whatever there were. Throws a NodeError if it has none of them, or not
 * the last.
 */
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
