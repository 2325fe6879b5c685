import { createEvmClient, type EvmClient } from '../nodes/evm-client.js';
import type { NodeRequest } from '../nodes/failover.js';
import type { CheckedNode } from '../nodes/health-check.js';
import { isOutvoted } from '../nodes/latest-block.js';
import { NodeError, requestRefused } from '../nodes/node-error.js';
import { type ChainHead, findChainHead, findFirstBlock, findHash } from './chain-head.js';
import type { EventFilter } from './event-filter.js';
import { type EventTable, type FilterState, noBlock } from './event-table.js';
import { type Blocks, getLogs, nodeIsBehind } from './get-logs.js';
import type { NodeLimits } from './node-limits.js';
import type { Log } from './parse-logs.js';
import { HeldSize, readChunks } from './read-chunks.js';
import type { Sort } from './search-position.js';

/** What a reader of a filter needs. */
export interface ReaderOptions {
  readonly filter: EventFilter;
  readonly table: EventTable;
  /** Blocks at the head that are left out. */
  readonly confirmations: number;
  /** A block that a node has to have to be read from, since somebody waits for it. Read anew for each node. */
  readonly getReach: () => number;
  readonly findLimits: (node: CheckedNode) => NodeLimits;
  readonly ahead: HeldSize;
  /** Ends the reading without an error. */
  readonly stop: AbortSignal;
  /** Called whenever the last block that is read is the newest, with the time when the node was asked for it. */
  readonly onCaughtUp: (askedAt: number) => void;
  /** Called whenever something was read, with whether that was the last of it. */
  readonly onProgress: (isWhole: boolean) => void;
  /** Looks after the size of the database; false if the filter does not fit. Above what was read it may grow by half before it has to begin anew. */
  readonly makeRoom: (side: 'above' | 'below') => Promise<boolean>;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** Events from which on a contract is judged, and above which in all it is too busy: then two calls for an account cost less than its rows. */
const busyEvents = { sample: 10_000, all: 500_000 };
/** Events that are held before they are written: some 20 MB. */
const maxHeld = 20_000;
/** Blocks whose first and last one a node has to have before it is asked for the events in them. */
const historyBlocks = 2_000_000;
/** A node that allows so few blocks in a call would be asked for ever. */
const greedy = { calls: 2_000, blocksPerCall: 20 };
/** Blocks at the head that some nodes may not have yet. */
const lagBlocks = 20;
/** How often new blocks are read between older ones. */
const followMs = 2_000;

/** Thrown if another instance reads the filter now: what this one knows of it is out of date. */
export class LeaseLost extends Error {}

/** One node, while a filter is read from it. */
interface AskedNode {
  readonly client: EvmClient;
  readonly node: CheckedNode;
  readonly limits: NodeLimits;
}

/** Reads the events of a filter into the database, from whichever node answers: new blocks up to the head, and older ones down to the first. */
export class FilterReader {
  readonly #options: ReaderOptions;
  #caughtUpAt = -Infinity;
  #calls = 0;
  #blocks = 0;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  /** Reads the new blocks. Throws a NodeError if the next node should be tried, a LeaseLost if another instance reads. */
  catchUp(node: CheckedNode, request: NodeRequest): Promise<void> {
    return this.#ask(node, request, (asked) => this.#catchUp(asked));
  }

  /** Reads older blocks, and new ones meanwhile, until all are read, the filter is closed, or the reading is to stop. Throws as `catchUp` does. */
  readDown(node: CheckedNode, request: NodeRequest): Promise<void> {
    return this.#ask(node, request, async (asked) => {
      while (await this.#readSomeDown(asked));
    });
  }

