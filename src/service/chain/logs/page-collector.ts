import type { TransactionPlace } from '../../api/answers.js';
import { invalidParams } from '../../http/service-problem.js';
import type { Blocks } from './get-logs.js';
import type { Log } from './parse-logs.js';
import { findStart, isAtEnd, type SearchPosition, type Sort } from './search-position.js';

/** A transaction and its events, in the order in which they were logged. */
export type LoggedTransaction = Omit<TransactionPlace, 'timestamp'> & { readonly logs: readonly Log[] };

/** The page to collect. */
export interface PageRequest {
  readonly sort: Sort;
  /** Where to begin: so many transactions come before this position, in the order of the search. */
  readonly start: SearchPosition;
  readonly count: number;
  /** Transactions of the range before the page. */
  readonly skip: number;
  readonly take: number;
  /** Whether the page may have fewer transactions than follow: those who come by number would miss the others. */
  readonly mayBeShort: boolean;
}

/** A place, and how many transactions of the range come before it. */
export interface PageMark {
  readonly count: number;
  readonly position: SearchPosition;
}

/** Maximum size of a page's events, with what JSON adds to each: a hostile node would fill the memory with it. */
const maxSize = 8 << 20;
/** Blocks of the first call: most nodes allow so many, and early pages need no more. */
const firstBlocks = 2_000;
/** How much further to look than where nothing was found. */
const growth = 8;

/** Collects the transactions of a page from chunks of the range, whichever node they come from, and knows where the next page begins. */
export class PageCollector {
  readonly transactions: LoggedTransaction[] = [];
  readonly #request: PageRequest;
  #position: SearchPosition;
  #count: number;
  #searched = 0;
  #size = 0;
  /** The last place before the page, for those who ask for the page again. */
  #pageStart: PageMark;
  #isFull = false;
  #mostBlocks = Infinity;

  constructor(request: PageRequest) {
    this.#request = request;
    this.#position = request.start;
    this.#count = request.count;
    this.#pageStart = { count: request.count, position: request.start };
  }

  /** Where this request began. */
  get start(): SearchPosition {
    return this.#request.start;
  }

  /** Where the next page begins, or the search goes on. */
  get position(): SearchPosition {
    return this.#position;
  }

  /** Places from which this page or the next one is found without the blocks before them. */
  listMarks(): readonly PageMark[] {
    const { sort, start } = this.#request;
    const first = { count: 0, position: findStart(start.range, sort) };
    return [first, this.#pageStart, { count: this.#count, position: this.#position }];
  }

  /** Blocks that were searched. */
  get searched(): number {
    return this.#searched;
  }

  /** True where the page needs no further chunk. */
  get isDone(): boolean {
    return this.#isFull || isAtEnd(this.#position);
  }

  /** The blocks that the page is likely to need from here on. */
  estimateBlocks(): number {
    const { start, count, skip, take } = this.#request;
    const found = this.#count - count;
    const needed = (this.#searched / found) * (skip + take - this.#count) * 1.5;
    // A search that goes on after blocks that filled no page is likely to find more such blocks.
    const isSparse = count < skip || (start.after === null && this.#isContinued());
    const first = isSparse ? Infinity : Math.max(firstBlocks, this.#searched * growth);
    return Math.min(this.#mostBlocks, found > 0 ? Math.ceil(needed) : first);
  }

  /** Learns that there is too much in more blocks than these. */
  expectMuch(blocks: number): void {
    this.#mostBlocks = Math.min(this.#mostBlocks, blocks);
  }

  /** Adds the events of the next blocks, oldest first. Throws a 400 where a page that cannot be short is too large. */
  add({ from, to }: Blocks, logs: readonly Log[]): void {
    const { sort, skip, take, mayBeShort } = this.#request;
    const { range, block, after } = this.#position;
    const isBefore = ({ blockNumber, transactionIndex }: LoggedTransaction) =>
      after !== null &&
      blockNumber === block &&
      (sort === 'asc' ? transactionIndex <= after : transactionIndex >= after);
    const found = groupLogs(logs, sort).filter((transaction) => !isBefore(transaction));
    for (const transaction of found) {
      if (this.#count >= skip) {
        const size = transaction.logs.reduce((sum, { data }) => sum + data.length + 1_000, 0);
        const isTooLarge = this.transactions.length > 0 && this.#size + size > maxSize;
        if (isTooLarge && !mayBeShort) throw tooLarge();
        this.#isFull = isTooLarge || this.transactions.length === take;
        if (this.#isFull) return;
        this.transactions.push(transaction);
        this.#size += size;
      }
      this.#count += 1;
      this.#move({ range, block: transaction.blockNumber, after: transaction.transactionIndex });
    }
    this.#isFull = this.transactions.length === take;
    this.#searched += to - from + 1;
    this.#mostBlocks *= growth;
    this.#move({ range, block: sort === 'asc' ? to + 1 : from - 1, after: null });
  }

  #move(position: SearchPosition): void {
    this.#position = position;
    if (this.#count <= this.#request.skip) this.#pageStart = { count: this.#count, position };
  }

  #isContinued(): boolean {
    const { sort, start } = this.#request;
    return start.block !== findStart(start.range, sort).block;
  }
}

function tooLarge() {
  const detail =
    'the events of so many transactions are too large for one page; request fewer, or follow next';
  return invalidParams([{ parameter: 'offset', detail }]);
}

/** Groups events, oldest first, by transaction, in the order of the search. */
function groupLogs(logs: readonly Log[], sort: Sort): LoggedTransaction[] {
  const groups: (Omit<LoggedTransaction, 'logs'> & { logs: Log[] })[] = [];
  for (const log of logs) {
    const { transactionHash, transactionIndex, blockNumber, blockHash } = log;
    const last = groups.at(-1);
    if (last?.transactionHash === transactionHash && last.blockNumber === blockNumber) last.logs.push(log);
    else groups.push({ transactionHash, transactionIndex, blockNumber, blockHash, logs: [log] });
  }
  return sort === 'asc' ? groups : groups.reverse();
}
