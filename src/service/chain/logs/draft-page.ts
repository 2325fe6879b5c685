import { invalidParams } from '../../http/service-problem.js';
import type { EventPages, Place } from './event-pages.js';
import type { FilterState } from './event-table.js';
import type { EventSearch } from './search-params.js';
import type { SearchPosition } from './search-position.js';

/** What the database has of a page. */
export interface PageDraft {
  readonly places: readonly Place[];
  /** Where the next page begins. */
  readonly end: SearchPosition;
  /** Whether all transactions of the page are there. */
  readonly isWhole: boolean;
  /** What was found for it, in which state of the filter. */
  readonly found: readonly Place[];
  readonly state: FilterState;
}

/** Maximum size of a page's events, with what JSON adds to each: a hostile node would fill the memory with it. */
const maxSize = 8 << 20;

/** The page as far as the blocks that are read have it, after an earlier draft of it; null if none of its blocks is. */
export async function draftPage(
  pages: EventPages,
  search: EventSearch,
  start: SearchPosition,
  state: FilterState,
  before: PageDraft | null,
): Promise<PageDraft | null> {
  const { covered } = state;
  const { filter, account, sort, offset, page, position } = search;
  const { range, block, after } = start;
  const isAscending = sort === 'asc';
  if (covered === null || covered.to < range.endBlock) return null;
  if (isAscending && covered.from > range.startBlock) return null;
  const last = Math.max(covered.from, range.startBlock);
  const blocks = isAscending ? { from: block, to: range.endBlock } : { from: last, to: block };
  if (blocks.from > blocks.to) return null;
  const skip = position === null ? (page - 1) * offset : 0;
  // Of those who wait for a contract of few events, each would look up the same again after every chunk.
  const found =
    before !== null && hasSameEvents(before.state, state)
      ? before.found
      : await pages.listPlaces({
          ...{ filter, account: account ?? '', sort, blocks, skip, take: offset + 1 },
          after: after === null ? null : [block, after],
        });
  const places = cut(found.slice(0, offset), page > 1 && position === null);
  const isComplete = isAscending || last === range.startBlock;
  const isFull = places.length < found.length;
  const final = places.at(-1);
  const end: SearchPosition = isFull
    ? { range, block: final?.block ?? block, after: final?.tx ?? after }
    : { range, block: isAscending ? range.endBlock + 1 : last - 1, after: null };
  return { places, end, isWhole: isFull || places.length === offset || isComplete, found, state };
}

/** Whether nothing but older blocks without events was read between two states of a filter. */
function hasSameEvents(before: FilterState, { count, covered, highHash }: FilterState): boolean {
  return before.count === count && before.covered?.to === covered?.to && before.highHash === highHash;
}

/** Whether a later state of a filter has all blocks of an earlier one. If not, events may have gone before they were looked up. */
export function hasKept({ covered: before }: FilterState, { covered, state }: FilterState): boolean {
  if (before === null || covered === null || state === 'busy') return false;
  return covered.from <= before.from && covered.to >= before.to;
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
