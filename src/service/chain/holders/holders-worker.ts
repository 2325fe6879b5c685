import type { LogFields } from '../../../http-server/request-log.js';
import { DatabaseError } from '../../database/engine.js';
import type { ServiceEvent } from '../../event-log.js';
import { databaseDown, ServiceProblem } from '../../http/service-problem.js';
import type { Job, JobFailure } from '../../jobs/job.js';
import type { Worker } from '../../jobs/job-loop.js';
import type { JobTable } from '../../jobs/job-table.js';
import type { Lease } from '../../jobs/lease.js';
import { readDenomJob } from './denom-job.js';
import { type FailureReason, failureReasons, findFailureReason, toFailure } from './snapshot-problems.js';
import { SnapshotTable } from './snapshot-table.js';
import { SnapshotWriter } from './snapshot-writer.js';
import { type WalkContext, walkNodes } from './walk-nodes.js';

/** Called with what happened, and its details. */
export type LogEvent = (event: ServiceEvent, fields: LogFields) => void;

/** How snapshots are made and kept. */
export interface HoldersWorkerOptions extends Omit<WalkContext, 'engine'> {
  readonly table: JobTable;
  /** Age at which a snapshot is made anew when it is asked for. */
  readonly snapshotAgeMs: number;
  readonly log: LogEvent;
}

/** What operators should know about the snapshots of a process. */
export interface SnapshotState {
  /** How many snapshots nodes have given. */
  readonly walked: number;
  /** How many could not be made, by reason. */
  readonly failed: Readonly<Record<FailureReason, number>>;
}

/** How many snapshots of the latest block stay, besides those of cursors. */
const generations = 2;

/** Reads the holders of denoms from nodes into the database. */
export class HoldersWorker implements Worker {
  readonly limit = 2;
  readonly #options: HoldersWorkerOptions;
  readonly #snapshots: SnapshotTable;
  readonly #writer: SnapshotWriter;
  readonly #failed = Object.fromEntries(failureReasons.map((reason) => [reason, 0])) as Record<
    FailureReason,
    number
  >;
  #walked = 0;

  constructor(options: HoldersWorkerOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotTable(options.table.engine);
    this.#writer = new SnapshotWriter(options.table);
  }

  get state(): SnapshotState {
    return { walked: this.#walked, failed: this.#failed };
  }

  readonly work = async (lease: Lease): Promise<'done'> => {
    const { table, room, snapshotAgeMs } = this.#options;
    const { height, ...key } = readDenomJob(lease.job);
    await lease.note({ holders: 0, startedAt: new Date().toISOString() });
    await this.#tidy(lease);
    // It may have been read since it was asked for.
    const [newest] = await this.#snapshots.listOfJob(key, lease.job);
    if (newest !== undefined && (height !== null || newest.ageMs < snapshotAgeMs)) return 'done';
    const walked = await walkNodes(lease, { ...this.#options, engine: table.engine });
    await this.#writer.publish(lease, walked);
    this.#walked += 1;
    const { supply, sum, asOf } = walked.facts;
    const differs = { supply: String(supply), difference: String(supply - sum) };
    if (supply !== sum) this.#options.log('holders-differ', { ...key, height: asOf.height, ...differs });
    await this.#tidy(lease);
    for (const job of await this.#snapshots.listUnusedJobs(key)) await room.evict(job);
    await room.make();
    return 'done';
  };

  readonly clear = (lease: Lease): Promise<void> => this.#writer.clear(lease);

  readonly explain = (error: unknown, job: Job): JobFailure => {
    const problem = error instanceof DatabaseError ? databaseDown(error.message) : error;
    const reason = findFailureReason(problem);
    if (reason !== null) this.#failed[reason] += 1;
    if (!(problem instanceof ServiceProblem)) throw problem;
    const { status, detail } = problem;
    if (reason !== null)
      this.#options.log('holders-failed', { ...readDenomJob(job), reason, status, detail });
    return toFailure(problem, this.#options.snapshotAgeMs);
  };

  /** Keeps the newest snapshots of a job that are of listed nodes, and those of cursors. */
  #tidy(lease: Lease): Promise<void> {
    const { network } = lease.job;
    return this.#writer.tidy(
      lease,
      async (snapshot, place) =>
        (place < generations || !snapshot.isUnused) && (await this.#options.listed.has(network, snapshot)),
    );
  }
}
