import { LRUCache } from 'lru-cache';
import type { TransferEventsPage } from '../../../client/answers.generated.js';
import { ServiceProblem, tooBusy } from '../../http/service-problem.js';
import { nextTurn } from '../../jobs/job.js';
import type { JobTable } from '../../jobs/job-table.js';
import type { ListedNodes } from '../nodes/listed-nodes.js';
import { deadlineExceeded } from '../nodes/node-error.js';
import {
  draftPage,
  type FilterState,
  findFilter,
  type FoundTransaction,
  listTransactions,
} from './event-pages.js';
import type { FilterRow } from './filter-rows.js';
import {
  cutPosition,
  type EventSearch,
  findStart,
  formatPosition,
  isAtEnd,
  parsePosition,
  type SearchPosition,
} from './search.js';

export interface FoundPage {
  /** What the answers of both searches have in common. The range is the same on all pages that `next` leads to. */
  readonly place: Pick<TransferEventsPage, 'page' | 'offset' | 'sort' | 'range' | 'next'>;
  readonly transactions: readonly FoundTransaction[];
}

export interface PageFinderOptions {
  readonly table: JobTable;
  readonly listed: ListedNodes;
  readonly waitMs: number;
  /** For how long a block is taken to be the newest, in milliseconds: without a look at the chain, and while that is made in the background. */
  readonly headMs: { readonly fresh: number; readonly usable: number };
  readonly now: () => number;
}

/** How long later pages by number have the range of the first one, and of how many searches that is remembered. */
const pins = { ttl: 60_000, max: 10_000 };
/** For how long filters in use are read without a look whether the chain is still the same, in milliseconds. */
const unseenMs = 60_000;
/** A filter of which nothing is read yet, or what is read is too little, is asked for again after so many seconds. */
const retryAfterSeconds = 2;

/** Finds pages of events in the database, and waits a while for what is not read yet. Of what is read, and for whom, a request changes nothing. */
export class PageFinder {
  readonly #options: PageFinderOptions;
  /** The last block of the last first page, by search. */
  readonly #pinned: LRUCache<string, number>;
  #hasEnded = false;

  constructor(options: PageFinderOptions) {
    this.#options = options;
    this.#pinned = new LRUCache({ ...pins, perf: { now: options.now }, ttlResolution: 0 });
  }

  /** Finds a page; the first, or one by cursor, may be short in the end. Throws a 503 if nothing is read in time, a 507 if it does not fit, the nodes' problem. */
  async findPage(search: EventSearch): Promise<FoundPage> {
    const { filter, account } = search;
    const deadline = this.#options.now() + this.#options.waitMs;
    const narrower = account === null ? null : filter.narrow?.(account);
    for (const each of [filter, narrower ?? []].flat()) {
      const page = await this.#find({ ...search, filter: each }, deadline);
      if (page !== null) return page;
    }
    throw tooLarge();
  }

  close(): void {
    this.#hasEnded = true;
  }

