import { aborted, raceAbort } from '../../../net/abort.js';
import { NodeTimeout } from '../nodes/call-timeout.js';
import { requestRefused } from '../nodes/node-error.js';
import type { Blocks, LogsOutcome } from './get-logs.js';
import type { NodeLimits } from './node-limits.js';
import type { Log } from './parse-logs.js';
import type { Sort } from './search-position.js';

/** The events of some blocks, oldest first. */
export interface Chunk {
  readonly blocks: Blocks;
  readonly logs: readonly Log[];
}

/** What to read of a node. */
export interface ChunkSource {
  readonly blocks: Blocks;
  readonly sort: Sort;
  readonly limits: NodeLimits;
  readonly getLogs: (blocks: Blocks) => Promise<LogsOutcome>;
  /** What all readers of the network together hold of chunks whose turn has not come. */
  readonly ahead: HeldSize;
  /** Ends the reading without an error. */
  readonly stop: AbortSignal;
}

/** A node that limits its rate is asked again so often, if it wants to be left in peace for no longer than this. */
const pauses = { count: 2, maxMs: 5_000 };

/** Counts the size of what is held for one network, in characters. */
export class HeldSize {
  static readonly #max = 16 << 20;
  #size = 0;

  get isFull(): boolean {
    return this.#size > HeldSize.#max;
  }

  add(size: number): void {
    this.#size += size;
  }
}

/** A call under way, or its answer, whose turn has not come. */
interface Call {
  readonly blocks: Blocks;
  readonly outcome: Promise<LogsOutcome | { readonly kind: 'error'; readonly error: unknown }>;
  isTaken: boolean;
  heldSize: number;
}

/**
 * Reads the events of a range chunk by chunk, in the order of the search: several calls at once, as wide as the node allows. Throws a NodeError if
 * the node fails; what was read before is right.
 */
export function readChunks(source: ChunkSource): AsyncGenerator<Chunk, void> {
  const { limits, sort, getLogs, ahead, stop } = source;
  const { parallel } = limits;
  let pausesLeft = pauses.count;
  /** Calls that were sent and whose turn has not come. */
  let pending = 0;

  const send = (blocks: Blocks): Call => {
    const settle = (outcome: Awaited<Call['outcome']>) => {
      if (outcome.kind !== 'logs') return outcome;
      limits.answer(countOf(blocks), outcome.durationMs);
      if (!call.isTaken) call.heldSize = outcome.logs.reduce((sum, { data }) => sum + data.length + 1_000, 0);
      ahead.add(call.heldSize);
      return outcome;
    };
    const outcome = getLogs(blocks).then(settle, (error: unknown) => ({ kind: 'error' as const, error }));
    const call: Call = { blocks, outcome, isTaken: false, heldSize: 0 };
    pending += 1;
    return call;
  };
  const drop = (call: Call) => {
    call.isTaken = true;
    pending -= 1;
    ahead.add(-call.heldSize);
    call.heldSize = 0;
  };
  /** Whether another call may be sent: a width that the node may refuse is tried alone. */
  const maySend = (calls: readonly Call[], blocks: Blocks) =>
    calls.length === 0 ||
    (pending < limits.parallel && !ahead.isFull && Math.min(limits.width, countOf(blocks)) <= limits.proven);

  async function* read(range: Blocks): AsyncGenerator<Chunk, void> {
    const calls: Call[] = [];
    try {
      for (let rest: Blocks | null = range; ;) {
        while (rest !== null && maySend(calls, rest)) {
          const [next, more]: readonly [Blocks, Blocks | null] = divide(rest, limits.width, sort);
          calls.push(send(next));
          rest = more;
        }
        const call = calls.shift();
        if (call === undefined) return;
        const outcome = await raceAbort(call.outcome, stop);
        drop(call);
        if (outcome === aborted) return;
        yield* take(call.blocks, outcome);
        if (stop.aborted) return;
      }
    } finally {
      calls.forEach(drop);
    }
  }

  /** The chunks of blocks for which a call was answered. */
  async function* take(blocks: Blocks, outcome: Awaited<Call['outcome']>): AsyncGenerator<Chunk, void> {
    switch (outcome.kind) {
      case 'logs':
        pausesLeft = pauses.count;
        yield { blocks, logs: outcome.logs };
        return;
      case 'too-many-blocks':
        limits.refuse(countOf(blocks), outcome.stated);
        return yield* read(blocks);
      case 'too-much': {
        const [half, other] = divide(blocks, Math.ceil(countOf(blocks) / 2), sort);
        if (other === null) throw requestRefused('eth_getLogs of a single block is refused');
        yield* read(half);
        return yield* read(other);
      }
      case 'refused':
        if (limits.parallel > 1 && pending > 0) limits.slowDown();
        else {
          const { retryAfterMs, error } = outcome;
          // Not for want of capacity: the node cannot be reached at all.
          if (retryAfterMs === null) limits.parallel = parallel;
          if (retryAfterMs === null || retryAfterMs > pauses.maxMs || pausesLeft-- === 0) throw error;
          if ((await raceAbort(waitMs(retryAfterMs), stop)) === aborted) return;
        }
        return yield* read(blocks);
      case 'error':
        if (outcome.error instanceof NodeTimeout) limits.timeOut(countOf(blocks));
        throw outcome.error;
    }
  }

  return read(source.blocks);
}

function countOf({ from, to }: Blocks): number {
  return to - from + 1;
}

/** So many blocks, which come first in the order of the search, and the rest; null if there is none. */
function divide({ from, to }: Blocks, count: number, sort: Sort): readonly [Blocks, Blocks | null] {
  if (count > to - from) return [{ from, to }, null];
  return sort === 'asc'
    ? [
        { from, to: from + count - 1 },
        { from: from + count, to },
      ]
    : [
        { from: to - count + 1, to },
        { from, to: to - count },
      ];
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
