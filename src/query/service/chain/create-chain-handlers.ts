import { waitAtMost } from '../../../net/abort.js';
import type { Role } from '../../../engine/options/option-type.js';
import type { Answers } from '../../client/answers.generated.js';
import type { Handler } from '../http/answer-route.js';
import { isListSource } from '../../client/route.js';
import { routes } from '../../client/routes.js';
import type { EventLog, SnapshotState } from '../monitoring.js';
import type { Engine } from '../database/engine.js';
import { type ServiceProblem, tooBusy } from '../http/service-problem.js';
import { DatabaseRoom } from '../jobs/database-room.js';
import type { JobKind } from '../jobs/job.js';
import { JobLoop, type Worker } from '../jobs/job-loop.js';
import { JobTable } from '../jobs/job-table.js';
import { createBalanceWorker } from './holders/balance.js';
import { createHolderHandlers } from './holders/handlers.js';
import { HoldersWorker } from './holders/holders-worker.js';
import { SnapshotSource } from './holders/snapshot-source.js';
import { createEventHandlers } from './logs/handlers.js';
import { PageFinder } from './logs/page-finder.js';
import { createEventsWorker } from './logs/events-worker.js';
import { ChainLooks } from './nodes/chain-look.js';
import { Nodes } from './nodes/failover.js';
import type { LoadedEntries } from './nodes/listed-nodes.js';

export interface ChainHandlersOptions {
  /** The registry's entries; called for each request, so it returns the same object until the files change. */
  readonly loadEntries: () => Promise<LoadedEntries>;
  /** Allow nodes at loopback, private and other special addresses. */
  readonly allowPrivate: boolean;
  /** Where events and holders are kept, with the tables of the schema; the caller closes it, after the handlers. */
  readonly engine: Engine;
  /** Whether it answers requests, reads nodes, or both, which is the default. */
  readonly role?: Role;
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
  readonly log?: EventLog['add'];
  /** Milliseconds of a clock that does not jump; for tests. */
  readonly now?: () => number;
}

const defaultCacheMs = 10_000;
/** How long work has to end, in milliseconds: a database that does not answer holds it up. */
const endMs = 1_000;

/** The handlers of the routes that need nodes, by their names. */
export type NodeHandlers = {
  readonly [Name in NodeRoute]: Handler<Answers[Name]>;
};
type NodeRoute = keyof (ReturnType<typeof createEventHandlers> & ReturnType<typeof createHolderHandlers>);

/** `close` ends all their work, and waits for a second at most. */
export interface ChainHandlers {
  readonly handlers: NodeHandlers;
  /** Null where no nodes are read. */
  readSnapshots: () => SnapshotState | null;
  close: () => Promise<void>;
}

/** Creates the handlers of the routes that need the nodes of a registry. Connects to none before the first request. */
export function createChainHandlers(options: ChainHandlersOptions): ChainHandlers {
  const { engine, loadEntries, allowPrivate, role = 'all', leaseMs = 15_000 } = options;
  const { now = () => performance.now(), cacheMs = defaultCacheMs, snapshotAgeMs = 600_000 } = options;
  const table = new JobTable(engine, leaseMs, now);
  const nodes = new Nodes({ loadEntries, allowPrivate, now });
  const context = { ...options, now, cacheMs, snapshotAgeMs, table, nodes };
  const api = createApi(context);
  const index = role === 'api' ? null : startIndex(context);
  const end = async () => {
    api.close();
    await index?.close();
    await nodes.close();
  };
  return {
    handlers: role === 'index' ? refuseAll(tooBusy(readsOnly, 60)) : api.handlers,
    readSnapshots: () => index?.readSnapshots() ?? null,
    close: async () => {
      await waitAtMost(end(), endMs);
    },
  };
}

/** What both halves use; only the index half calls nodes. */
interface HalfContext extends ChainHandlersOptions {
  readonly table: JobTable;
  readonly nodes: Nodes;
  readonly now: () => number;
  readonly cacheMs: number;
  readonly snapshotAgeMs: number;
}

/** The half of the service that answers requests from the database. */
function createApi({ table, nodes, now, cacheMs, snapshotAgeMs, waitMs = 5_000 }: HalfContext) {
  // No fresher than cached answers.
  const freshMs = Math.min(cacheMs, 1_000);
  const headMs = { fresh: freshMs, usable: cacheMs / 2 };
  const events = new PageFinder({ table, listed: nodes.listed.evm, waitMs, headMs, now });
  const { grpc: listed } = nodes.listed;
  const snapshots = new SnapshotSource({ table, listed, snapshotAgeMs, latestMs: freshMs, waitMs, now });
  const handlers: NodeHandlers = {
    ...createEventHandlers(events, cacheMs),
    ...createHolderHandlers(snapshots, { cacheMs, freshMs }),
  };
  return { handlers, close: () => events.close() };
}

/** Starts the half of the service that reads nodes into the database, as its jobs want it. */
function startIndex(context: HalfContext) {
  const { table, nodes, now, engine, cacheMs, snapshotAgeMs } = context;
  const { log = () => undefined, confirmations = 2, databaseBytes = 10e9 } = context;
  const looks = new ChainLooks({ nodes, engine, confirmations, now });
  const workers: Partial<Record<JobKind, Worker>> = {};
  const room = new DatabaseRoom(databaseBytes, table, workers);
  const holders = new HoldersWorker({ table, nodes, room, snapshotAgeMs, log });
  // A look may have begun a little before the work that needs it.
  const lookMs = Math.min(cacheMs, 1_000) / 2;
  const events = createEventsWorker({ table, nodes, looks, lookMs, now, room });
  Object.assign(workers, { events, holders, rebuild: holders, balance: createBalanceWorker(nodes) });
  const onError = (error: Error) => log('error', { error: error.stack ?? error.message });
  const loop = new JobLoop({ table, workers, limitSize: () => room.make(), onError });
  return {
    readSnapshots: () => holders.state,
    close: async () => {
      const ending = loop.close();
      looks.close();
      await ending;
    },
  };
}

/** Handlers that refuse. */
export function refuseAll(problem: ServiceProblem): NodeHandlers {
  const refuse = () => Promise.reject(problem);
  const ofNodes = routes.filter(({ source }) => !isListSource(source));
  return Object.fromEntries(ofNodes.map(({ name }) => [name, refuse])) as unknown as NodeHandlers;
}

const readsOnly = 'this instance reads nodes for others (--role index): ask one that answers';
