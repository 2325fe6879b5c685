import type { BlockRange, TransactionPlace } from '../../api/answers.js';
import { type ServiceProblem, wrongParameters } from '../../http/handler.js';
import type { LogsOutcome } from './get-logs.js';
import { NodeError } from '../nodes/node-error.js';
import type { Log } from './parse-logs.js';

/** A transaction and its events, in the order in which they were logged. */
export type LoggedTransaction = TransactionPlace & { readonly logs: readonly Log[] };

/** Which transactions of a search to give. */
export interface LogSearch {
  readonly range: BlockRange;
  readonly sort: 'asc' | 'desc';
  readonly skip: number;
  readonly take: number;
  /** Where to begin: so many transactions come in front of this block, in the order of the search. */
  readonly from: { readonly count: number; readonly block: number };
  /** Finds the events of some blocks, oldest first. */
  readonly findLogs: (blocks: { readonly from: number; readonly to: number }) => Promise<LogsOutcome>;
  /** Told how many transactions come in front of the block where the page ends: the next page begins there. */
  readonly onEnd: (block: number, count: number) => void;
  readonly width: SearchWidth;
}

/** The most blocks to ask a node for at once; it learns what the node allows. */
export interface SearchWidth {
  most: number;
  /** Parts that were answered since it was changed. */
  answered: number;
}

/** What a search found; `ended` where the range holds no more. */
export interface LogSearchResult {
  readonly transactions: readonly LoggedTransaction[];
  readonly ended: boolean;
}

/** Blocks that are asked for first: most nodes allow so many, and early pages need no more. */
const firstWidth = 2_000;
const widest = 50_000;
/** A part that took longer is not followed by a wider one. */
const slowMs = 1_000;
/** Parts that one page may cost. Without it a node that always wants less would be asked for each block by itself. */
const mostParts = 2_000;
/** What the events of a page may hold: characters of data, which answers of nodes are full of where they want to fill memory. */
const mostData = 16 << 20;
/** Parts in a row that a node answers before it is asked for more than it once refused. */
const widenAfter = 8;

/** The width that a node is asked with at first. */
export function createWidth(): SearchWidth {
  return { most: widest, answered: 0 };
}

/** Goes through the range part by part, in the direction of the order, until the page is full. Holds one part at a time. */
export async function searchLogs(search: LogSearch): Promise<LogSearchResult> {
  const { range, sort, skip, take, width } = search;
  const page: LoggedTransaction[] = [];
  let dataLength = 0;
  let blockBegan = search.from;
  let { count, block } = search.from;
  let blocks = Math.min(firstWidth, width.most);
  for (let parts = 0; sort === 'asc' ? block <= range.endBlock : block >= range.startBlock; parts++) {
    if (parts === mostParts) throw new NodeError('it wants to be searched in too many parts');
    const [from, to] =
      sort === 'asc'
        ? [block, Math.min(block + blocks - 1, range.endBlock)]
        : [Math.max(block - blocks + 1, range.startBlock), block];
    const startedAt = performance.now();
    const { logs } = await search.findLogs({ from, to });
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
      if (dataLength > mostData) throw tooLarge();
      if (page.length === take) search.onEnd(blockBegan.block, blockBegan.count);
    }
    block = sort === 'asc' ? to + 1 : from - 1;
    if (page.length === take) break;
    widen(width);
    if (performance.now() - startedAt < slowMs) blocks = Math.min(blocks * 2, width.most);
  }
  const ended = sort === 'asc' ? block > range.endBlock : block < range.startBlock;
  return { transactions: page, ended };
}

/** Halves what was refused. */
function narrow(width: SearchWidth, asked: number): number {
  if (asked === 1) throw new NodeError('it refuses to search a single block');
  width.most = Math.ceil(asked / 2);
  width.answered = 0;
  return width.most;
}

/** What a node refused where it found too much, it may allow elsewhere. */
function widen(width: SearchWidth): void {
  if (++width.answered < widenAfter) return;
  width.most = Math.min(width.most * 2, widest);
  width.answered = 0;
}

function tooLarge(): ServiceProblem {
  const detail = 'the events of so many transactions are too large for one page; ask for fewer';
  return wrongParameters([{ parameter: 'offset', detail }]);
}

/** The transactions of events that are given oldest first, in the order of the search. */
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
