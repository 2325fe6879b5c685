import { createAbortController } from '../../../net/abort.js';
import { RequestBudget } from '../../http/request-budget.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { DatabaseError, type Engine } from '../../database/engine.js';
import { BoundedMap } from '../../bounded-map.js';
import type { DatabaseRoom } from '../database-room.js';
import type { NodeRequest, Nodes } from '../nodes/failover.js';
import type { CheckedNode } from '../nodes/health-check.js';
import type { EventFilter } from './event-filter.js';
import { EventPages } from './event-pages.js';
import { EventTable, filterBytes, type FilterState } from './event-table.js';
import { FilterProgress } from './filter-progress.js';
import { FilterReader, LeaseLost } from './filter-reader.js';
import { NodeLimits } from './node-limits.js';
import { HeldSize } from './read-chunks.js';

/** How filters are read. */
export interface EventIndexOptions {
  readonly engine: Engine;
  /** Names this instance in leases. */
  readonly instance: string;
  readonly room: DatabaseRoom;
  /** Blocks at the head that are left out, since they may be replaced. */
  readonly confirmations: number;
  /** How long an instance that does not answer keeps what it has claimed, in milliseconds. */
  readonly leaseMs: number;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** The reading of one filter by this instance. */
interface Job {
  /** Whether the new blocks were read; false if they cannot be, or another instance reads them. */
  readonly caughtUp: Promise<boolean>;
  /** Settles when all that can be read is. */
  done: Promise<void>;
  /** When a node was last asked for its newest block, if all up to that are read; by the clock of the options. */
  lookedAt: number;
  /** True once it reads nothing any more. */
  isEnding: boolean;
  /** The last block that anybody waits for, if it is known to be above those that are read. */
  reach: number;
  failure: ServiceProblem | DatabaseError | null;
}

/** Nodes, networks and filters of which something is remembered. */
const maxRemembered = 10_000;
/** How often it is noted that a filter is used. */
const touchMs = 60_000;
/** How far new events may exceed what a filter may take: one that began anew at once would be read all the time. */
const growth = 1.5;
/** How many filters are followed for one token at a time: of what the nodes take of it, most is for requests that wait. */
const followedPerOwner = 8;

/** Reads filters into the database, each once for all who ask for it, whichever instance they ask. */
export class EventIndex {
  readonly pages: EventPages;
  readonly #table: EventTable;
  readonly #nodes: Nodes;
  readonly #options: EventIndexOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #progress: FilterProgress<FilterState>;
  readonly #ending = createAbortController();
  readonly #limits = new BoundedMap<string, NodeLimits>(maxRemembered);
  readonly #ahead = new BoundedMap<string, HeldSize>(maxRemembered);
  readonly #touched = new BoundedMap<string, number>(maxRemembered);
  readonly #following = new RequestBudget(followedPerOwner);
  /** Bytes of filters that were made since the size of the database was last checked. */
  #madeBytes = 0;

  constructor(nodes: Nodes, options: EventIndexOptions) {
    this.#nodes = nodes;
    this.#options = options;
    this.#progress = new FilterProgress(options.now);
    const table = new EventTable(options.engine, options.instance, options.leaseMs);
    this.#table = table;
    this.pages = new EventPages(options.engine);
    options.room.add({
      measure: () => table.measure(),
      findOldest: async () => {
        const oldest = await table.findOldest();
        return oldest === null ? null : { usedAt: oldest.usedAt, evict: () => table.evict(oldest) };
      },
    });
  }

