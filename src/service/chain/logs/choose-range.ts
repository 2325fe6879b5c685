import type { BlockRange } from '../../api/answers.js';

/** The blocks that a client requests; null where it leaves them open. */
export interface RequestedRange {
  readonly startBlock: number | null;
  readonly endBlock: number | null;
}

/** The blocks to search. */
export interface ChosenRange {
  /** Null where the chain has none of the blocks yet. */
  readonly range: BlockRange | null;
  /** False where existing blocks of the requested range are left out. */
  readonly complete: boolean;
}

/**
 * Chooses the blocks to search: up to the latest without an end, and no more than `maxBlocks`. A range that is too wide is cut
 * at the end that the order reaches last; without a start, the latest blocks are kept whatever the order.
 */
export function chooseRange(
  { startBlock, endBlock }: RequestedRange,
  {
    latest,
    maxBlocks,
    sort,
  }: { readonly latest: number; readonly maxBlocks: number; readonly sort: 'asc' | 'desc' },
): ChosenRange {
  const first = startBlock ?? 0;
  const last = Math.min(endBlock ?? latest, latest);
  if (first > last) return { range: null, complete: true };
  const fits = last - first < maxBlocks;
  if (fits) return { range: { startBlock: first, endBlock: last }, complete: true };
  const fromStart = sort === 'asc' && startBlock !== null;
  return {
    range: fromStart
      ? { startBlock: first, endBlock: first + maxBlocks - 1 }
      : { startBlock: last - maxBlocks + 1, endBlock: last },
    complete: false,
  };
}
