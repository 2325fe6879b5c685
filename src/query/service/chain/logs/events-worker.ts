import { LRUCache } from 'lru-cache';
import { ServiceProblem } from '../../http/service-problem.js';
import type { Worker } from '../../jobs/job-loop.js';
import { type ChunkWrite, type FilterRow, FilterRows } from './filter-rows.js';
import { ChunkReader, NodeLimits } from './chunk-reader.js';
import type { DatabaseRoom } from '../../jobs/database-room.js';
import type { JobTable } from '../../jobs/job-table.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import { type ChainLook, type ChainLooks, isContradicted, lagBlocks } from '../nodes/chain-look.js';
import { EvmClient } from '../nodes/evm-client.js';
import type { Lane, Nodes } from '../nodes/failover.js';
import { NodeError, nodeIsBehind, requestRefused } from '../nodes/node-error.js';
import { type EventFilter, parseFilter } from './event-filter.js';
import { type Blocks, getLogs } from './get-logs.js';
import { addTimes, findFirstBlock, showOneChain } from './node-blocks.js';
import type { Sort } from './search.js';

/** Filters of a network that are read at once. */
const limit = 8;
const maxRemembered = 10_000;

/** The worker that reads the events of filters into the database. */
export function createEventsWorker(options: EventsWorkerOptions): Worker {
  const memory = { max: maxRemembered, memoMethod: () => new NodeLimits() };
  const limits = new LRUCache<string, NodeLimits>(memory);
  return {
    limit,
    work: (lease) => {
      const findLimits = (nodeId: string) => limits.memo(`${lease.job.network} ${nodeId}`);
      return new FilterReader(lease, options, findLimits).read();
    },
    clear: (lease) => new FilterRows(lease).clear(),
    explain: (error) => {
      if (!(error instanceof ServiceProblem)) throw error;
      const { status, detail, extras } = error;
      // The next request tries again.
      return { status, detail, extras, keepMs: 0 };
    },
  };
}

export interface EventsWorkerOptions {
  readonly table: JobTable;
  readonly nodes: Nodes;
  readonly looks: ChainLooks;
  readonly room: DatabaseRoom;
  /** How long before the work on a filter a look at the head may have begun, in milliseconds. */
  readonly lookMs: number;
  readonly now: () => number;
}

/** Events from which on a contract is judged, and above which in all it is too busy: then two calls for an account cost less than its rows. */
const busyEvents = { sample: 10_000, all: 500_000 };
/** Blocks whose first and last one a node has to have before it is asked for the events in them. */
const historyBlocks = 2_000_000;
/** A node that allows so few blocks in a call would be asked for ever. */
const greedy = { calls: 2_000, blocksPerCall: 20 };
/** How often new blocks are read between older ones. */
const followMs = 2_000;
/** How far new events may exceed what a filter may take: one that began anew at once would be read all the time. */
const growth = 1.5;

/** One node, while a filter is read from it. */
interface AskedNode {
  readonly id: string;
  readonly client: EvmClient;
  readonly limits: NodeLimits;
}

/** Reads the events of a filter into the database, from whichever node answers: new blocks up to the head, and older ones down to the first. */
class FilterReader {
  readonly #lease: Lease;
  readonly #options: EventsWorkerOptions;
  readonly #findLimits: (nodeId: string) => NodeLimits;
  readonly #filter: EventFilter;
  readonly #rows: FilterRows;
  #look: ChainLook | null = null;
  #caughtUpAt = -Infinity;
  #calls = 0;
  #blocks = 0;
  #measuredBytes = -Infinity;

  constructor(lease: Lease, options: EventsWorkerOptions, findLimits: (nodeId: string) => NodeLimits) {
    this.#lease = lease;
    this.#options = options;
    this.#findLimits = findLimits;
    this.#filter = parseFilter(lease.job);
    this.#rows = new FilterRows(lease);
  }

