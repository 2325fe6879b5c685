import { requestRefused } from '../nodes/node-error.js';

/** The limits that nodes usually have on the blocks of one search, and the widest search that is tried. */
const usualWidths = [
  100_000, 50_000, 20_000, 10_000, 5_000, 3_000, 2_000, 1_000, 500, 200, 100, 50, 20, 10, 5, 2, 1,
] as const;
/** Calls in a row that a node answers before it gets a wider one than it has refused, and more at once. */
const retryAfter = { refused: 64, stated: 1_024 };
/** Calls at once to a node that refuses none. */
const maxParallel = 4;
/** No search is made narrower than this for want of an answer in time: nodes answer it in no time. */
const quickWidth = 2_000;

/** What a node allows, as far as it is known: it outlives the requests, so that each limit is met once. */
export class NodeLimits {
  /** Maximum number of blocks of a call. */
  width: number = usualWidths[0];
  /** The widest call that was answered since it was last refused. */
  proven = 0;
  /** Maximum number of calls at once. */
  parallel = maxParallel;
  /** False if it refused calls that were sent together. */
  takesBatches = true;
  #answered = 0;
  #retryAfter = retryAfter.refused;

  /** Counts a call that was answered. */
  answer(blocks: number): void {
    this.proven = Math.max(this.proven, blocks);
    if (++this.#answered < this.#retryAfter) return;
    this.#answered = 0;
    this.width = usualWidths.findLast((width) => width > this.width) ?? this.width;
    this.parallel = Math.min(this.parallel * 2, maxParallel);
  }

  /** Learns that a call had no answer in time: so many blocks may be too many for the node, unless it has answered as many. */
  timeOut(blocks: number): void {
    if (blocks > Math.max(this.proven, quickWidth)) this.refuse(blocks, []);
  }

  /** Learns from the refusal of so many blocks. Throws a NodeError if it was one. */
  refuse(blocks: number, stated: readonly number[]): void {
    if (blocks === 1) throw requestRefused('eth_getLogs of a single block is refused');
    // A message may repeat the number of blocks that it refuses, which some count without the last one.
    const limit = Math.max(...stated.filter((number) => number > 0 && number < blocks - 1));
    const isStated = limit > 0 && limit <= this.width;
    const width = isStated ? limit : (usualWidths.find((usual) => usual < blocks) ?? 1);
    if (!isStated && width >= this.width) return;
    this.width = width;
    this.proven = Math.min(this.proven, width);
    this.#answered = 0;
    this.#retryAfter = isStated ? retryAfter.stated : retryAfter.refused;
  }

  /** Learns that a call was refused beside others. */
  slowDown(): void {
    this.parallel = Math.max(1, Math.floor(this.parallel / 2));
    this.#answered = 0;
  }
}
