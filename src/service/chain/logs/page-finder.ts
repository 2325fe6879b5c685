import { waitAtMost } from '../../../net/abort.js';
import type { SearchedPage, TransactionPlace } from '../../api/answers.js';
import { BoundedMap } from '../../bounded-map.js';
import { createEvmClient } from '../nodes/evm-client.js';
import type { Nodes } from '../nodes/failover.js';
import { deadlineExceeded } from '../nodes/node-error.js';
import { BlockTimes, type LoggedTransaction } from './block-times.js';
import { draftPage, hasKept, type PageDraft } from './draft-page.js';
import type { EventFilter } from './event-filter.js';
import type { EventIndex } from './event-index.js';
import type { Place } from './event-pages.js';
import type { FilterState } from './event-table.js';
import type { Log } from './parse-logs.js';
import type { EventSearch, SearchParams } from './search-params.js';
import { indexBuilding, tooLarge } from './search-problems.js';
import {
  findStart,
  formatPosition,
  isAtEnd,
  parsePosition,
  pinRange,
  type SearchPosition,
} from './search-position.js';

/** A transaction of a page. */
export type FoundTransaction = LoggedTransaction & Pick<TransactionPlace, 'timestamp'>;

/** A page of a search. */
export interface FoundPage {
  readonly place: SearchedPage;
  readonly transactions: readonly FoundTransaction[];
}

/** How pages are found. */
export interface PageFinderOptions {
  /** How long a request waits for what is not read yet. */
  readonly waitMs: number;
  /** How long blocks are looked up for their times. */
  readonly timesMs: number;
  /** For how long a block is taken to be the newest, in milliseconds: without a look at the chain, and while that is made in the background. */
  readonly headMs: { readonly fresh: number; readonly usable: number };
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** How long later pages by number have the range of the first one, and of how many searches that is remembered. */
const pins = { keepMs: 60_000, count: 10_000 };

type Job = ReturnType<EventIndex['read']>;

/** Finds pages of events in the database, and waits a while for what is not read yet. */
export class PageFinder {
  readonly #nodes: Nodes;
  readonly #index: EventIndex;
  readonly #options: PageFinderOptions;
  readonly #pinned = new BoundedMap<string, { readonly end: number; readonly until: number }>(pins.count);
  readonly #times: BlockTimes;

  constructor(nodes: Nodes, index: EventIndex, options: PageFinderOptions) {
    this.#nodes = nodes;
    this.#index = index;
    this.#options = options;
    this.#times = new BlockTimes(options.timesMs);
  }

  /**
   * Finds a page. On the first page or with a cursor, what is found in time is an answer. Throws a ServiceProblem: 503 `index-building` if nothing
   * is, 507 if the filter does not fit, the nodes' own where they fail.
   */
  async findPage(search: EventSearch): Promise<FoundPage> {
    const { page, offset, sort, account, signal, position, createCursor, owner } = search;
    let { filter } = search;
    const given = position === null ? null : parsePosition(position, search);
    const mayBeShort = page === 1 || position !== null;
    const { now, waitMs, headMs } = this.#options;
    const begunAt = now();
    const deadline = begunAt + waitMs;
    let start = given;
    let job: Job | null = null;
    let ended: Job | null = null;
    let isCaughtUp = false;
    let state = await this.#index.find(filter);
    let draft: PageDraft | null = null;
    for (;;) {
      if (signal.aborted) throw deadlineExceeded();
      const failure = await this.#findFailure(job);
      if (state.state === 'busy' && filter.narrow !== null && account !== null) {
        filter = filter.narrow(account);
        state = await this.#index.find(filter);
        [draft, job, isCaughtUp] = [null, null, false];
        continue;
      }
      const isOver = now() >= deadline;
      const needsHead = start === null && !isOver && !this.#needsNoHead(search, state);
      if (needsHead && !isCaughtUp) {
        const { headAgeMs } = state;
        const isYoung = headAgeMs < (this.#namesUnread(search, state) ? headMs.fresh : headMs.usable);
        // The next request finds it.
        if (isYoung && headAgeMs >= headMs.fresh) this.#index.follow(filter, owner);
        // Another instance may have looked since: it would find no more by itself. Ages are rounded to a millisecond.
        isCaughtUp = isYoung || headAgeMs + 1 < now() - begunAt;
      }
      if (needsHead && !isCaughtUp) {
        if (failure !== null) throw failure;
        if (!state.isLeased) {
          job = this.#index.read(filter, owner);
          if ((await waitAtMost(job.caughtUp, deadline - now())) === true)
            state = await this.#index.find(filter);
          // A reading that goes on may have looked long ago, and blocks may have gone since: they were replaced, or the filter was deleted.
          isCaughtUp = job.lookedAt >= begunAt && state.headAgeMs < Infinity;
        }
        // Another instance may have begun to read it at the same time.
        if (!isCaughtUp) state = await this.#index.waitForProgress(filter, deadline - now());
        continue;
      }
      start ??= this.#pin(search, state);
      // The chain has none of its blocks yet, or no block at all that is confirmed.
      if (start === null && (state.covered !== null || isCaughtUp))
        return { place: { page, offset, sort, range: null, next: null }, transactions: [] };
      draft =
        start === null
          ? null
          : await draftPage(this.#index.pages, { ...search, filter }, start, state, draft);
      if (
        draft !== null &&
        (draft.isWhole ||
          (mayBeShort && draft.places.length > 0 && (isOver || failure !== null || state.state === 'full')))
      ) {
        const transactions = await this.#load(filter, account ?? '', sort, draft.places);
        const later = await this.#index.find(filter);
        if (!hasKept(state, later)) {
          [draft, state] = [null, later];
          continue;
        }
        const timed = await this.#addTimes(filter, owner, signal, transactions);
        const next = isAtEnd(draft.end) ? null : createCursor(formatPosition(draft.end));
        return { place: { page, offset, sort, range: draft.end.range, next }, transactions: timed };
      }
      if (state.state === 'full') throw tooLarge();
      if (failure !== null) throw failure;
      if (isOver) throw indexBuilding(state);
      if (job !== null && job.isEnding && job !== ended) {
        // It may have read the rest since the state was.
        ended = job;
        state = await this.#index.find(filter);
        continue;
      }
      const end = start?.range.endBlock ?? 0;
      const reach = end > (state.covered?.to ?? -1) ? end : 0;
      // A reading that has failed meanwhile is not begun anew: it would fail again.
      const hasFailed = job !== null && job.failure !== null;
      if (!state.isLeased && !hasFailed) job = this.#index.read(filter, owner, reach);
      state = await this.#index.waitForProgress(filter, deadline - now());
    }
  }

  /** What has ended the reading of a filter; null while it goes on, and where it has ended well. */
  async #findFailure(job: Job | null): Promise<Error | null> {
    await Promise.race([job?.done, Promise.resolve()]);
    return job?.failure ?? null;
  }

  /** Whether the blocks of a search are below those at the head, and read. */
  #needsNoHead({ endBlock }: EventSearch, { covered }: FilterState): boolean {
    return endBlock !== null && covered !== null && endBlock <= covered.to;
  }

