import type { CheckedNode } from './health-check.js';

export interface LatestBlock {
  readonly number: number;
  /** When it was made, in milliseconds since 1970. */
  readonly timeMs: number;
}

/** No known chain makes a block in less than twice this time. */
const fastestBlockMs = 5;
/** Far more blocks than nodes of one chain differ by between two checks, but few enough that searching them in vain is cheap. */
export const toleranceBlocks = 10_000;

/** The latest block that the check saw; null if it could not read one. */
export function readLatestBlock({ facts }: Pick<CheckedNode, 'facts'>): LatestBlock | null {
  const { blockHeight, blockTime } = facts;
  const timeMs = typeof blockTime === 'string' ? Date.parse(blockTime) : NaN;
  return typeof blockHeight === 'number' && !Number.isNaN(timeMs) ? { number: blockHeight, timeMs } : null;
}

/** Whether two blocks cannot belong to one chain, since it would have to make blocks faster than any chain does. */
export function contradicts(a: LatestBlock, b: LatestBlock): boolean {
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
  const ownBlock = readLatestBlock(node);
  const otherNodes = nodes.filter(({ id, isStale }) => id !== node.id && (node.isStale || !isStale));
  const votes = otherNodes.map((otherNode) => {
    const block = readLatestBlock(otherNode);
    return ownBlock === null || block === null ? 0 : contradicts(ownBlock, block) ? -1 : 1;
  });
  return votes.reduce<number>((sum, vote) => sum + vote, 1) <= 0;
}
