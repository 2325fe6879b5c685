import { evmChainId } from '../../../checks/evm/chain-id.js';
import type { Entry } from '../../../model/entry.js';
import type { SearchedPage } from '../../api/answers.js';
import { BoundedMap } from '../../bounded-map.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { type Job, type JobState, nextTurn } from '../../jobs/job.js';
import type { JobTable } from '../../jobs/job-table.js';
import { Progress } from '../../jobs/progress.js';
import type { Nodes } from '../nodes/failover.js';
import { nodeId } from '../nodes/health-check.js';
import { deadlineExceeded } from '../nodes/node-error.js';
import { EventPages, type FilterState, type ListedNodes } from './event-pages.js';
import type { FilterRow } from './filter-rows.js';
import { describePage, draftPage, type FoundTransaction, groupByTransaction, hasKept } from './page.js';
import type { EventSearch } from './search-params.js';
import {
  cutPosition,
  findStart,
  formatPosition,
  isAtEnd,
  parsePosition,
  pinRange,
  type SearchPosition,
} from './search-position.js';

/** A page of a search. */
export interface FoundPage {
  readonly place: SearchedPage;
  readonly transactions: readonly FoundTransaction[];
}

/** How pages are found. */
export interface PageFinderOptions {
  readonly table: JobTable;
  /** Of the registry's files alone: no node is asked. */
  readonly nodes: Pick<Nodes, 'requireListed'>;
  /** Called when a job is wanted. */
  readonly onWanted: () => void;
  /** How long a request waits for what is not read yet. */
  readonly waitMs: number;
  /** For how long a block is taken to be the newest, in milliseconds: without a look at the chain, and while that is made in the background. */
  readonly headMs: { readonly fresh: number; readonly usable: number };
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** How long later pages by number have the range of the first one, and of how many searches that is remembered. */
const pins = { keepMs: 60_000, count: 10_000 };
/** For how long filters in use are read without a look whether the chain is still the same, in milliseconds. */
const unseenMs = 60_000;
/** A filter of which nothing is read yet, or what is read is too little, is asked for again after so many seconds. */
const retryAfterSeconds = 2;

/** Finds pages of events in the database, and waits a while for what is not read yet. Of what is read, and for whom, a request changes nothing. */
export class PageFinder {
  readonly #options: PageFinderOptions;
  readonly #pages: EventPages;
  readonly #progress: Progress<FilterState>;
  readonly #listed = new WeakMap<readonly Entry[], ListedNodes>();
  readonly #pinned = new BoundedMap<string, { readonly end: number; readonly until: number }>(pins.count);
  #hasEnded = false;

  constructor(options: PageFinderOptions) {
    this.#options = options;
    this.#pages = new EventPages(options.table);
    this.#progress = new Progress(options.now);
  }

  /**
   * Finds a page. On the first page or with a cursor, what is found in time is an answer. Throws a ServiceProblem: 503 `index-building` if nothing
   * is, 507 if the filter does not fit, the nodes' own where they fail.
   */
  async findPage(search: EventSearch): Promise<FoundPage> {
    const { filter, account } = search;
    const deadline = this.#options.now() + this.#options.waitMs;
    const page = await this.#find(search, deadline);
    if (page !== null) return page;
    const narrower = account === null ? undefined : filter.narrow?.(account);
    const narrowed =
      narrower === undefined ? null : await this.#find({ ...search, filter: narrower }, deadline);
    if (narrowed === null) throw tooLarge();
    return narrowed;
  }

  /** Tells of progress to all who wait for a filter. */
  noteProgress(job: Job, isLast: boolean): void {
    this.#progress.note(keyOf(job), isLast);
  }

  /** Ends all waiting. */
  close(): void {
    this.#hasEnded = true;
  }

