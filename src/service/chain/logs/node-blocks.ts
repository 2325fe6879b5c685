import { isJsonObject } from '../../../model/json.js';
import type { ChainLook } from '../nodes/chain-look.js';
import { findHash } from '../nodes/chain-view.js';
import { type EvmClient, formatQuantity } from '../nodes/evm-client.js';
import { NodeError, nodeFailed, nodeIsBehind, requestRefused } from '../nodes/node-error.js';
import type { Blocks } from './get-logs.js';
import type { Log } from './parse-logs.js';

/**
 * The first of some blocks that a node has: it would find no events before, whatever there were. Throws a NodeError if it has none of them, or not
 * the last.
 */
export async function findFirstBlock(client: EvmClient, { from, to }: Blocks): Promise<number> {
  const [hasFirst, hasLast] = await Promise.all([from, to].map((number) => hasBlock(client, number)));
  if (hasFirst !== true && hasLast !== true)
    throw requestRefused('the node does not have blocks of the range, as after pruning');
  if (hasLast !== true) throw nodeIsBehind();
  if (hasFirst === true) return from;
  let [missing, present] = [from, to];
  while (present - missing > 1) {
    const middle = Math.floor((missing + present) / 2);
    if (await hasBlock(client, middle)) present = middle;
    else missing = middle;
  }
  return present;
}

async function hasBlock(client: EvmClient, number: number): Promise<boolean> {
  const outcome = await client.call('eth_getBlockByNumber', [formatQuantity(number), false]);
  if (outcome.kind === 'problem' && outcome.problem.code !== 'evm/rpc-error')
    throw nodeFailed(outcome.problem);
  return outcome.kind !== 'problem' && isJsonObject(outcome.result);
}

/** The hash of the last of some blocks, once the last block at the head has shown that all events are of one chain. Throws a NodeError if they are not. */
export async function showOneChain(
  client: EvmClient,
  logs: readonly Log[],
  to: number,
  head: ChainLook,
): Promise<string> {
  const hash = to === head.end ? head.endHash : await findHash(client, to);
  const last = await findHash(client, head.end);
  const isOneChain = logs.every(({ blockNumber, blockHash }) => blockNumber !== to || blockHash === hash);
  if (hash === null || last !== head.endHash || !isOneChain)
    throw new NodeError('the chain of the node was replaced meanwhile', { isFault: false });
  return hash;
}