  /** Whether a search names a block above those that are read: whoever knows of it has seen a newer head. */
  #namesUnread({ startBlock, endBlock }: EventSearch, { covered }: FilterState): boolean {
    return Math.max(startBlock ?? 0, endBlock ?? 0) > (covered?.to ?? 0);
  }

  /** Where a page without a cursor begins; null if the chain has none of its blocks, or none that is read. */
  #pin(search: EventSearch, { covered }: FilterState): SearchPosition | null {
    if (covered === null) return null;
    const { filter, account, page, offset, sort, startBlock, endBlock } = search;
    const key = JSON.stringify([filter.network, filter.key, account, sort, offset, startBlock, endBlock]);
    const now = this.#options.now();
    const pinned = page === 1 ? undefined : this.#pinned.get(key);
    const head = pinned !== undefined && now < pinned.until ? Math.min(pinned.end, covered.to) : covered.to;
    this.#pinned.set(key, { end: head, until: now + pins.keepMs });
    const range = pinRange(search, head);
    if (range === null) return null;
    return findStart(range, sort);
  }

  /** The transactions of places, in their order. */
  async #load(
    filter: EventFilter,
    account: string,
    sort: SearchParams['sort'],
    places: readonly Place[],
  ): Promise<readonly LoggedTransaction[]> {
    if (places.length === 0) return [];
    const found: (Omit<LoggedTransaction, 'logs'> & { logs: Log[] })[] = [];
    for (const log of await this.#index.pages.listEvents(filter, account, places)) {
      const { transactionHash, transactionIndex, blockNumber, blockHash } = log;
      const before = found.at(-1);
      if (before?.blockNumber === blockNumber && before.transactionIndex === transactionIndex)
        before.logs.push(log);
      else found.push({ transactionHash, transactionIndex, blockNumber, blockHash, logs: [log] });
    }
    return sort === 'asc' ? found : found.reverse();
  }

  async #addTimes(
    filter: EventFilter,
    owner: string,
    signal: AbortSignal,
    transactions: readonly LoggedTransaction[],
  ): Promise<readonly FoundTransaction[]> {
    const unknown = transactions.filter((transaction) => this.#times.get(transaction) === null);
    if (unknown.length > 0) {
      const { network } = filter;
      // Times are no reason to withhold an answer.
      await this.#nodes
        .request({ network, kind: 'evm', signal, owners: () => [owner] }, async (node, request) => {
          const client = createEvmClient(node, request);
          try {
            await this.#times.lookUp(unknown, { client, limits: this.#index.findLimits(network, node) });
          } finally {
            client.close();
          }
        })
        .catch(() => undefined);
      await this.#index.pages.setTimes(filter, this.#times.list(unknown)).catch(() => undefined);
    }
    return transactions.map((transaction) => ({ ...transaction, timestamp: this.#times.get(transaction) }));
  }
}
