import { aborted, raceAbort, sleep } from '../../../../net/abort.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import { NodeTimeout, requestRefused } from '../nodes/node-error.js';
import type { Blocks, Log, LogsOutcome } from './get-logs.js';
import type { Sort } from './search.js';

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
  parallel = maxParallel;
  /** False if it refused calls that were sent together. */
  takesBatches = true;
  #answered = 0;
  #retryAfter = retryAfter.refused;

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

/** The events of some blocks, oldest first. */
export interface Chunk {
  readonly blocks: Blocks;
  readonly logs: readonly Log[];
}

export interface ChunkSource {
  readonly sort: Sort;
  readonly limits: NodeLimits;
  readonly getLogs: (blocks: Blocks) => Promise<LogsOutcome>;
  readonly lease: Pick<Lease, 'signal'>;
}

/** A node that limits its rate is asked again so often, if it wants to be left in peace for no longer than this. */
const pauses = { count: 2, maxMs: 5_000 };
/** The size of chunks whose turn has not come, in characters, from which on no more are read ahead. */
const maxHeld = 2 << 20;

type Outcome = LogsOutcome | { readonly kind: 'error'; readonly error: unknown };

/** A call under way, or its answer, whose turn has not come. */
interface Call {
  readonly blocks: Blocks;
  readonly outcome: Promise<Outcome>;
  size: number;
}

export class ChunkReader {
  readonly #source: ChunkSource;
  /** How many calls at once the node allowed before this. */
  readonly #parallel: number;
  readonly #pending = new Set<Call>();
  #pausesLeft = pauses.count;

  constructor(source: ChunkSource) {
    this.#source = source;
    this.#parallel = source.limits.parallel;
  }

  /**
   * Reads the events of a range chunk by chunk, in the order of the search: several calls at once, as wide as the node allows, and no wider than
   * `most`. Throws a NodeError if the node fails, a LeaseLost if the lease is; what was read before is right.
   */
  async *read(range: Blocks, most = Infinity): AsyncGenerator<Chunk, void> {
    const { signal } = this.#source.lease;
    const calls: Call[] = [];
    try {
      for (let remainder: Blocks | null = range; ;) {
        if (signal.aborted) throw new LeaseLost();
        remainder = this.#sendAhead(calls, remainder, most);
        const call = calls.shift();
        if (call === undefined) return;
        const outcome = await raceAbort(call.outcome, signal);
        this.#pending.delete(call);
        if (outcome === aborted) throw new LeaseLost();
        if (outcome.kind === 'logs') {
          this.#pausesLeft = pauses.count;
          yield { blocks: call.blocks, logs: outcome.logs };
        } else yield* this.read(call.blocks, await this.#learn(countOf(call.blocks), outcome));
      }
    } finally {
      for (const call of calls) this.#pending.delete(call);
    }
  }

  /** Adds as many calls as may be sent now, at least one; the blocks that are left. */
  #sendAhead(calls: Call[], blocks: Blocks | null, most: number): Blocks | null {
    const { limits, sort } = this.#source;
    for (let remainder = blocks; remainder !== null;) {
      const width = Math.min(most, limits.width, countOf(remainder));
      if (calls.length > 0 && !this.#maySend(width)) return remainder;
      const [next, others] = divide(remainder, width, sort);
      calls.push(this.#send(next));
      remainder = others;
    }
    return null;
  }

  /** Whether so many blocks may be asked for beside other calls: a width that the node may refuse is tried alone. */
  #maySend(blocks: number): boolean {
    const { limits } = this.#source;
    return (
      this.#pending.size < limits.parallel &&
      blocks <= limits.proven &&
      [...this.#pending].reduce((sum, { size }) => sum + size, 0) <= maxHeld
    );
  }

  #send(blocks: Blocks): Call {
    const { getLogs, limits } = this.#source;
    const settle = (outcome: Outcome) => {
      if (outcome.kind !== 'logs') return outcome;
      limits.answer(countOf(blocks));
      call.size = outcome.logs.reduce((sum, { data }) => sum + data.length + 1_000, 0);
      return outcome;
    };
    const outcome = getLogs(blocks).then(settle, (error: unknown) => ({ kind: 'error' as const, error }));
    const call: Call = { blocks, outcome, size: 0 };
    this.#pending.add(call);
    return call;
  }

  /** Learns from the refusal of so many blocks; with how many at most they are to be read again. Throws a NodeError if they are not. */
  async #learn(count: number, outcome: Exclude<Outcome, { kind: 'logs' }>): Promise<number> {
    const { limits, lease } = this.#source;
    switch (outcome.kind) {
      case 'too-many-blocks':
        limits.refuse(count, outcome.stated);
        return Infinity;
      case 'too-much':
        if (count === 1) throw requestRefused('eth_getLogs of a single block is refused');
        return Math.ceil(count / 2);
      case 'refused': {
        const { retryAfterMs, error } = outcome;
        if (limits.parallel > 1 && this.#pending.size > 0) limits.slowDown();
        // Not for want of capacity: the node cannot be reached at all.
        else if (retryAfterMs === null) {
          limits.parallel = this.#parallel;
          throw error;
        } else if (retryAfterMs > pauses.maxMs || this.#pausesLeft-- === 0) throw error;
        else await sleep(retryAfterMs, lease.signal);
        return Infinity;
      }
      case 'error':
        if (outcome.error instanceof NodeTimeout) limits.timeOut(count);
        throw outcome.error;
    }
  }
}

function countOf({ from, to }: Blocks): number {
  return to - from + 1;
}

/** So many blocks, which come first in the order of the search, and the rest; null if there is none. */
function divide({ from, to }: Blocks, count: number, sort: Sort): readonly [Blocks, Blocks | null] {
  if (count > to - from) return [{ from, to }, null];
  const [lower, upper] = sort === 'asc' ? [from + count - 1, from + count] : [to - count, to - count + 1];
  const parts = [
    { from, to: lower },
    { from: upper, to },
  ] as const;
  return sort === 'asc' ? parts : [parts[1], parts[0]];
}
