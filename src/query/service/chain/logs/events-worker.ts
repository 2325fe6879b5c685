import { LRUCache } from 'lru-cache';
import { ServiceProblem } from '../../http/service-problem.js';
import type { Worker } from '../../jobs/job-loop.js';
import { jobBytes } from '../../jobs/job-table.js';
import { type EventsWorkerOptions, FilterReader } from './filter-reader.js';
import { FilterRows } from './filter-rows.js';
import { NodeLimits } from './node-limits.js';

/** Filters of a network that are read at once. */
const limit = 8;
/** Nodes of which something is remembered. */
const maxRemembered = 10_000;

/** The worker that reads the events of filters into the database. */
export function createEventsWorker(options: EventsWorkerOptions): Worker {
  const { room } = options;
  const limits = new LRUCache<string, NodeLimits>({ max: maxRemembered });
  const findLimits = (network: string, nodeId: string) => {
    const key = `${network} ${nodeId}`;
    const known = limits.get(key) ?? new NodeLimits();
    limits.set(key, known);
    return known;
  };
  let madeBytes = 0;
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
      const ofNetwork = (nodeId: string) => findLimits(lease.job.network, nodeId);
      return new FilterReader(lease, { ...options, countNew, findLimits: ofNetwork }).read();
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
