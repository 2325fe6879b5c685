import { randomUUID } from 'node:crypto';
import { waitAtMost } from '../../net/abort.js';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';
import { DatabaseError, type Engine } from '../database/engine.js';
import { databaseDown, tooBusy } from '../http/service-problem.js';
import { DatabaseRoom } from '../jobs/database-room.js';
import { JobLoop, type JobLoopOptions } from '../jobs/job-loop.js';
import { JobTable } from '../jobs/job-table.js';
import { DatabaseRoom as HoldersRoom } from './database-room.js';
import { createHoldersHandler, createHolderSummaryHandler } from './holders/handlers.js';
import type { LogEvent } from './holders/snapshot-options.js';
import { SnapshotSource, type SnapshotState } from './holders/snapshot-source.js';
import { createEventsHandler, createTransfersHandler } from './logs/handlers.js';
import { PageFinder } from './logs/page-finder.js';
import { createEventsWorker, type EventsWorkerOptions } from './logs/worker.js';
import { ChainLooks } from './nodes/chain-look.js';
import { createNodes, type Nodes } from './nodes/failover.js';
import type { LoadedEntries } from './nodes/load-entries.js';
import { shareAnswers } from './shared-answers.js';

export interface ChainHandlersOptions {
  /** The registry's entries; called for each request, so it returns the same object until the files change. */
  readonly loadEntries: () => Promise<LoadedEntries>;
  /** Allow nodes at loopback, private and other special addresses. */
  readonly allowPrivate: boolean;
  /** Where events and holders are kept, with the tables of the schema; the caller closes it, after the handlers. Without one, none are found. */
  readonly engine?: Engine | null;
  /** Whether the database can be written to now; null without one. */
  readonly checkDatabase?: () => Promise<boolean | null>;
  /** The maximum size of the database, in bytes; 10 GB by default. */
  readonly databaseBytes?: number;
  /** How long a silent instance keeps its leases, in milliseconds; 15,000 by default. */
  readonly leaseMs?: number;
  /** Blocks at the head in which no logs are searched, since they may be replaced; 2 by default. */
  readonly confirmations?: number;
  /** How long an answer is repeated, in milliseconds. */
  readonly cacheMs?: number;
  /** Age at which a snapshot of holders is made again on request, in milliseconds; 600,000 by default. */
  readonly snapshotAgeMs?: number;
  /** How long requests wait for a snapshot of holders, or for unread events, in milliseconds; 5,000 by default. */
  readonly waitMs?: number;
  /** Called with events that operators should know: `holders-differ`, `holders-failed`. */
  readonly log?: LogEvent;
  /** Milliseconds of a clock that does not jump; for tests. */
  readonly now?: () => number;
}

/** The routes that need nodes. */
export type ChainRoute = 'accountTransferEvents' | 'transactionsByEvent' | 'holders' | 'holderSummary';

/** The metrics of these routes for operators. */
export interface ChainState {
  /** Null without a database. */
  readonly snapshots: SnapshotState | null;
  /** Whether the database can be written to now; null without one. */
  readonly isDatabaseUp: boolean | null;
}

const defaultBytes = 10e9;
/** How long work has to end, in milliseconds: a database that does not answer holds it up. */
const endMs = 1_000;

/** The handlers of these routes; `close` ends all their work, and waits for a second at most. */
export interface ChainHandlers {
  readonly handlers: Readonly<Record<ChainRoute, Handler>>;
  /** Tests the database, for two seconds at most. */
  readState: () => Promise<ChainState>;
  close: () => Promise<void>;
}

/** Creates the handlers of the routes that need the nodes of a registry. Connects to none before the first request. */
export function createChainHandlers(options: ChainHandlersOptions): ChainHandlers {
  const { engine = null } = options;
  const now = options.now ?? (() => performance.now());
  const made = engine === null ? null : createDatabaseHandlers(engine, now, options);
  return {
    handlers: made?.handlers ?? {
      accountTransferEvents: refuse,
      transactionsByEvent: refuse,
      holders: refuse,
      holderSummary: refuse,
    },
    readState: async () => ({
      isDatabaseUp: (await options.checkDatabase?.()) ?? null,
      snapshots: made?.readSnapshots() ?? null,
    }),
    close: async () => {
      if (made !== null) await waitAtMost(made.close(), endMs);
    },
  };
}