  /** What is known of a filter now. Makes it where it is new. */
  async find(filter: EventFilter): Promise<FilterState> {
    const key = keyOf(filter);
    const now = this.#options.now();
    const isNew = now - (this.#touched.get(key) ?? -Infinity) > touchMs;
    const known = await this.#table.read(filter);
    if (known !== null && !isNew) return known;
    // Anybody may ask for a network that there is not.
    if (known === null) await this.#nodes.requireListed({ network: filter.network, kind: 'evm' });
    this.#touched.set(key, now);
    await this.#table.touch(filter);
    if (known === null) this.#countNewFilter();
    // Another instance may have been deleting it.
    return (await this.#table.read(filter)) ?? this.find(filter);
  }

  /**
   * Reads a filter in the background, unless this instance does already; resolves to its reading. `owner` is whose turns it takes at the nodes, `reach` a
   * block that they have to have: a node that lags behind has none of the events that another one has shown.
   */
  read(filter: EventFilter, owner: string, reach = 0): Job {
    const key = keyOf(filter);
    const running = this.#jobs.get(key);
    if (running !== undefined && !running.isEnding) {
      running.reach = Math.max(running.reach, reach);
      return running;
    }
    let catchUp: (isDone: boolean) => void = () => undefined;
    const caughtUp = new Promise<boolean>((resolve) => (catchUp = resolve));
    const begin = async (): Promise<void> => {
      // It looked at the head a while ago.
      await running?.done.catch(() => undefined);
      try {
        await this.#run(filter, owner, job, () => catchUp(true));
      } catch (error) {
        if (error instanceof ServiceProblem || error instanceof DatabaseError) job.failure = error;
        else if (!(error instanceof LeaseLost)) throw error;
      } finally {
        if (this.#jobs.get(key) === job) this.#jobs.delete(key);
        catchUp(false);
        this.#progress.note(key, true);
      }
    };
    const job: Job = {
      ...{ caughtUp, failure: null, reach },
      lookedAt: -Infinity,
      isEnding: false,
      done: Promise.resolve(),
    };
    this.#jobs.set(key, job);
    job.done = begin();
    job.done.catch(() => undefined);
    return job;
  }

  /** Reads the new blocks of a filter in the background, unless it is being read, or many others of the token are: nobody waits for it. */
  follow(filter: EventFilter, owner: string): void {
    if (this.#jobs.has(keyOf(filter))) return;
    this.#following.run(owner, () => this.read(filter, owner).caughtUp).catch(() => undefined);
  }

  /** Waits until a filter has progressed, for at most a quarter of a second; resolves to what is known of it then. */
  waitForProgress(filter: EventFilter, limitMs: number): Promise<FilterState> {
    return this.#progress.wait(keyOf(filter), limitMs, () => this.find(filter));
  }

  /** The limits of a node of a network. */
  findLimits(network: string, { id }: Pick<CheckedNode, 'id'>): NodeLimits {
    const key = `${network} ${id}`;
    const limits = this.#limits.get(key) ?? new NodeLimits();
    this.#limits.set(key, limits);
    return limits;
  }

  /** Ends all reading; what is read stays. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled([...this.#jobs.values()].map(({ done }) => done));
  }

  async #run(filter: EventFilter, owner: string, job: Job, catchUp: () => void): Promise<void> {
    if (!(await this.#table.claim(filter))) return;
    const { leaseMs, confirmations, now } = this.#options;
    const stop = createAbortController();
    const end = () => stop.abort();
    this.#ending.signal.addEventListener('abort', end, { once: true });
    if (this.#ending.signal.aborted) end();
    let renewed: Promise<void> | undefined;
    // A node may take longer over an answer than the lease lasts.
    const renew = setInterval(() => {
      renewed = this.#table.claim(filter).then((isOurs) => {
        if (!isOurs) end();
      }, end);
    }, leaseMs / 3).unref();
    const reader = new FilterReader({
      ...{
        filter,
        confirmations,
        now,
        table: this.#table,
        stop: stop.signal,
        ahead: this.#findAhead(filter.network),
      },
      getReach: () => job.reach,
      findLimits: (node) => this.findLimits(filter.network, node),
      onCaughtUp: (askedAt) => (job.lookedAt = askedAt),
      onProgress: (isWhole) => {
        job.isEnding ||= isWhole;
        this.#progress.note(keyOf(filter), isWhole);
      },
      makeRoom: this.#createRoomMaker(filter),
    });
    const { network } = filter;
    const ask = (lane: 'short' | 'walk', send: (node: CheckedNode, request: NodeRequest) => Promise<void>) =>
      this.#nodes.request({ network, kind: 'evm', lane, owners: () => [owner], signal: stop.signal }, send);
    try {
      await ask('short', (node, request) => reader.catchUp(node, request));
      const { state, covered } = await this.find(filter);
      job.isEnding = state !== 'open' || covered === null || covered.from === 0;
      catchUp();
      if (!job.isEnding) await ask('walk', (node, request) => reader.readDown(node, request));
    } catch (error) {
      if (!this.#ending.signal.aborted) throw error;
      throw new ServiceProblem(503, 'the service is stopping', { retryAfterSeconds: 5 });
    } finally {
      clearInterval(renew);
      this.#ending.signal.removeEventListener('abort', end);
      // It would claim again what is released before.
      await renewed;
      await this.#table.release(filter).catch(() => undefined);
    }
  }

  /** Keeps the database within its size though most filters have no events: whoever may search can make any number of them. */
  #countNewFilter(): void {
    const { room } = this.#options;
    this.#madeBytes += filterBytes;
    if (this.#madeBytes < room.stepBytes) return;
    this.#madeBytes = 0;
    // No request waits for it: deleting a large filter takes long. If it fails, the next step tries again.
    room.make().catch(() => undefined);
  }

  /** Keeps the database within its size. False if a filter alone is too large. */
  #createRoomMaker(filter: EventFilter): (side: 'above' | 'below') => Promise<boolean> {
    const { room } = this.#options;
    let measuredAt = -Infinity;
    return async (side) => {
      const bytes = await this.#table.measure(filter);
      if (bytes > room.largestBytes * (side === 'above' ? growth : 1)) return false;
      if (bytes - measuredAt < room.stepBytes) return true;
      measuredAt = bytes;
      return room.make();
    };
  }

  #findAhead(network: string): HeldSize {
    const ahead = this.#ahead.get(network) ?? new HeldSize();
    this.#ahead.set(network, ahead);
    return ahead;
  }
}

function keyOf({ network, key }: EventFilter): string {
  return JSON.stringify([network, key]);
}