  /** Reads until all is read, or others want the place. Throws a LeaseLost if another worker has the job, the nodes' problem if they fail. */
  async read(): Promise<'done' | 'unfinished'> {
    let isCaughtUp = await this.#catchUp();
    while (isCaughtUp) {
      const row = await this.#rows.read();
      if (row !== null && (row.state !== 'open' || row.covered.from === 0)) return 'done';
      if (row === null || this.#lease.isOver) break;
      isCaughtUp = await this.#ask('walk', (node) => this.#readDown(node));
    }
    return 'unfinished';
  }

  /** Reads new blocks. Resolves to false if the filter has to be read from the start. */
  async #catchUp(): Promise<boolean> {
    const { looks, lookMs, now } = this.#options;
    const { signal, job } = this.#lease;
    if (this.#look !== null) await this.#lease.claimMore();
    const asker = { owners: () => this.#lease.tokens, signal };
    const look = (this.#look = await looks.look(job.network, asker, now() - lookMs));
    const row = await this.#dropUntrusted(look);
    if (row?.state === 'busy') return true;
    const isUnchanged =
      row !== null && row.covered.to === look.end && (row.highHash ?? look.endHash) === look.endHash;
    if (!isUnchanged && !(await this.#ask('short', (node) => this.#readUp(node, look)))) return false;
    await this.#rows.noteLook(now() - look.lookedAt);
    this.#caughtUpAt = now();
    return true;
  }

  /** Drops what is of another chain, or was given by nodes that do not count any more. What is left; null if nothing is. */
  async #dropUntrusted({ generation, trusts }: ChainLook): Promise<FilterRow | null> {
    const row = await this.#rows.read();
    if (row === null) return null;
    const origins = await this.#rows.listOrigins();
    const trusted = origins.filter(({ node }) => trusts(node));
    if (row.generation === generation && trusted.length === origins.length) return row;
    const largest = findLargest(trusted.map(({ blocks }) => blocks));
    const to = Math.min(largest.to, row.final);
    // That there is too much counts only as long as those who gave it do.
    if (row.generation === generation && row.state === 'open' && largest.from <= to)
      await this.#rows.keep({ from: largest.from, to });
    else await this.#rows.clear();
    return this.#rows.read();
  }

  /** Runs a part of the reading at the nodes, the best first. */
  #ask<Value>(lane: Lane, read: (node: AskedNode) => Promise<Value>): Promise<Value> {
    const { signal, job } = this.#lease;
    const { network } = job;
    const question = { network, kind: 'evm', lane, owners: () => this.#lease.tokens, signal } as const;
    return this.#options.nodes.request(question, async (node, request) => {
      if (this.#look?.trusts(node.id) !== true) throw isContradicted();
      return read({ id: node.id, client: new EvmClient(node, request), limits: this.#findLimits(node.id) });
    });
  }

  async #readUp(node: AskedNode, look: ChainLook): Promise<boolean> {
    const { end, endHash, final, generation } = look;
    const findHash = async (block: number) => (await node.client.findBlock(block))?.hash ?? null;
    if (end >= 0 && (await findHash(end)) !== endHash) throw nodeIsBehind();
    const row = await this.#rows.read();
    if (row === null) await this.#rows.begin(generation, Math.min(final, end));
    else if (row.covered.to - end > lagBlocks) throw nodeIsBehind();
    // If what is read is older than what others have shown, nothing is new.
    else if (row.covered.to > end) return true;
    else if (row.highHash !== null) {
      const hash = await findHash(row.covered.to);
      if (hash === null) throw nodeIsBehind();
      if (hash !== row.highHash)
        await this.#rows.keep({ from: Math.min(row.covered.from, row.final + 1), to: row.final });
    }
    const { covered } = await this.#requireRow();
    const blocks = { from: covered.to + 1, to: end };
    return blocks.from > end || this.#readNew(node, blocks, look, covered.from <= final);
  }

  /** Reads new blocks. False if the events are too many, and the oldest of them have gone. */
  async #readNew(node: AskedNode, blocks: Blocks, look: ChainLook, mayBeginAnew: boolean): Promise<boolean> {
    for await (const chunk of this.#readChunks(node, blocks, 'asc')) {
      const { to } = chunk.blocks;
      // Where blocks may be replaced, all that is read together has to be of one chain.
      const highHash = to <= look.final ? null : await showOneChain(node.client, chunk, look);
      await this.#write(node, { ...chunk, side: 'above', highHash, final: Math.min(to, look.final) });
      if (chunk.logs.length === 0 || (await this.#makeRoom('above'))) continue;
      // Its oldest events have to go: they are read again as far as they have room.
      await (mayBeginAnew ? this.#rows.clear() : this.#rows.close('full'));
      return !mayBeginAnew;
    }
    return true;
  }

  /** Reads older blocks, with new blocks in between. Resolves to false if the filter has to be read from the start. */
  async #readDown(node: AskedNode): Promise<boolean> {
    const { now } = this.#options;
    const row = await this.#requireRow();
    const { covered } = row;
    let { count } = row;
    const wanted = { from: Math.max(0, covered.from - historyBlocks), to: covered.from - 1 };
    const blocks = { ...wanted, from: await findFirstBlock(node.client, wanted) };
    for await (const chunk of this.#readChunks(node, blocks, 'desc')) {
      count += await this.#write(node, { ...chunk, side: 'below' });
      const expected = (count / (covered.to - chunk.blocks.from + 1)) * (covered.to + 1);
      const isBusy = this.#filter.narrow !== null && count >= busyEvents.sample && expected > busyEvents.all;
      const isFull = !isBusy && chunk.logs.length > 0 && !(await this.#makeRoom('below'));
      if (isBusy || isFull) await this.#rows.close(isFull ? 'full' : 'busy');
      if (isBusy || isFull || this.#lease.isOver) return true;
      // Between two chunks: those that are read ahead stay.
      if (now() - this.#caughtUpAt > followMs && !(await this.#catchUp())) return false;
    }
    return true;
  }

  /** Keeps the database within its size. False if the filter does not fit. It may grow by half; then it is read from the start. */
  async #makeRoom(side: 'above' | 'below'): Promise<boolean> {
    const { table, room } = this.#options;
    const bytes = await table.measure(this.#lease.job);
    if (bytes > room.largestBytes * (side === 'above' ? growth : 1)) return false;
    if (bytes - this.#measuredBytes < room.stepBytes) return true;
    this.#measuredBytes = bytes;
    return room.make();
  }

  async #requireRow(): Promise<FilterRow> {
    const row = await this.#rows.read();
    if (row === null) throw new LeaseLost();
    return row;
  }

  /** Writes the events of a chunk that are of the filter, with the times of their blocks. Resolves to how many that are. */
  async #write({ id, client, limits }: AskedNode, chunk: Omit<ChunkWrite, 'node'>): Promise<number> {
    const accepted = chunk.logs.filter((log) => this.#filter.findAccounts(log) !== null);
    const logs = await addTimes(accepted, client, limits);
    await this.#rows.add(this.#filter, { ...chunk, logs, node: id });
    return logs.length;
  }

  #readChunks({ client, limits }: AskedNode, blocks: Blocks, sort: Sort) {
    const ask = async (part: Blocks) => {
      this.#calls += 1;
      if (this.#calls > greedy.calls && this.#blocks < this.#calls * greedy.blocksPerCall)
        throw requestRefused('too many calls of eth_getLogs');
      const outcome = await getLogs(client, this.#filter.filters, part).catch((error: unknown) => {
        // It may refuse only some of them, such as those that it has pruned.
        const mayHavePart = sort === 'desc' && part.to > part.from;
        if (mayHavePart && error instanceof NodeError && !error.isFault && !error.isLate)
          return { kind: 'too-much' as const };
        throw error;
      });
      if (outcome.kind === 'logs') this.#blocks += part.to - part.from + 1;
      return outcome;
    };
    return new ChunkReader({ sort, limits, getLogs: ask, lease: this.#lease }).read(blocks);
  }
}

/** The largest of the ranges that some blocks in order make together. */
function findLargest(blocks: readonly Blocks[]): Blocks {
  let largest: Blocks = { from: 0, to: -1 };
  let current = largest;
  for (const { from, to } of blocks) {
    current = from === current.to + 1 ? { from: current.from, to } : { from, to };
    if (current.to - current.from > largest.to - largest.from) largest = current;
  }
  return largest;
}