function createDatabaseHandlers(
  engine: Engine,
  now: () => number,
  { loadEntries, allowPrivate, cacheMs = 10_000, ...options }: ChainHandlersOptions,
) {
  const { waitMs = 5_000, leaseMs = 15_000, log = () => undefined } = options;
  const nodes = createNodes({ loadEntries, allowPrivate, now });
  const table = new JobTable(engine, leaseMs, now);
  // No fresher than cached answers.
  const freshMs = Math.min(cacheMs, 1_000);
  const headMs = { fresh: freshMs, usable: cacheMs / 2 };
  const events = new PageFinder({ table, nodes, waitMs, headMs, now, onWanted: () => index.wake() });
  const index = startIndex(table, nodes, {
    ...options,
    ...{ now, lookMs: freshMs / 2 },
    onProgress: (job, isLast) => events.noteProgress(job, isLast),
  });
  const snapshots = new SnapshotSource(nodes, {
    ...{ engine, leaseMs, now, waitMs, log },
    room: new HoldersRoom(engine, options.databaseBytes ?? defaultBytes),
    instance: randomUUID(),
    snapshotAgeMs: options.snapshotAgeMs ?? 600_000,
    latestMs: freshMs,
  });
  const keepRange = (params: RouteParams) => (hasOwnRange(params) ? cacheMs : 0);
  const handlers: Readonly<Record<ChainRoute, Handler>> = {
    accountTransferEvents: serve(createTransfersHandler(events), { keepMs: keepRange }),
    transactionsByEvent: serve(createEventsHandler(events), { keepMs: keepRange }),
    // Pages of all holders come from memory, and all requests that wait for a snapshot share it.
    holders: serve(createHoldersHandler(nodes, snapshots), {
      keepMs: (params) => (hasKeyword(params) ? cacheMs : freshMs),
      isShared: hasKeyword,
    }),
    holderSummary: serve(createHolderSummaryHandler(nodes, snapshots), { keepMs: () => cacheMs }),
  };
  return {
    handlers,
    readSnapshots: () => snapshots.state,
    close: async () => {
      events.close();
      await index.close();
      await snapshots.close();
      await nodes.close();
    },
  };
}

type IndexOptions = Pick<ChainHandlersOptions, 'databaseBytes' | 'confirmations' | 'log'> &
  Pick<JobLoopOptions, 'onProgress'> &
  Pick<EventsWorkerOptions, 'lookMs' | 'now'>;

/** Starts the half of the service that reads nodes into the database, as its jobs want it. */
function startIndex(table: JobTable, nodes: Nodes, options: IndexOptions) {
  const { engine } = table;
  const { databaseBytes = defaultBytes, confirmations = 2, log, now, lookMs, onProgress } = options;
  const looks = new ChainLooks({ nodes, engine, confirmations, now });
  const getRoom = (): DatabaseRoom => room;
  const workers = { events: createEventsWorker({ engine, table, nodes, looks, lookMs, now, getRoom }) };
  const room = new DatabaseRoom(databaseBytes, table, workers);
  const onError = (error: Error) => log?.('error', { error: error.stack ?? error.message });
  const loop = new JobLoop({ table, workers, onProgress, onError });
  return {
    /** Looks for jobs now. */
    wake: () => loop.wake(),
    close: async () => {
      const ending = loop.close();
      looks.close();
      await ending;
    },
  };
}

const refuse: Handler = () => Promise.reject(tooBusy('the service has no database for these routes', 60));

interface Serving {
  /** How long an answer is repeated, in milliseconds. */
  readonly keepMs: (params: RouteParams) => number;
  /** Whether equal requests share a pending answer; true by default. */
  readonly isShared?: (params: RouteParams) => boolean;
}

/** A handler whose answers are shared and kept, and that turns failures of the database into problems. */
function serve(handler: Handler, { keepMs, isShared = () => true }: Serving): Handler {
  const shared = shareAnswers(handler);
  return async (params, context) => {
    try {
      const answer = await (isShared(params) ? shared : handler)(params, context);
      context.keepFor(keepMs(params));
      return answer;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      throw databaseDown(error.message);
    }
  };
}

/** False for a later page without a cursor and an end block, which has the range of the last first page. */
function hasOwnRange({ page, endBlock, cursor }: RouteParams): boolean {
  return page === undefined || page === 1 || cursor !== undefined || endBlock !== undefined;
}

function hasKeyword({ keyword }: RouteParams): boolean {
  return keyword !== undefined;
}
