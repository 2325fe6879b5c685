import { BoundedMap } from '../../bounded-map.js';
import type { Engine } from '../../database/engine.js';
import { ServiceProblem } from '../../http/service-problem.js';
import type { DatabaseRoom } from '../../jobs/database-room.js';
import type { Job, JobFailure } from '../../jobs/job.js';
import type { Worker } from '../../jobs/job-loop.js';
import { jobBytes, type JobTable } from '../../jobs/job-table.js';
import type { ChainLooks } from '../nodes/chain-look.js';
import type { Nodes } from '../nodes/failover.js';
import { FilterReader } from './filter-reader.js';
import { FilterRows } from './filter-rows.js';
import { NodeLimits } from './node-limits.js';
import { HeldSize } from './read-chunks.js';

/** What the worker needs. */
export interface EventsWorkerOptions {
  readonly engine: Engine;
  readonly table: JobTable;
  readonly nodes: Nodes;
  readonly looks: ChainLooks;
  readonly room: DatabaseRoom;
  /** How long before the work on a filter a look at the head may have begun, in milliseconds. */
  readonly lookMs: number;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** Filters of a network that are read at once. */
const limit = 8;
/** Nodes and networks of which something is remembered. */
const maxRemembered = 10_000;
/** How far new events may exceed what a filter may take: one that began anew at once would be read all the time. */
const growth = 1.5;

/** The worker that reads the events of filters into the database. */
export function createEventsWorker(options: EventsWorkerOptions): Worker {
  const { engine, room } = options;
  const limits = new BoundedMap<string, NodeLimits>(maxRemembered);
  const ahead = new BoundedMap<string, HeldSize>(maxRemembered);
  let madeBytes = 0;
  const network = {
    findLimits: (name: string, nodeId: string) => findOr(limits, `${name} ${nodeId}`, () => new NodeLimits()),
    findAhead: (name: string) => findOr(ahead, name, () => new HeldSize()),
  };
  /** Keeps the database within its size though most filters have no events: whoever may search can make any number of them. */
  const countNew = () => {
    madeBytes += jobBytes;
    if (madeBytes < room.stepBytes) return;
    madeBytes = 0;
    // Nobody waits for it: deleting a large filter takes long. If it fails, the next step tries again.
    room.make().catch(() => undefined);
  };
  return {
    limit,
    work: (lease) => {
      const makeRoom = createRoomMaker(options, lease.job);
      return new FilterReader(lease, { ...options, ...network, countNew, makeRoom }).read();
    },
    clear: (lease) => new FilterRows(engine, lease).clear(),
    explain,
  };
}

/** Keeps the database within its size. False if the events of a job alone are too large. */
function createRoomMaker({ table, room }: EventsWorkerOptions, job: Job) {
  let measuredAt = -Infinity;
  return async (side: 'above' | 'below'): Promise<boolean> => {
    const bytes = await table.measure(job);
    if (bytes > room.largestBytes * (side === 'above' ? growth : 1)) return false;
    if (bytes - measuredAt < room.stepBytes) return true;
    measuredAt = bytes;
    return room.make();
  };
}

/** The next request tries again. */
function explain(error: unknown): JobFailure {
  if (!(error instanceof ServiceProblem)) throw error;
  const { status, detail, extras } = error;
  return { status, detail, extras, keepMs: 0 };
}

function findOr<Value>(map: BoundedMap<string, Value>, key: string, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
