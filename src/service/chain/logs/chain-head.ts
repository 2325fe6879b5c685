import { readBlock } from '../../../checks/evm/block.js';
import { isJsonObject } from '../../../model/json.js';
import type { EvmClient } from '../nodes/evm-client.js';
import type { CheckedNode } from '../nodes/health-check.js';
import { nodeFailed, requestRefused } from '../nodes/node-error.js';
import { findHead } from './find-head.js';
import { type Blocks, formatQuantity, nodeIsBehind } from './get-logs.js';

/** How far a node's chain reaches. */
export interface ChainHead {
  /** The last block whose events are read. */
  readonly end: number;
  readonly endHash: string;
  /** The last block that is not replaced any more. */
  readonly final: number;
}

/** Blocks below the head after which a chain that does not say so is taken to be final. */
const finalDepth = 128;
/** One whose finality reaches no higher than this does not say so: the first block is what some nodes name that know of none. */
const maxFinalDepth = 500_000;

/** Asks a node for the last blocks to read, so many behind its head; null if its chain is shorter. Throws a NodeError if it fails. */
export async function findChainHead(
  client: EvmClient,
  node: CheckedNode,
  confirmations: number,
): Promise<ChainHead | null> {
  const head = await findHead(client, node);
  const end = head - confirmations;
  if (end < 0) return null;
  const [endHash, finalized] = await Promise.all([findHash(client, end), findFinalized(client)]);
  if (endHash === null) throw nodeIsBehind();
  const isPlausible =
    finalized !== null && finalized > 0 && finalized <= head && head - finalized <= maxFinalDepth;
  return { end, endHash, final: Math.max(0, Math.min(end, isPlausible ? finalized : head - finalDepth)) };
}

/** The hash of a node's block; null if it has none of that number. */
export async function findHash(client: EvmClient, number: number): Promise<string | null> {
  const outcome = await client.call('eth_getBlockByNumber', [formatQuantity(number), false]);
  if (outcome.kind === 'problem') throw nodeFailed(outcome.problem);
  const hash = isJsonObject(outcome.result) ? outcome.result['hash'] : null;
  return typeof hash === 'string' && /^0x[\da-f]{64}$/i.test(hash) ? hash.toLowerCase() : null;
}

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

/** The node's `finalized` block; null if it has no such notion, as chains without the consensus layer of Ethereum. */
async function findFinalized(client: EvmClient): Promise<number | null> {
  const outcome = await client.call('eth_getBlockByNumber', ['finalized', false]);
  if (outcome.kind === 'problem') return null;
  const block = readBlock(outcome.result);
  return 'reason' in block || block.number > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(block.number);
}
