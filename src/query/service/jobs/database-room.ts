import type { Job, JobKind } from './job.js';
import type { Worker } from './job-loop.js';
import type { JobTable } from './job-table.js';
import { LeaseLost } from './lease.js';

/** The share of the database that one job may take. */
const largestShare = 0.5;

/** Keeps the database within its size: deletes the rows of the job that was used least recently first. */
export class DatabaseRoom {
  /** The maximum size of the database, and of the rows of one job, in bytes. */
  readonly bytes: number;
  readonly largestBytes: number;
  /** Bytes after which a worker checks the size again. */
  readonly stepBytes: number;
  readonly #table: JobTable;
  readonly #workers: Readonly<Partial<Record<JobKind, Pick<Worker, 'clear'>>>>;

  constructor(bytes: number, table: JobTable, workers: Partial<Record<JobKind, Pick<Worker, 'clear'>>>) {
    this.bytes = bytes;
    this.largestBytes = bytes * largestShare;
    this.stepBytes = Math.min(4 << 20, bytes / 20);
    this.#table = table;
    this.#workers = workers;
  }

  /** Deletes the least recently used jobs while the database, with so many bytes more, is too large; false if none may be deleted. */
  async make(moreBytes = 0): Promise<boolean> {
    const { engine } = this.#table;
    // On the disk if that is known, else as it is reckoned.
    const isFull = async () =>
      ((await engine.measure()) ?? (await this.#table.measure())) + moreBytes > this.bytes;
    if (!(await isFull())) return true;
    // Space of rows that were deleted or moved.
    await engine.reclaim();
    while (await isFull()) {
      const oldest = await this.#table.findOldest();
      if (oldest === null) return false;
      await this.evict(oldest);
      await engine.reclaim();
    }
    return true;
  }

  /** Deletes a job with its rows, unless somebody works on it. */
  async evict(job: Job): Promise<void> {
    const lease = await this.#table.claim(job, '');
    // Another instance may be deleting it too.
    if (lease === null) return;
    try {
      await this.#workers[job.kind]?.clear(lease);
      await lease.delete();
    } catch (error) {
      await lease.release();
      if (!(error instanceof LeaseLost)) throw error;
    }
  }
}
