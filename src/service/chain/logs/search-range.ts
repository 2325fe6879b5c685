import type { BlockRange, TransactionPlace } from '../../api/answers.js';
import { type ServiceProblem, invalidParams } from '../../http/service-problem.js';
import type { LogsOutcome } from './get-logs.js';
import { NodeError } from '../nodes/node-error.js';
import type { Log } from './parse-logs.js';

/** A transaction and its events, in the order in which they were logged. */
export type LoggedTransaction = TransactionPlace & { readonly logs: readonly Log[] };

/** What to search for, and which of the transactions to return. */
export interface RangeSearch {
  readonly range: BlockRange;
  readonly sort: 'asc' | 'desc';
  readonly skip: number;
  readonly take: number;
  /** Where to begin: so many transactions come before this block, in the order of the search. */
  readonly from: { readonly count: number; readonly block: number };
  /** Gets the events of some blocks, oldest first. */
  readonly getLogs: (blocks: { readonly from: number; readonly to: number }) => Promise<LogsOutcome>;
  /** Called with the block where the page ends and the number of transactions before it: the next page begins there. */
  readonly onEnd: (block: number, count: number) => void;
  readonly width: SearchWidth;
}

/** The maximum number of blocks per call to a node; adapts to what the node allows. */
export interface SearchWidth {
  maximum: number;
  /** Calls that were answered since it was changed. */
  answered: number;
}

/** The result of a search; `ended` where the range holds no more transactions. */
export interface RangeSearchResult {
  readonly transactions: readonly LoggedTransaction[];
  readonly ended: boolean;
}

/** Blocks of the first call: most nodes allow so many, and early pages need no more. */
const firstWidth = 2_000;
const maxWidth = 50_000;
/** A call that took longer is not followed by a wider one. */
const slowMs = 1_000;
/** Maximum number of calls for one page: without it, a node that refuses every range would get a call for each block. */
const maxCalls = 2_000;
/** Maximum size of a page's events in characters of data: a hostile node would fill the memory with it. */
const maxData = 16 << 20;
/** Calls in a row that a node answers before it gets a wider one than it has refused. */
const widenAfter = 8;

/** The width for a node that has refused nothing yet. */
export function createWidth(): SearchWidth {
  return { maximum: maxWidth, answered: 0 };
}

/** Searches the range call by call, in the direction of the order, until the page is full. Holds the events of one call at a time. */
export async function searchRange(search: RangeSearch): Promise<RangeSearchResult> {
  const { range, sort, skip, take, width } = search;
  const page: LoggedTransaction[] = [];
  let dataLength = 0;
  let blockBegan = search.from;
  let { count, block } = search.from;
  let blocks = Math.min(firstWidth, width.maximum);
  for (let calls = 0; sort === 'asc' ? block <= range.endBlock : block >= range.startBlock; calls++) {
    if (calls === maxCalls) throw new NodeError('too many calls of eth_getLogs for one page');
    const [from, to] =
      sort === 'asc'
        ? [block, Math.min(block + blocks - 1, range.endBlock)]
        : [Math.max(block - blocks + 1, range.startBlock), block];
    const startedAt = performance.now();
    const logs = await search.getLogs({ from, to });
    if (logs === null) {
      blocks = narrow(width, to - from + 1);
      continue;
    }
    for (const transaction of groupLogs(logs, sort)) {
      if (page.length === take) return { transactions: page, ended: false };
      if (transaction.blockNumber !== blockBegan.block)
        blockBegan = { count, block: transaction.blockNumber };
      if (count++ < skip) continue;
      page.push(transaction);
      dataLength += transaction.logs.reduce((sum, { data }) => sum + data.length + 1_000, 0);
      if (dataLength > maxData) throw tooLarge();
      if (page.length === take) search.onEnd(blockBegan.block, blockBegan.count);
    }
    block = sort === 'asc' ? to + 1 : from - 1;
    if (page.length === take) break;
    widen(width);
    if (performance.now() - startedAt < slowMs) blocks = Math.min(blocks * 2, width.maximum);
  }
  const ended = sort === 'asc' ? block > range.endBlock : block < range.startBlock;
  return { transactions: page, ended };
}

/** Halves the width that was refused. */
function narrow(width: SearchWidth, refused: number): number {
  if (refused === 1) throw new NodeError('eth_getLogs of a single block is refused');
  width.maximum = Math.ceil(refused / 2);
  width.answered = 0;
  return width.maximum;
}

/** A width that a node refused for a part with many events it may allow elsewhere. */
function widen(width: SearchWidth): void {
  if (++width.answered < widenAfter) return;
  width.maximum = Math.min(width.maximum * 2, maxWidth);
  width.answered = 0;
}

function tooLarge(): ServiceProblem {
  const detail = 'the events of so many transactions are too large for one page; request fewer';
  return invalidParams([{ parameter: 'offset', detail }]);
}

/** Groups events, oldest first, by transaction, in the order of the search. */
function groupLogs(logs: readonly Log[], sort: 'asc' | 'desc'): LoggedTransaction[] {
  const groups: (Omit<LoggedTransaction, 'logs'> & { logs: Log[] })[] = [];
  for (const log of logs) {
    const { transactionHash, transactionIndex, blockNumber, blockHash } = log;
    const last = groups.at(-1);
    if (last?.transactionHash === transactionHash && last.blockNumber === blockNumber) last.logs.push(log);
    else groups.push({ transactionHash, transactionIndex, blockNumber, blockHash, logs: [log] });
  }
  return sort === 'asc' ? groups : groups.reverse();
}
