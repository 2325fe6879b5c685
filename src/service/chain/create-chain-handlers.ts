import { randomUUID } from 'node:crypto';
import type { RouteParams } from '../../query/request-path.js';
import type { Handler } from '../http/handler.js';
import type { Engine } from '../database/engine.js';
import { AnswerCache } from './answer-cache.js';
import { createHoldersHandler, createHolderSummaryHandler } from './holders/handlers.js';
import type { LogEvent } from './holders/snapshot-options.js';
import { SnapshotSource, type SnapshotState } from './holders/snapshot-source.js';
import type { SnapshotStore } from './holders/snapshot-store.js';
import { createEventsHandler, createTransfersHandler } from './logs/handlers.js';
import { EventIndex } from './logs/event-index.js';
import { PageFinder } from './logs/page-finder.js';
import { createNodes } from './nodes/failover.js';
import type { LoadedEntries } from './nodes/load-entries.js';

/** How the routes that need nodes are answered. */
export interface ChainHandlersOptions {
  /** The registry's entries; called for each request, so it returns the same object until the files change. */
  readonly loadEntries: () => Promise<LoadedEntries>;
  /** Allow nodes at loopback, private and other special addresses. */
  readonly allowPrivate: boolean;
  /** Where events are kept, with the tables of the schema; the caller closes it, after the handlers. Without one, no events are found. */
  readonly engine?: Engine | null;
  /** Whether the database can be written to now; null without one. */
  readonly checkDatabase?: () => Promise<boolean | null>;
  /** What the database may take, in bytes; 10 GB by default. */
  readonly databaseBytes?: number;
  /** How long an instance that does not answer keeps what it reads for others, in milliseconds; 15,000 by default. */
  readonly leaseMs?: number;
  /** Blocks at the head in which no logs are searched, since they may be replaced; 2 by default. */
  readonly confirmations?: number;
  /** How long blocks are looked up for the times of an answer's transactions; 3 s by default. */
  readonly timesMs?: number;
  /** How long an answer is repeated, in milliseconds. */
  readonly cacheMs?: number;
  /** Age at which a snapshot of holders is made anew when it is asked for, in milliseconds; 600,000 by default. */
  readonly snapshotAgeMs?: number;
  /** Limit of all snapshots of holders together, those that are being made included, in bytes; 512 MiB by default. */
  readonly memoryBytes?: number;
  /** How long requests wait for a snapshot of holders, or for events that are not read yet, in milliseconds; 5,000 by default. */
  readonly waitMs?: number;
  /** Where snapshots are shared with other instances; the caller closes it, after the handlers. */
  readonly store?: SnapshotStore | null;
  /** Called with what operators should know: `holders-differ`, `holders-failed`, `store-failed`. */
  readonly log?: LogEvent;
  /** Milliseconds of a clock that does not jump; for tests. */
  readonly now?: () => number;
}

/** The routes that need nodes. */
export type ChainRoute = 'accountTransferEvents' | 'transactionsByEvent' | 'holders' | 'holderSummary';

/** What operators should know about these routes. */
export interface ChainState {
  readonly snapshots: SnapshotState;
  /** Whether the database can be written to now; null without one. */
  readonly isDatabaseUp: boolean | null;
}

/** The handlers of these routes; `close` ends all that they have under way. */
export interface ChainHandlers {
  readonly handlers: Readonly<Record<ChainRoute, Handler>>;
  /** Tries the database, which takes two seconds at most. */
  readState: () => Promise<ChainState>;
  close: () => Promise<void>;
}

/** Makes the handlers of the routes that need the nodes of a registry. Connects to none before the first request. */
export function createChainHandlers(options: ChainHandlersOptions): ChainHandlers {
  const { loadEntries, allowPrivate, cacheMs = 10_000 } = options;
  const { engine = null, confirmations = 2, timesMs = 3_000, waitMs = 5_000, leaseMs = 15_000 } = options;
  const now = options.now ?? (() => performance.now());
  const { store = null } = options;
  const nodes = createNodes({ loadEntries, allowPrivate, now });
  const index =
    engine === null
      ? null
      : new EventIndex(nodes, {
          ...{ engine, confirmations, leaseMs, now },
          instance: randomUUID(),
          databaseBytes: options.databaseBytes ?? 10e9,
          // No fresher than answers are, which are repeated.
          headMs: Math.min(cacheMs, 1_000),
        });
  const finder = index === null ? null : new PageFinder(nodes, index, { waitMs, timesMs, now });
  const snapshots = new SnapshotSource(nodes, {
    now,
    snapshotAgeMs: options.snapshotAgeMs ?? 600_000,
    memoryBytes: options.memoryBytes ?? 512 << 20,
    waitMs,
    store,
    log: options.log ?? (() => undefined),
  });
  const cache = new AnswerCache({ keepMs: cacheMs, now });
  return {
    handlers: {
      accountTransferEvents: cache.wrap('accountTransferEvents', createTransfersHandler(finder), hasOwnRange),
      transactionsByEvent: cache.wrap('transactionsByEvent', createEventsHandler(finder), hasOwnRange),
      // A snapshot is in memory as it is: another copy of its pages would take more time and memory than reading it again.
      holders: cache.wrap('holders', createHoldersHandler(nodes, snapshots), () => false),
      holderSummary: cache.wrap('holderSummary', createHolderSummaryHandler(nodes, snapshots)),
    },
    readState: async () => ({
      isDatabaseUp: (await options.checkDatabase?.()) ?? null,
      snapshots: snapshots.state,
    }),
    close: async () => {
      await index?.close();
      await snapshots.close();
      await nodes.close();
    },
  };
}

/** False for a later page without a cursor and an end block: its range is that of the last first page. */
function hasOwnRange({ page, endBlock, cursor }: RouteParams): boolean {
  return page === undefined || page === 1 || cursor !== undefined || endBlock !== undefined;
}
