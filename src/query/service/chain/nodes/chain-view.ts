import { readBlockTime } from '../../../../checks/block/stale.js';
import { EvmClient } from './evm-client.js';
import type { NodeRequest } from './failover.js';
import type { CheckedNode } from './node-pool.js';
import { NodeError, nodeIsBehind } from './node-error.js';

/** The chain of a network as it was known before: its id, the hash of a block that was final, and the generation of its rows. */
export interface KnownChain {
  readonly generation: number;
  readonly chainId: string;
  readonly block: number;
  readonly hash: string;
}

export interface ChainView {
  readonly nodeId: string;
  readonly chainId: string;
  /** The last block that is read of it, and its hash; -1 and empty if there is none. */
  readonly end: number;
  readonly endHash: string;
  /** The last block that is not replaced any more, as the node says, or so many below its head. */
  readonly final: number;
  /** Whether it is the chain that was known before; true if none was. */
  readonly isKnown: boolean;
  /** A block to know the chain by, where what was known before is none or too long ago; else null. */
  readonly news: Pick<KnownChain, 'block' | 'hash'> | null;
}

/** A block's number, and when it was made, in milliseconds since 1970. */
export interface DatedBlock {
  readonly number: number;
  readonly timeMs: number;
}

/** Blocks below the head after which a chain that does not say so is taken to be final. */
const finalDepth = 128;
/** One whose finality reaches no higher than this does not say so: the first block is what some nodes name that know of none. */
const maxFinalDepth = 500_000;
/** Final blocks after which a newer one is remembered. */
const knownFor = 1_000;
/** No known chain makes a block in less than twice this time. */
const fastestBlockMs = 5;
/** Far more blocks than nodes of one chain differ by between two checks, but few enough that searching them in vain is cheap. */
const toleranceBlocks = 10_000;

/** Asks a node for its chain. Throws a NodeError if it fails, or contradicts what its check has shown. */
export async function viewChain(
  node: CheckedNode,
  request: NodeRequest,
  { known, confirmations }: { readonly known: KnownChain | null; readonly confirmations: number },
): Promise<ChainView> {
  const client = new EvmClient(node, request);
  const [latest, finalized, knownBlock] = await Promise.all([
    client.findBlock('latest'),
    // Chains without the consensus layer of Ethereum have no such notion.
    client.findBlock('finalized', () => true),
    known === null ? null : client.findBlock(known.block),
  ]);
  if (latest === null) throw new NodeError('malformed answer to eth_getBlockByNumber');
  assertPlausible({ number: latest.number, timeMs: readBlockTime(latest.timestamp).timeMs }, node);
  const { number: head } = latest;
  const chainId = readChainId(node);
  const isKnown = known === null || (chainId === known.chainId && knownBlock?.hash === known.hash);
  const end = Math.max(-1, head - confirmations);
  const named = finalized?.number ?? 0;
  const isPlausible = named > 0 && named <= head && head - named <= maxFinalDepth;
  const final = Math.max(0, Math.min(end, isPlausible ? named : head - finalDepth));
  // So far below that a node that lags has it too.
  const block = Math.max(0, final - finalDepth);
  const isNews = known === null || !isKnown || block - known.block >= knownFor;
  const [endHash = '', hash = null] = await Promise.all(
    [end, isNews ? block : -1].map(async (number) => {
      if (number < 0) return undefined;
      const block = await client.findBlock(number);
      if (block === null) throw nodeIsBehind();
      return block.hash;
    }),
  );
  const news = hash === null ? null : { block, hash };
  return { nodeId: node.id, chainId, end, endHash, final, isKnown, news };
}

/** The chain id that the check has found; empty if the node does not tell. */
function readChainId({ facts: { chainId } }: CheckedNode): string {
  return typeof chainId === 'string' || typeof chainId === 'number' ? String(chainId) : '';
}

/** Throws a NodeError if a latest block is not of the chain that the check saw: a range up to a block far in the future would be read for ever. */
function assertPlausible(latest: DatedBlock, node: CheckedNode): void {
  const checked = readCheckedBlock(node);
  if (checked === null) return;
  if (latest.number < checked.number - toleranceBlocks || contradicts(latest, checked))
    throw new NodeError('the latest block of the node contradicts an earlier one');
}

/** The latest block that the check saw; null if it could not read one. */
function readCheckedBlock({ facts: { blockHeight, blockTime } }: CheckedNode): DatedBlock | null {
  const timeMs = typeof blockTime === 'string' ? Date.parse(blockTime) : NaN;
  return typeof blockHeight === 'number' && !Number.isNaN(timeMs) ? { number: blockHeight, timeMs } : null;
}

/** Whether two blocks cannot belong to one chain, since it would have to make blocks faster than any chain does. */
export function contradicts(a: DatedBlock, b: DatedBlock): boolean {
  const [lower, higher] = a.number < b.number ? [a, b] : [b, a];
  // A time in the future proves nothing.
  const betweenMs = Math.max(0, Math.min(higher.timeMs, Date.now()) - lower.timeMs);
  return higher.number - lower.number > toleranceBlocks + betweenMs / fastestBlockMs;
}

/**
 * Whether the check shows that a node's latest block may be made up: at least as many nodes contradict it as agree with it, itself included. A node
 * with old data has no vote against one with recent data, since its chain may have ended.
 */
export function isOutvoted(node: CheckedNode, nodes: readonly CheckedNode[]): boolean {
  const own = readCheckedBlock(node);
  const votes = nodes.map((other): number => {
    if (other.id === node.id || (other.isStale && !node.isStale)) return 0;
    const block = readCheckedBlock(other);
    return own === null || block === null ? 0 : contradicts(own, block) ? -1 : 1;
  });
  return votes.reduce((sum, vote) => sum + vote, 1) <= 0;
}
