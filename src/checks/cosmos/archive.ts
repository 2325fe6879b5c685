import type { Problem } from '../../model/rule.js';
import { classifyHeightRefusal, parseLowestHeight } from '../../net/grpc/height.js';
import { type Archive, unproved, unprovedBy } from '../node/archive.js';

/** The outcome of a request: what it proves, or a refusal in the node's words, or why it proves nothing. */
export type ArchiveAnswer<Proof> = Proof | { readonly refusal: string } | { readonly problem: Problem };

/** How a kind asks for what an archive has. */
export interface ArchiveCalls {
  /** Whether the chain begins with the block of a height. */
  readonly getBlock: (height: number) => Promise<ArchiveAnswer<{ readonly isFirst: boolean }>>;
  /**
   * The lowest height with state, which nodes since Cosmos SDK 0.50 report as `earliest_store_height` of `cosmos.base.node.v1beta1.Service/Status`;
   * null if they do not.
   */
  readonly getLowestState: () => Promise<number | null>;
  /** Anything of the state of a height. */
  readonly getState: (height: number) => Promise<ArchiveAnswer<{ readonly hasState: true }>>;
}

/**
 * Requests block 1 and its state. A chain that continues an older one begins at a later height: a node names its lowest height, and the first block
 * of a chain has none before it. `earliest_block_height` of the status may be wrong, so it is not read.
 */
export async function searchCosmosArchive(calls: ArchiveCalls): Promise<Archive> {
  const first = await findFirst(calls);
  if (typeof first !== 'number') return first;
  const lowest = await calls.getLowestState();
  if (lowest !== null) return lowest > first ? { kind: 'pruned', of: 'state', lowest } : { kind: 'whole' };
  const state = await calls.getState(first);
  if ('hasState' in state) return { kind: 'whole' };
  if ('problem' in state) return unprovedBy(state.problem);
  return classifyHeightRefusal({ details: state.refusal }) === 'gone'
    ? { kind: 'pruned', of: 'state', lowest: null }
    : unproved(`the state of block ${first} is refused`);
}

/** The height of the first block of the chain, if the node has it. */
async function findFirst({ getBlock }: ArchiveCalls): Promise<number | Archive> {
  const block = await getBlock(1);
  if ('isFirst' in block) return 1;
  if ('problem' in block) return unprovedBy(block.problem);
  const lowest = parseLowestHeight(block.refusal);
  if (lowest === null) return unproved('block 1 is refused');
  const first = await getBlock(lowest);
  if ('problem' in first) return unprovedBy(first.problem);
  if ('refusal' in first) {
    // The node has removed its lowest block since.
    const later = parseLowestHeight(first.refusal);
    return later !== null && later > lowest
      ? { kind: 'pruned', of: 'blocks', lowest: later }
      : unproved(`block ${lowest} is refused`);
  }
  return first.isFirst ? lowest : { kind: 'pruned', of: 'blocks', lowest };
}