  /** Null if the filter is too busy to be read whole. */
  async #find(search: EventSearch, deadline: number): Promise<FoundPage | null> {
    const { filter, signal, position } = search;
    const { now, table, listed } = this.#options;
    const start = position === null ? null : parsePosition(position, search);
    const network = await listed.require(filter.network);
    const look = () => findFilter(table, filter, network);
    let state = await look();
    if (state.job !== null) await table.use(filter);
    /** The turn of the job that is waited for. */
    let turn = Infinity;
    for (;;) {
      if (signal.aborted) throw deadlineExceeded();
      if (this.#hasEnded) throw tooBusy('the service is stopping', 5);
      const { row, job } = state;
      if (row?.state === 'busy') return null;
      const isOver = now() >= deadline;
      const isDone = job !== null && job.done >= turn;
      const failure = isDone ? job.failure : null;
      if (row !== null && (isOver || this.#isFresh(search, start, state, turn))) {
        const isLast = isOver || failure !== null || row.state === 'full';
        const page = await this.#makePage(search, start, row, isLast);
        // Blocks may have gone while their events were looked up.
        if (page !== null && hasKept(row, (await look()).row)) return page;
        if (page === null && row.state === 'full') throw tooLarge();
      }
      if (failure !== null) throw new ServiceProblem(failure.status, failure.detail, failure.extras);
      if (isOver) throw indexBuilding(row);
      if (turn === Infinity || job === null || job.wanted < turn || isDone) {
        turn = nextTurn(job);
        await table.want(filter, search.owner, job);
      }
      state = await table.progress.wait(filter, deadline - now(), look);
    }
  }

  /** Whether what is read reaches far enough for a search. If it may not for the next one, new blocks are read meanwhile. */
  #isFresh(search: EventSearch, start: SearchPosition | null, state: FilterState, turn: number): boolean {
    const { filter, owner, startBlock, endBlock } = search;
    const { job, row, headAgeMs, lookedFor } = state;
    const { table, headMs } = this.#options;
    const high = row?.covered.to ?? -1;
    const last = start?.range.endBlock ?? endBlock;
    const isBelow = last !== null && last <= high;
    // Whoever knows of a block above those that are read has seen a newer head.
    const namesUnread = Math.max(startBlock ?? 0, last ?? 0) > high;
    const isFresh = isBelow || lookedFor >= turn || headAgeMs < (namesUnread ? headMs.fresh : headMs.usable);
    const isDue = lookedFor < turn && headAgeMs >= (isBelow ? unseenMs : headMs.fresh);
    if (isFresh && isDue) table.want(filter, owner, job).catch(() => undefined);
    return isFresh;
  }

  /** Null if too little is read. */
  async #makePage(
    search: EventSearch,
    position: SearchPosition | null,
    { covered }: FilterRow,
    isLast: boolean,
  ): Promise<FoundPage | null> {
    const { page, offset, sort, createCursor } = search;
    const start = position === null ? this.#pin(search, covered.to) : cutPosition(position, sort, covered.to);
    // The chain has none of its blocks yet, or no other ones.
    if (start === null || isAtEnd(start))
      return { place: { page, offset, sort, range: start?.range ?? null, next: null }, transactions: [] };
    const { engine } = this.#options.table;
    const draft = await draftPage(engine, search, start, covered);
    const mayBeShort = isLast && (page === 1 || position !== null);
    if (draft === null || !(draft.isWhole || (mayBeShort && draft.places.length > 0))) return null;
    const transactions = await listTransactions(engine, search, draft.places);
    const next = isAtEnd(draft.end) ? null : createCursor(formatPosition(draft.end));
    return {
      place: { page, offset, sort, range: start.range, next },
      transactions: sort === 'asc' ? transactions : transactions.reverse(),
    };
  }

  /** Where a page without a cursor begins; null if the chain has none of its blocks. */
  #pin(search: EventSearch, high: number): SearchPosition | null {
    const { filter, account, page, offset, sort, startBlock, endBlock } = search;
    const key = JSON.stringify([filter.network, filter.key, account, sort, offset, startBlock, endBlock]);
    const end = Math.min(high, page === 1 ? high : (this.#pinned.get(key) ?? high));
    this.#pinned.set(key, end);
    return findStart(search, end);
  }
}

/** Whether a later state of a filter has all blocks of an earlier one. If not, events may have gone before they were looked up. */
function hasKept({ covered: before }: FilterRow, later: FilterRow | null): boolean {
  if (later === null || later.state === 'busy') return false;
  return later.covered.from <= before.from && later.covered.to >= before.to;
}

/** The 503 of a page whose blocks are not read yet. */
function indexBuilding(row: FilterRow | null): ServiceProblem {
  const of = row === null ? null : row.covered.to + 1;
  const progress = { blocks: row === null ? 0 : row.covered.to - row.covered.from + 1, of };
  const share = of === null ? '' : `: ${progress.blocks} of ${of} blocks`;
  const detail = `the events are being read from the chain${share}; try again soon`;
  return new ServiceProblem(503, detail, { type: 'index-building', retryAfterSeconds, fields: { progress } });
}

/** The 507 of a filter that does not fit into the database. */
function tooLarge(): ServiceProblem {
  const detail = 'the events that match are more than the database of the service holds; narrow the request';
  return new ServiceProblem(507, detail, { type: 'too-large' });
}
