import { aborted, raceAbort } from '../../../net/abort.js';
import { requestRefused } from '../nodes/node-error.js';
import { NodeTimeout } from '../nodes/call-timeout.js';
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

/** Chunks under way and waiting, of one search. */
const maxSlots = 8;
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

type SlotOutcome = LogsOutcome | { readonly kind: 'error'; readonly error: unknown };

/** A part of the range: `at` blocks from its start in the order of the search. */
interface Slot {
  readonly at: number;
  readonly count: number;
  /** Null until it is asked for. */
  outcome: Promise<SlotOutcome> | null;
  isSettled: boolean;
  heldSize: number;
}

/**
 * Reads the events of a range chunk by chunk, in the order of the search: several calls at once, as wide as the node allows. Throws a NodeError if the node fails; what was read before is right.
 */
export async function* readChunks(source: ChunkSource): AsyncGenerator<Chunk> {
  const queue = new ChunkQueue(source);
  const { parallel } = source.limits;
  let pausesLeft = pauses.count;
  try {
    for (;;) {
      const head = queue.startMore();
      if (head?.outcome == null) return;
      const outcome = await raceAbort(head.outcome, source.stop);
      if (outcome === aborted) return;
      switch (outcome.kind) {
        case 'logs':
          queue.shift();
          pausesLeft = pauses.count;
          yield { blocks: queue.toBlocks(head), logs: outcome.logs };
          break;
        case 'too-many-blocks':
          source.limits.refuse(head.count, outcome.stated);
          queue.replan();
          break;
        case 'too-much':
          queue.split();
          break;
        case 'refused':
          if (!queue.slowDown()) {
            const { retryAfterMs, error } = outcome;
            // Not for want of capacity: the node cannot be reached at all.
            if (retryAfterMs === null) source.limits.parallel = parallel;
            if (retryAfterMs === null || retryAfterMs > pauses.maxMs || pausesLeft-- === 0) throw error;
            if ((await raceAbort(waitMs(retryAfterMs), source.stop)) === aborted) return;
          }
          break;
        case 'error':
          if (outcome.error instanceof NodeTimeout) source.limits.timeOut(head.count);
          throw outcome.error;
      }
    }
  } finally {
    queue.end();
  }
}

/** The chunks under way, in the order of the search. */
class ChunkQueue {
  readonly #source: ChunkSource;
  readonly #total: number;
  #slots: Slot[] = [];
  /** Blocks of the range that slots cover or covered. */
  #planned = 0;
  #hasEnded = false;

  constructor(source: ChunkSource) {
    this.#source = source;
    this.#total = source.blocks.to - source.blocks.from + 1;
  }

  /** Starts as many calls as may be under way. The first slot; undefined at the end of the range. */
  startMore(): Slot | undefined {
    while (this.#maySendAnother()) {
      const next = this.#slots.find(({ outcome }) => outcome === null) ?? this.#plan();
      if (next === undefined) break;
      if (next.count > this.#source.limits.width) this.#cut(next, this.#source.limits.width);
      else this.#send(next);
    }
    return this.#slots[0];
  }

  shift(): void {
    const slot = this.#slots.shift();
    this.#source.ahead.add(-(slot?.heldSize ?? 0));
  }

  /** Asks for the first chunk again, in the widths that the node allows now. */
  replan(): void {
    const [head, ...others] = this.#slots;
    if (head === undefined) return;
    head.outcome = null;
    if (others.some(({ outcome }) => outcome !== null)) return;
    // Nothing after it is under way: new chunks fit better than pieces of this one.
    this.#planned = head.at;
    this.#slots = [];
  }

  /** Asks for the halves of the first chunk. Throws a NodeError if it is a single block. */
  split(): void {
    const [head] = this.#slots;
    if (head === undefined) return;
    if (head.count === 1) throw requestRefused('eth_getLogs of a single block is refused');
    this.#cut(head, Math.ceil(head.count / 2));
  }

  /** Asks for the first chunk again, beside fewer others; false if there were none. */
  slowDown(): boolean {
    const { limits } = this.#source;
    const [head, ...others] = this.#slots;
    if (head !== undefined) head.outcome = null;
    if (limits.parallel === 1 || others.every(({ outcome }) => outcome === null)) return false;
    limits.slowDown();
    return true;
  }

  toBlocks({ at, count }: Pick<Slot, 'at' | 'count'>): Blocks {
    const { blocks, sort } = this.#source;
    return sort === 'asc'
      ? { from: blocks.from + at, to: blocks.from + at + count - 1 }
      : { from: blocks.to - at - count + 1, to: blocks.to - at };
  }

  end(): void {
    this.#hasEnded = true;
    while (this.#slots.length > 0) this.shift();
  }

  #maySendAnother(): boolean {
    const { limits, ahead } = this.#source;
    const sent = this.#slots.filter(({ outcome }) => outcome !== null);
    const running = sent.filter(({ isSettled }) => !isSettled).length;
    // The first chunk is needed whatever else is held.
    if (this.#hasEnded || this.#slots[0]?.outcome == null) return !this.#hasEnded;
    if (running >= limits.parallel || sent.length >= maxSlots || ahead.isFull) return false;
    // A width that the node may refuse is tried alone.
    return running === 0 || this.#nextWidth() <= limits.proven;
  }

  #nextWidth(): number {
    const { limits } = this.#source;
    const waiting = this.#slots.find(({ outcome }) => outcome === null);
    const left = this.#total - this.#planned;
    return Math.min(limits.width, waiting?.count ?? left);
  }

  #plan(): Slot | undefined {
    const { limits } = this.#source;
    const left = this.#total - this.#planned;
    if (left === 0) return undefined;
    const slot = createSlot(this.#planned, Math.min(limits.width, left));
    this.#planned += slot.count;
    this.#slots.push(slot);
    return slot;
  }

  /** Splits a chunk in two; the second part may be cut again when its turn comes. */
  #cut(slot: Slot, width: number): void {
    const { at, count } = slot;
    const parts = [createSlot(at, width), createSlot(at + width, count - width)];
    this.#slots.splice(this.#slots.indexOf(slot), 1, ...parts);
  }

  #send(slot: Slot): void {
    const { limits, ahead, getLogs } = this.#source;
    const settle = (outcome: SlotOutcome): SlotOutcome => {
      slot.isSettled = true;
      if (outcome.kind === 'logs') {
        limits.answer(slot.count, outcome.durationMs);
        slot.heldSize = outcome.logs.reduce((sum, { data }) => sum + data.length + 1_000, 0);
        if (this.#slots.includes(slot)) ahead.add(slot.heldSize);
      }
      // In the order of the search: the next one is read ahead while the first is awaited.
      if (slot !== this.#slots[0]) this.startMore();
      return outcome;
    };
    slot.isSettled = false;
    slot.outcome = getLogs(this.toBlocks(slot)).then(settle, (error: unknown) =>
      settle({ kind: 'error', error }),
    );
  }
}

function createSlot(at: number, count: number): Slot {
  return { at, count, outcome: null, isSettled: false, heldSize: 0 };
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
