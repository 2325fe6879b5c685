import { createAbortController } from '../../../net/abort.js';
import type { HandlerContext } from '../../http/handler.js';
import { deadlineExceeded, requestRefused } from '../nodes/node-error.js';
import type { EventFilters } from './event-query.js';
import type { Blocks } from './get-logs.js';
import { PageCollector } from './page-collector.js';
import type { SearchParams } from './search-params.js';
import { isAtEnd, type SearchPosition } from './search-position.js';

/** What to search for, and for whom. */
export interface EventSearch extends SearchParams, HandlerContext {
  readonly events: EventFilters;
}

/** Maximum number of calls for one request: without it, a node that refuses every range would get a call for each block. */
const maxCalls = { window: 2_000, page: 20_000 };

/** One request's search, whichever nodes it asks. */
export class SearchRun {
  readonly search: EventSearch;
  /** Identifies the search, whatever its page. */
  readonly key: string;
  /** Whether fewer transactions than a full page are an answer, though more may follow. */
  readonly mayBeShort: boolean;
  readonly #skip: number;
  readonly #maxBlocks: number;
  readonly #stop = createAbortController();
  #collector: PageCollector | null = null;
  #isContinued = false;
  #isTimeOver = false;
  #calls = 0;

  constructor(
    search: EventSearch,
    { key, skip, maxBlocks }: { readonly key: string; readonly skip: number; readonly maxBlocks: number },
  ) {
    this.search = search;
    this.key = key;
    this.mayBeShort = search.page === 1 || search.position !== null;
    this.#skip = skip;
    this.#maxBlocks = maxBlocks;
  }

  /** Null until the range is pinned, and where the chain has none of its blocks. */
  get collector(): PageCollector | null {
    return this.#collector;
  }

  /** True where the range is that of an earlier page, or blocks of it were searched: another node may not change it. */
  get isPinned(): boolean {
    return this.#isContinued || this.hasProgress;
  }

  /** True where a cursor after what was searched leads further. */
  get hasProgress(): boolean {
    return (this.#collector?.searched ?? 0) > 0;
  }

  /** True where what was found until now is the answer. */
  get isOver(): boolean {
    return this.#isTimeOver && this.mayBeShort && this.hasProgress;
  }

  /** Aborts when the answer needs no further call. */
  get stop(): AbortSignal {
    return this.#stop.signal;
  }

  /** Goes on from where an earlier page ended. */
  continueFrom(position: SearchPosition, count: number): void {
    this.#isContinued = true;
    this.pin(position, count);
  }

  /** Begins at a position of a range that no later node may change once blocks of it were searched. */
  pin(start: SearchPosition, count = 0): void {
    const { sort, offset } = this.search;
    const { mayBeShort } = this;
    this.#collector = new PageCollector({ sort, start, count, skip: this.#skip, take: offset, mayBeShort });
  }

  /** Ends the search: now, or after the first chunk, so that a cursor always leads further. */
  end(): void {
    this.#isTimeOver = true;
    if (this.isOver) this.#stop.abort();
  }

  /** Counts a call; throws where that are too many. What was found until then may be an answer. */
  countCall(): void {
    this.#calls += 1;
    if (this.#calls <= (this.mayBeShort ? maxCalls.window : maxCalls.page)) return;
    this.end();
    throw this.mayBeShort ? requestRefused('too many calls of eth_getLogs for one page') : deadlineExceeded();
  }

  /**
   * The blocks that this request has left to search: the whole range, or a window of it where a cursor may lead further. A window ends with a full
   * chunk, since the next one goes on there.
   */
  chooseBlocks({ start, position: { range, block } }: PageCollector): {
    readonly blocks: Blocks;
    readonly fullOnly: boolean;
  } {
    const length = this.mayBeShort ? this.#maxBlocks : Infinity;
    const isAscending = this.search.sort === 'asc';
    const last = isAscending
      ? Math.min(range.endBlock, start.block + length - 1)
      : Math.max(range.startBlock, start.block - length + 1);
    const blocks = isAscending ? { from: block, to: last } : { from: last, to: block };
    return { blocks, fullOnly: !isAtEnd({ range, block: isAscending ? last + 1 : last - 1, after: null }) };
  }
}
