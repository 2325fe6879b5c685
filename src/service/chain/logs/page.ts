import type { TransactionPlace } from '../../api/answers.js';
import { invalidParams } from '../../http/service-problem.js';
import type { EventPages, Place } from './event-pages.js';
import type { FilterRow } from './filter-rows.js';
import type { Log } from './parse-logs.js';
import type { EventSearch } from './search-params.js';
import type { SearchPosition } from './search-position.js';

/** A transaction of a page. */
export type FoundTransaction = TransactionPlace & { readonly logs: readonly Log[] };

/** What the database has of a page. */
export interface PageDraft {
  readonly places: readonly Place[];
  /** Where the next page begins. */
  readonly end: SearchPosition;
  /** Whether all transactions of the page are there. */
  readonly isWhole: boolean;
}

/** Maximum size of a page's events, with what JSON adds to each: a hostile node would fill the memory with it. */
const maxSize = 8 << 20;

/** The page as far as the blocks that are read have it; null if none of its blocks is. */
export async function draftPage(
  pages: EventPages,
  search: EventSearch,
  start: SearchPosition,
  { covered }: FilterRow,
): Promise<PageDraft | null> {
  const { filter, account, sort, offset, page, position } = search;
  const { range, block, after } = start;
  const isAscending = sort === 'asc';
  if (isAscending && covered.from > range.startBlock) return null;
  const last = Math.max(covered.from, range.startBlock);
  const blocks = isAscending ? { from: block, to: range.endBlock } : { from: last, to: block };
  if (blocks.from > blocks.to) return null;
  const found = await pages.listPlaces({
    ...{ filter, account: account ?? '', sort, blocks, take: offset + 1 },
    skip: position === null ? (page - 1) * offset : 0,
    after: after === null ? null : [block, after],
  });
  const places = cut(found.slice(0, offset), page > 1 && position === null);
  const isComplete = isAscending || last === range.startBlock;
  const isFull = places.length < found.length;
  const final = places.at(-1);
  const end: SearchPosition = isFull
    ? { range, block: final?.block ?? block, after: final?.tx ?? after }
    : { range, block: isAscending ? range.endBlock + 1 : last - 1, after: null };
  return { places, end, isWhole: isFull || places.length === offset || isComplete };
}

/** As many places as fit into an answer. Throws a 400 where all of them have to and don't: those who come by number would miss the others. */
function cut(places: readonly Place[], isByNumber: boolean): readonly Place[] {
  let size = 0;
  const isTooLarge = (place: Place) => (size += place.size) > maxSize;
  const at = places.findIndex(isTooLarge);
  if (at === -1) return places;
  if (isByNumber && at > 0) {
    const detail =
      'the events of so many transactions are too large for one page; request fewer, or follow next';
    throw invalidParams([{ parameter: 'offset', detail }]);
  }
  return places.slice(0, Math.max(1, at));
}

/** The same for two states of a filter that lead to the same page: hundreds who wait for a contract of few events would look up the same after every chunk. */
export function describePage({ startBlock }: EventSearch, row: FilterRow, isLast: boolean): string {
  const { covered, highHash, count } = row;
  return JSON.stringify([covered.to, highHash, count, isLast, covered.from <= (startBlock ?? 0)]);
}

/** Whether a later state of a filter has all blocks of an earlier one. If not, events may have gone before they were looked up. */
export function hasKept({ covered: before }: FilterRow, later: FilterRow | null): boolean {
  if (later === null || later.state === 'busy') return false;
  return later.covered.from <= before.from && later.covered.to >= before.to;
}

/** The transactions of events. */
export function groupByTransaction(logs: readonly Log[]): FoundTransaction[] {
  const found: (FoundTransaction & { readonly logs: Log[] })[] = [];
  for (const log of logs) {
    const { transactionHash, transactionIndex, blockNumber, blockHash, blockTime } = log;
    const before = found.at(-1);
    const timestamp = blockTime === null ? null : new Date(blockTime * 1_000).toISOString();
    if (before?.blockNumber === blockNumber && before.transactionIndex === transactionIndex)
      before.logs.push(log);
    else found.push({ transactionHash, transactionIndex, blockNumber, blockHash, timestamp, logs: [log] });
  }
  return found;
}
