import { LRUCache } from 'lru-cache';
import { ServiceProblem } from '../../http/service-problem.js';
import type { Worker } from '../../jobs/job-loop.js';
import { type EventsWorkerOptions, FilterReader } from './filter-reader.js';
import { FilterRows } from './filter-rows.js';
import { NodeLimits } from './node-limits.js';

/** Filters of a network that are read at once. */
const limit = 8;
/** How many nodes are remembered. */
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
