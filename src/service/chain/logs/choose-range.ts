import type { BlockRange } from '../../api/answers.js';

/** The blocks that are asked for; null where the client leaves it open. */
export interface AskedRange {
  readonly startBlock: number | null;
  readonly endBlock: number | null;
}

/** The blocks to search. */
export interface ChosenRange {
  /** Null where none of the blocks is there yet. */
  readonly range: BlockRange | null;
  /** False where existing blocks that were asked for are left out. */
  readonly complete: boolean;
}

/**
 * Chooses the blocks to search: up to the latest where no end is given, and no more than `maxBlocks`. What is too wide is cut
 * at the end that the order comes to last; without a start, it is the latest blocks whatever the order.
 */
export function chooseRange(
  { startBlock, endBlock }: AskedRange,
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
