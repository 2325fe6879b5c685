import { randomUUID } from 'node:crypto';
import { waitAtMost } from '../../net/abort.js';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';
import { DatabaseError, type Engine } from '../database/engine.js';
import { databaseDown, tooBusy } from '../http/service-problem.js';
import { AnswerCache, type Sharing } from './answer-cache.js';
import { DatabaseRoom } from './database-room.js';
import { createHoldersHandler, createHolderSummaryHandler } from './holders/handlers.js';
import type { LogEvent } from './holders/snapshot-options.js';
import { SnapshotSource, type SnapshotState } from './holders/snapshot-source.js';
import { createEventsHandler, createTransfersHandler } from './logs/handlers.js';
import { EventIndex } from './logs/event-index.js';
import { PageFinder } from './logs/page-finder.js';
import { createNodes } from './nodes/failover.js';
import type { LoadedEntries } from './nodes/load-entries.js';

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
  /** How long the times of an answer's blocks are looked up; 3 s by default. */
  readonly timesMs?: number;
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
  const { engine = null, cacheMs = 10_000 } = options;
  const now = options.now ?? (() => performance.now());
  const made = engine === null ? null : createDatabaseHandlers(engine, now, options);
  const cache = new AnswerCache({ keepMs: cacheMs, now });
  const wrap = (route: ChainRoute, sharing?: Sharing) =>
    cache.wrap(route, made === null ? refuse : nameFailures(made.handlers[route]), sharing);
  return {
    handlers: {
      accountTransferEvents: wrap('accountTransferEvents', { isKept: hasOwnRange }),
      transactionsByEvent: wrap('transactionsByEvent', { isKept: hasOwnRange }),
      // All requests that wait for a snapshot share it.
      holders: wrap('holders', { isShared: ({ keyword }) => keyword !== undefined }),
      holderSummary: wrap('holderSummary'),
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
  const { confirmations = 2, timesMs = 3_000, waitMs = 5_000, leaseMs = 15_000 } = options;
  const nodes = createNodes({ loadEntries, allowPrivate, now });
  const room = new DatabaseRoom(engine, options.databaseBytes ?? 10e9);
  const common = { engine, room, instance: randomUUID(), leaseMs, now };
  // No fresher than cached answers.
  const freshMs = Math.min(cacheMs, 1_000);
  const index = new EventIndex(nodes, { ...common, confirmations, headMs: freshMs });
  const finder = new PageFinder(nodes, index, { waitMs, timesMs, now });
  const snapshots = new SnapshotSource(nodes, {
    ...common,
    snapshotAgeMs: options.snapshotAgeMs ?? 600_000,
    latestMs: freshMs,
    waitMs,
    log: options.log ?? (() => undefined),
  });
  const handlers: Readonly<Record<ChainRoute, Handler>> = {
    accountTransferEvents: createTransfersHandler(finder),
    transactionsByEvent: createEventsHandler(finder),
    holders: createHoldersHandler(nodes, snapshots),
    holderSummary: createHolderSummaryHandler(nodes, snapshots),
  };
  return {
    handlers,
    readSnapshots: () => snapshots.state,
    close: async () => {
      await index.close();
      await snapshots.close();
      await nodes.close();
    },
  };
}

const refuse: Handler = () => Promise.reject(tooBusy('the service has no database for these routes', 60));

/** A handler that turns failures of the database into problems. */
function nameFailures(handler: Handler): Handler {
  return async (params, context) => {
    try {
      return await handler(params, context);
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
