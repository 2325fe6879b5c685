import type { RouteParams } from '../../../client/params.js';
import type { BlockRange } from '../../../client/answers.generated.js';
import type { Position } from '../../http/cursor.js';
import type { HandlerContext } from '../../http/answer-route.js';
import { invalidCursor } from '../../http/service-problem.js';
import type { EventFilter } from './event-filter.js';

export type Sort = 'asc' | 'desc';

/** The blocks that a client requests; null if it leaves them open. */
export interface RequestedRange {
  readonly startBlock: number | null;
  readonly endBlock: number | null;
}

/** What both searches have in common. */
export interface SearchParams extends RequestedRange {
  readonly network: string;
  readonly page: number;
  /** Transactions of a page. */
  readonly offset: number;
  readonly sort: Sort;
}

export interface EventSearch extends SearchParams, HandlerContext {
  readonly filter: EventFilter;
  /** Whose events; null for all of the filter. */
  readonly account: string | null;
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

/** Reads what both searches have in common from valid params. */
export function readSearchParams(params: RouteParams): SearchParams {
  const readNumber = (name: string) => (typeof params[name] === 'number' ? params[name] : null);
  return {
    network: String(params['network']),
    page: readNumber('page') ?? 1,
    offset: readNumber('offset') ?? 10,
    sort: params['sort'] === 'asc' ? 'asc' : 'desc',
    startBlock: readNumber('startBlock'),
    endBlock: readNumber('endBlock'),
  };
}

/** Where a search begins, whose blocks are pinned up to the given head at most; null if the chain has none of them yet. */
export function findStart(
  { startBlock, endBlock, sort }: RequestedRange & Pick<SearchParams, 'sort'>,
  head: number,
): SearchPosition | null {
  const range = { startBlock: startBlock ?? 0, endBlock: Math.min(endBlock ?? head, head) };
  if (range.startBlock > range.endBlock) return null;
  return { range, block: sort === 'asc' ? range.startBlock : range.endBlock, after: null };
}

/** The position as far as the chain has its range: without the blocks after the last one; null if it has none of them. */
export function cutPosition(position: SearchPosition, sort: Sort, last: number): SearchPosition | null {
  const { range, block, after } = position;
  if (range.endBlock <= last) return position;
  if (range.startBlock > last) return null;
  const cut = { ...range, endBlock: last };
  return block <= last
    ? { range: cut, block, after }
    : { range: cut, block: sort === 'asc' ? last + 1 : last, after: null };
}

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
  if (!isIndex(first) || !isIndex(last) || !isIndex(block) || others.length > 0) throw invalidCursor();
  const isRequested = first === (startBlock ?? 0) && last <= (endBlock ?? last);
  if ((after !== null && !isIndex(after)) || !isRequested || block < first || block > last)
    throw invalidCursor();
  return { range: { startBlock: first, endBlock: last }, block, after };
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