  /** Null if the filter is too busy to be read whole. */
  async #find(search: EventSearch, deadline: number): Promise<FoundPage | null> {
    const { filter, signal, position, page } = search;
    const { now, table } = this.#options;
    const given = position === null ? null : parsePosition(position, search);
    const listed = await this.#list(filter.network);
    const look = () => this.#pages.find(filter, listed);
    let state = await look();
    if (state.job !== null) await table.use(filter);
    let [turn, tried] = [Infinity, ''];
    for (;;) {
      if (signal.aborted) throw deadlineExceeded();
      if (this.#hasEnded) throw new ServiceProblem(503, 'the service is stopping', { retryAfterSeconds: 5 });
      const { row, job } = state;
      if (row?.state === 'busy') return null;
      const isOver = now() >= deadline;
      const isDone = job !== null && job.done >= turn;
      const failure = isDone ? job.failure : null;
      if (row !== null && (isOver || this.#isFresh(search, given, state, turn))) {
        const isLast = isOver || failure !== null || row.state === 'full';
        const before = tried;
        tried = describePage(search, row, isLast);
        const mayBeShort = isLast && (page === 1 || given !== null);
        const found =
          tried === before ? null : await this.#makePage(search, given, row, { listed, mayBeShort });
        if (found === 'changed') tried = '';
        else if (found !== null) return found;
        else if (row.state === 'full') throw tooLarge();
      }
      if (failure !== null) throw new ServiceProblem(failure.status, failure.detail, failure.extras);
      if (isOver) throw indexBuilding(row);
      if (turn === Infinity || job === null || job.wanted < turn || isDone) {
        turn = nextTurn(job);
        await this.#want(search, job);
      }
      state = await this.#progress.wait(keyOf(filter), deadline - now(), look);
    }
  }

  async #want({ filter, owner }: EventSearch, job: JobState | null): Promise<void> {
    if (await this.#options.table.want(filter, owner, { state: job })) this.#options.onWanted();
  }

  async #list(network: string): Promise<ListedNodes> {
    const entries = await this.#options.nodes.requireListed({ network, kind: 'evm' });
    const known = this.#listed.get(entries);
    if (known !== undefined) return known;
    const claim = entries.find((entry) => entry.claim !== null)?.claim;
    const listed: ListedNodes = {
      nodes: entries.flatMap(({ target }) => (target === null ? [] : nodeId(target))),
      chainId: claim == null ? '' : evmChainId.normalizeChainId(claim.chainId),
    };
    this.#listed.set(entries, listed);
    return listed;
  }

  /** Whether what is read reaches far enough for a search. If it may not for the next one, new blocks are read meanwhile. */
  #isFresh(search: EventSearch, given: SearchPosition | null, state: FilterState, turn: number): boolean {
    const { startBlock, endBlock } = search;
    const { job, row, headAgeMs, lookedFor } = state;
    const { fresh, usable } = this.#options.headMs;
    const high = row?.covered.to ?? -1;
    const last = given?.range.endBlock ?? endBlock;
    const isBelow = last !== null && last <= high;
    // Whoever knows of a block above those that are read has seen a newer head.
    const namesUnread = Math.max(startBlock ?? 0, last ?? 0) > high;
    const isFresh = isBelow || lookedFor >= turn || headAgeMs < (namesUnread ? fresh : usable);
    const isDue = lookedFor < turn && headAgeMs >= (isBelow ? unseenMs : fresh);
    if (isFresh && isDue) this.#want(search, job).catch(() => undefined);
    return isFresh;
  }

  /** Null if too little is read, `changed` if what was read has gone meanwhile. */
  async #makePage(
    search: EventSearch,
    given: SearchPosition | null,
    row: FilterRow,
    { listed, mayBeShort }: { readonly listed: ListedNodes; readonly mayBeShort: boolean },
  ): Promise<FoundPage | 'changed' | null> {
    const { filter, account, page, offset, sort, createCursor } = search;
    const high = row.covered.to;
    const start = given === null ? this.#pin(search, high) : cutPosition(given, sort, high);
    // The chain has none of its blocks yet, or no other ones.
    if (start === null || isAtEnd(start))
      return { place: { page, offset, sort, range: start?.range ?? null, next: null }, transactions: [] };
    const draft = await draftPage(this.#pages, search, start, row);
    if (draft === null || !(draft.isWhole || (mayBeShort && draft.places.length > 0))) return null;
    const logs = await this.#pages.listEvents(filter, account ?? '', draft.places);
    if (!hasKept(row, (await this.#pages.find(filter, listed)).row)) return 'changed';
    const transactions = groupByTransaction(logs);
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
    const now = this.#options.now();
    const pinned = page === 1 ? undefined : this.#pinned.get(key);
    const end = pinned !== undefined && now < pinned.until ? Math.min(pinned.end, high) : high;
    this.#pinned.set(key, { end, until: now + pins.keepMs });
    const range = pinRange(search, end);
    return range === null ? null : findStart(range, sort);
  }
}

function keyOf({ network, id }: Pick<Job, 'network' | 'id'>): string {
  return `${network} ${id}`;
}

/** The 503 of a page whose blocks are not read yet. */
function indexBuilding(row: FilterRow | null): ServiceProblem {
  const progress =
    row === null
      ? { blocks: 0, of: null }
      : { blocks: row.covered.to - row.covered.from + 1, of: row.covered.to + 1 };
  const detail =
    row === null
      ? 'the events are being read from the chain; try again soon'
      : `the events are being read from the chain: ${progress.blocks} of ${String(progress.of)} blocks; try again soon`;
  return new ServiceProblem(503, detail, { type: 'index-building', retryAfterSeconds, fields: { progress } });
}

/** The 507 of a filter that does not fit into the database. */
function tooLarge(): ServiceProblem {
  const detail = 'the events that match are more than the database of the service holds; narrow the request';
  return new ServiceProblem(507, detail, { type: 'too-large' });
}
