import type { BlockRange } from '../../api/answers.js';
import type { Position } from '../../http/cursor.js';
import { invalidCursor } from '../../http/service-problem.js';

/** The order of a search. */
export type Sort = 'asc' | 'desc';

/** The blocks that a client requests; null if it leaves them open. */
export interface RequestedRange {
  readonly startBlock: number | null;
  readonly endBlock: number | null;
}

/** Where a search goes on: the same on every node, since it names blocks alone. */
export interface SearchPosition {
  /** Pinned by the first page, for all that follow. */
  readonly range: BlockRange;
  /** The next block in the order of the search; outside of the range at its end. */
  readonly block: number;
  /** The index of that block's last transaction that has been passed on; null for none. */
  readonly after: number | null;
}

/** Pins the blocks to search, up to the given head at most; null if the chain has none of them yet. */
export function pinRange({ startBlock, endBlock }: RequestedRange, head: number): BlockRange | null {
  const range = { startBlock: startBlock ?? 0, endBlock: Math.min(endBlock ?? head, head) };
  return range.startBlock > range.endBlock ? null : range;
}

/** Where a search of a range begins. */
export function findStart(range: BlockRange, sort: Sort): SearchPosition {
  return { range, block: sort === 'asc' ? range.startBlock : range.endBlock, after: null };
}

/** The position as far as the chain has its range: without the blocks after the last one; null if it has none of them. */
export function cutPosition(position: SearchPosition, sort: Sort, last: number): SearchPosition | null {
  const { range, block, after } = position;
  if (range.endBlock <= last) return position;
  if (range.startBlock > last) return null;
  const isBeyond = block > last;
  return {
    range: { ...range, endBlock: last },
    block: !isBeyond ? block : sort === 'asc' ? last + 1 : last,
    after: isBeyond ? null : after,
  };
}

/** True if the range is searched to its end. */
export function isAtEnd({ range, block }: SearchPosition): boolean {
  return block < range.startBlock || block > range.endBlock;
}

/** What a cursor holds of a position. */
export function formatPosition({ range, block, after }: SearchPosition): Position {
  return [range.startBlock, range.endBlock, block, after];
}

/** Parses what a cursor holds. Throws a 400 for what `formatPosition` gives for no answer to such a request. */
export function parsePosition(position: Position, { startBlock, endBlock }: RequestedRange): SearchPosition {
  const [first, last, block, after = -1, ...others] = position;
  if (!isIndex(first) || !isIndex(last) || !isIndex(block)) throw invalidCursor();
  if ((after !== null && !isIndex(after)) || others.length > 0) throw invalidCursor();
  const isRequested = first === (startBlock ?? 0) && last <= (endBlock ?? last);
  if (!isRequested || block < first || block > last) throw invalidCursor();
  return { range: { startBlock: first, endBlock: last }, block, after };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