  async #ask(
    node: CheckedNode,
    request: NodeRequest,
    read: (asked: AskedNode) => Promise<void>,
  ): Promise<void> {
    if (isOutvoted(node, request.nodes))
      throw requestRefused('the node contradicts others about the latest block');
    const client = createEvmClient(node, request);
    try {
      await read({ client, node, limits: this.#options.findLimits(node) });
    } finally {
      client.close();
    }
  }

  async #readState(): Promise<FilterState> {
    const { table, filter } = this.#options;
    const state = await table.read(filter);
    if (state === null || state.isLeased) throw new LeaseLost();
    return state;
  }

  async #catchUp(asked: AskedNode): Promise<void> {
    const { table, filter, confirmations, getReach, stop, now } = this.#options;
    const askedAt = now();
    const head = await findChainHead(asked.client, asked.node, confirmations);
    if ((head?.end ?? 0) < getReach()) throw nodeIsBehind();
    let state = await this.#readState();
    const lag = (state.covered?.to ?? noBlock) - (head?.end ?? noBlock);
    if (lag > lagBlocks) throw nodeIsBehind();
    // If what is read is older than what others have shown, nothing is new.
    if (lag > 0 || head === null) return this.#noteCaughtUp(askedAt);
    if (state.covered === null) {
      this.#keep(await table.begin(filter, head.final));
      state = await this.#readState();
    } else if (!(await this.#isSame(asked.client, state, head))) {
      this.#keep(await table.truncate(filter, state.final));
      state = await this.#readState();
    }
    const high = state.covered?.to ?? head.final;
    const mayBeginAnew = (state.covered?.from ?? Infinity) <= head.final;
    if (head.end > high)
      await this.#readUp(asked, { from: high + 1, to: head.end }, { ...head, mayBeginAnew });
    // It has ended without an error, but not with the last block.
    if (stop.aborted) throw new LeaseLost();
    await this.#noteCaughtUp(askedAt);
    this.#options.onProgress(false);
  }

  /** @param askedAt when the node was asked for its head */
  async #noteCaughtUp(askedAt: number): Promise<void> {
    const { table, filter, now, onCaughtUp } = this.#options;
    this.#caughtUpAt = now();
    this.#keep(await table.noteCaughtUp(filter, this.#caughtUpAt - askedAt));
    onCaughtUp(askedAt);
  }

  /** Whether the blocks that were read are still those of the node. Throws a NodeError if it does not have them. */
  async #isSame(client: EvmClient, { covered, highHash }: FilterState, head: ChainHead): Promise<boolean> {
    if (covered === null || highHash === null) return true;
    const hash = covered.to === head.end ? head.endHash : await findHash(client, covered.to);
    if (hash === null) throw nodeIsBehind();
    return hash === highHash;
  }

  async #readUp(
    asked: AskedNode,
    blocks: Blocks,
    head: ChainHead & { readonly mayBeginAnew: boolean },
  ): Promise<void> {
    const { table, filter, makeRoom } = this.#options;
    let held: Log[] = [];
    let { from } = blocks;
    for await (const chunk of this.#readChunks(asked, blocks, 'asc')) {
      const { to } = chunk.blocks;
      held = held.concat(chunk.logs);
      const isFinal = to <= head.final;
      // What may be replaced is written together, as far as it can be held.
      if (!isFinal && to < head.end && held.length < maxHeld) continue;
      const highHash = isFinal ? null : await this.#showOneChain(asked.client, held, to, head);
      const written = { blocks: { from, to }, logs: held, side: 'above', highHash } as const;
      this.#keep(await table.add(filter, { ...written, final: Math.min(to, head.final) }));
      this.#options.onProgress(false);
      if (held.length > 0 && !(await makeRoom('above'))) {
        // Its oldest events have to go: they are read again as far as they have room.
        if (head.mayBeginAnew) await table.reset(filter);
        else await table.close(filter, 'full');
        throw new LeaseLost();
      }
      [held, from] = [[], to + 1];
    }
  }

  /** The hash of the last of some blocks, once the last block at the head has shown that all events are of one chain. Throws a NodeError if they are not. */
  async #showOneChain(client: EvmClient, logs: readonly Log[], to: number, head: ChainHead): Promise<string> {
    const hash = to === head.end ? head.endHash : await findHash(client, to);
    const last = await findHash(client, head.end);
    const isOneChain = logs.every(({ blockNumber, blockHash }) => blockNumber !== to || blockHash === hash);
    if (hash === null || last !== head.endHash || !isOneChain)
      throw new NodeError('the chain of the node was replaced meanwhile', { isFault: false });
    return hash;
  }

  /** True if there is more. */
  async #readSomeDown(asked: AskedNode): Promise<boolean> {
    const { table, filter, now, makeRoom, onProgress } = this.#options;
    const known = await this.#readState();
    const { covered, state } = known;
    let { count } = known;
    if (covered === null || covered.from === 0 || state !== 'open') return false;
    const all = covered.to + 1;
    const wanted = { from: Math.max(0, covered.from - historyBlocks), to: covered.from - 1 };
    const blocks = { ...wanted, from: await findFirstBlock(asked.client, wanted) };
    for await (const chunk of this.#readChunks(asked, blocks, 'desc')) {
      this.#keep(await table.add(filter, { ...chunk, side: 'below' }));
      onProgress(chunk.blocks.from === 0);
      count += chunk.logs.length;
      const read = covered.to - chunk.blocks.from + 1;
      const isBusy = count >= busyEvents.sample && (count / read) * all > busyEvents.all;
      if (isBusy && filter.narrow !== null) {
        await table.close(filter, 'busy');
        onProgress(true);
        this.#keep(await table.empty(filter));
        return false;
      }
      if (chunk.logs.length > 0 && !(await makeRoom('below'))) {
        await table.close(filter, 'full');
        return false;
      }
      // Between two chunks: those that are read ahead stay.
      if (now() - this.#caughtUpAt > followMs) await this.#catchUp(asked);
    }
    return !this.#options.stop.aborted && blocks.from > 0;
  }

  #readChunks({ client, limits }: AskedNode, blocks: Blocks, sort: Sort) {
    const { filter, ahead, stop } = this.#options;
    return readChunks({
      ...{ blocks, sort, limits, ahead, stop },
      getLogs: async (part) => {
        this.#calls += 1;
        if (this.#calls > greedy.calls && this.#blocks < this.#calls * greedy.blocksPerCall)
          throw requestRefused('too many calls of eth_getLogs');
        const outcome = await getLogs(client, filter.filters, part).catch((error: unknown) => {
          // It may refuse only some of them, such as those that it has pruned.
          const mayHavePart = sort === 'desc' && part.to > part.from;
          if (mayHavePart && error instanceof NodeError && !error.isFault && !error.isLate)
            return { kind: 'too-much' as const };
          throw error;
        });
        if (outcome.kind === 'logs') this.#blocks += part.to - part.from + 1;
        return outcome;
      },
    });
  }

  #keep(isWritten: boolean): void {
    if (!isWritten) throw new LeaseLost();
  }
}
