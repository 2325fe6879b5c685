import { randomUUID } from 'node:crypto';
import type { Job, JobKind } from './job.js';
import type { Worker } from './job-loop.js';
import type { JobTable } from './job-table.js';
import { Lease, LeaseLost } from './lease.js';

/** The share of the database that one job may take. */
const largestShare = 0.5;

type Clearers = Readonly<Partial<Record<JobKind, Pick<Worker, 'clear'>>>>;

/** Keeps the database within its size: deletes the rows of the job that was used least recently first. */
export class DatabaseRoom {
  /** The maximum size of the database, in bytes. */
  readonly bytes: number;
  readonly #table: JobTable;
  readonly #workers: Clearers;

  constructor(bytes: number, table: JobTable, workers: Clearers) {
    this.bytes = bytes;
    this.#table = table;
    this.#workers = workers;
  }

  /** The maximum size of the rows of one job, in bytes. */
  get largestBytes(): number {
    return this.bytes * largestShare;
  }

  /** Bytes after which the size is checked again. */
  get stepBytes(): number {
    return Math.min(4 << 20, this.bytes / 20);
  }

  /** Deletes the least recently used jobs while the database is too large; false if none is left that may be deleted. */
  async make(): Promise<boolean> {
    const { engine } = this.#table;
    if ((await this.measure()) <= this.bytes) return true;
    // Space of rows that were deleted or moved.
    await engine.reclaim();
    while ((await this.measure()) > this.bytes) {
      const oldest = await this.#table.findOldest();
      if (oldest === null) return false;
      await this.evict(oldest);
      await engine.reclaim();
    }
    return true;
  }

  /** The size of the database in bytes: on the disk if that is known, else as it is reckoned. */
  async measure(): Promise<number> {
    return (await this.#table.engine.measure()) ?? this.#table.measure();
  }

  /** Deletes a job with its rows, unless somebody works on it. */
  async evict(job: Job): Promise<void> {
    const holder = randomUUID();
    // Another instance may be deleting it too.
    if (!(await this.#table.claim(job, holder))) return;
    const lease = new Lease(this.#table, { job, holder, token: '', onProgress: () => undefined });
    try {
      await this.#workers[job.kind]?.clear(lease);
      await this.#table.delete(job, holder);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      await lease.end();
    }
  }
}
