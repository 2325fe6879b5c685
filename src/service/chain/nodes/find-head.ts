import { readBlock } from '../../../checks/evm/block.js';
import { readBlockTime } from '../../../checks/block/stale.js';
import { type EvmClient, formatQuantity, getBlockNumber } from './evm-client.js';
import type { CheckedNode } from './health-check.js';
import { contradicts, type LatestBlock, readLatestBlock, toleranceBlocks } from './latest-block.js';
import { NodeError, nodeFailed } from './node-error.js';

/**
 * Asks a node for the number of its latest block. Throws a NodeError if that is not of the chain that the check saw: a range up to a block far
 * in the future would be searched for ever. What is far beyond the block of the check is believed only of a node that shows this block.
 */
export async function findHead(client: EvmClient, node: CheckedNode): Promise<number> {
  const number = await getBlockNumber(client);
  const known = readLatestBlock(node);
  if (known === null) return number;
  if (number < known.number - toleranceBlocks) throw contradiction();
  if (number <= known.number + toleranceBlocks) return number;
  const shown = await findBlock(client, number);
  if (shown === null || contradicts(shown, known)) throw contradiction();
  return number;
}

async function findBlock(client: EvmClient, number: number): Promise<LatestBlock | null> {
  const outcome = await client.call('eth_getBlockByNumber', [formatQuantity(number), false]);
  if (outcome.kind === 'problem') throw nodeFailed(outcome.problem);
  const block = readBlock(outcome.result);
  if ('reason' in block || block.number !== BigInt(number)) return null;
  return { number, timeMs: readBlockTime(block.timestamp).timeMs };
}

function contradiction(): NodeError {
  return new NodeError('the latest block of the node contradicts an earlier one');
}
