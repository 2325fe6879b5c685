import { setTimeout as pause } from 'node:timers/promises';
import { createAbortController } from '../../../net/abort.js';
import { DatabaseError } from '../database/engine.js';
import { type Job, type JobFailure, type JobKind, nameJob } from './job.js';
import type { JobTable, WaitingJob } from './job-table.js';
import { type Lease, LeaseLost } from './lease.js';

export interface Worker {
  /** Jobs of a network at once. */
  readonly limit: number;
  /** Works on a job to its end, or until its lease is over. Throws a LeaseLost if another worker has it; what else it throws is the failure of the job. */
  readonly work: (lease: Lease) => Promise<'done' | 'unfinished'>;
  /** Deletes the rows of a job, step by step. Throws a LeaseLost if it may not. */
  readonly clear: (lease: Lease) => Promise<void>;
  /** What requests get in place of a result; throws what is a fault of this program. */
  readonly explain: (error: unknown, job: Job) => JobFailure;
}

export interface JobLoopOptions {
  readonly table: JobTable;
  /** Jobs of other kinds are left to other processes. */
  readonly workers: Readonly<Partial<Record<JobKind, Worker>>>;
  /** Keeps the database within its size: whoever may ask can make any number of jobs that never have rows, or that no worker gets to. */
  readonly limitSize: () => Promise<unknown>;
  /** Called with a fault of this program. */
  readonly onError: (error: Error) => void;
}

/** How often the loop looks for jobs that other processes want, and how often it tidies, in looks. */
const lookMs = 250;
const looksPerSweep = 40;
/** How long the loop rests after a look, in times of that look: it takes longer the more jobs wait, and each request of a crowd wakes the loop. */
const restFactor = 4;
/** How long a worker may go on while others wait for its place, in milliseconds. */
const sliceMs = 2_000;
/** How long a job waits after a fault of this program, which would be the same at once, in milliseconds. */
const faultMs = 15_000;

interface Running {
  readonly lease: Lease;
  readonly worker: Worker;
  readonly startedAt: number;
  readonly end: Promise<void>;
}

/**
 * Claims the jobs that are waited for and lets workers work on them, a few of a network at once. Tokens take turns: whoever waits for much delays
 * the others by one job, and a worker with more to do gives up its place to them.
 */
export class JobLoop {
  readonly #options: JobLoopOptions;
  readonly #running = new Map<string, Running>();
  /** When each token was last served, counted. */
  readonly #served = new Map<string, number>();
  #turns = 0;
  #looks = 0;
  #isLimiting = false;
  #wake: () => void = () => undefined;
  readonly #ending = createAbortController();
  readonly #ended: Promise<void>;

  constructor(options: JobLoopOptions) {
    this.#options = options;
    options.table.onWanted = () => this.#wake();
    this.#ended = this.#run();
  }

  /** Ends all work; what is read stays. */
  async close(): Promise<void> {
    this.#ending.abort();
    this.#wake();
    await this.#ended;
    for (const { lease } of this.#running.values()) lease.abort();
    await Promise.all([...this.#running.values()].map(({ end }) => end));
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      // Whoever wants a job during a look is heard after it.
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, lookMs).unref();
      });
      const startedAt = performance.now();
      await this.#look().catch((error: unknown) => this.#report(error));
      await Promise.all([woken, this.#rest(restFactor * (performance.now() - startedAt))]);
    }
  }

  /** After a look at a database that stands still, no longer than without one. The end of the loop ends it. */
  async #rest(ms: number): Promise<void> {
    const options = { ref: false, signal: this.#ending.signal };
    await pause(Math.min(lookMs, ms), undefined, options).catch(() => undefined);
  }

  async #look(): Promise<void> {
    const { table, workers } = this.#options;
    if (this.#looks++ % looksPerSweep === 0) {
      await table.sweep();
      // No job waits for it: deleting a large filter takes long.
      if (!this.#isLimiting) void this.#limitSize();
    }
    const servedAt = ({ token }: WaitingJob) => this.#served.get(token) ?? 0;
    const waiting = [...(await table.listWaiting())];
    // The first job of each token, the token first that was served longest ago; then the second of each, and so on.
    for (const candidate of waiting.sort((a, b) => a.place - b.place || servedAt(a) - servedAt(b))) {
      const worker = workers[candidate.job.kind];
      if (this.#ending.signal.aborted) return;
      if (worker === undefined || this.#running.has(nameJob(candidate.job))) continue;
      const beside = this.#listBeside(candidate.job, worker);
      if (beside.length < worker.limit) await this.#claim(candidate, worker);
      else makeRoom(candidate, beside);
    }
  }

  async #limitSize(): Promise<void> {
    this.#isLimiting = true;
    await this.#options.limitSize().catch((error: unknown) => this.#report(error));
    this.#isLimiting = false;
  }

  #listBeside({ network }: Job, worker: Worker): readonly Running[] {
    return [...this.#running.values()].filter(
      (running) => running.lease.job.network === network && running.worker === worker,
    );
  }

  async #claim({ job, token }: WaitingJob, worker: Worker): Promise<void> {
    const { table } = this.#options;
    const lease = await table.claim(job, token);
    if (lease === null) return;
    this.#served.set(token, ++this.#turns);
    const end = this.#work(lease, worker)
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#running.delete(nameJob(job));
        table.progress.note(job, true);
        this.#wake();
      });
    this.#running.set(nameJob(job), { lease, worker, startedAt: performance.now(), end });
  }

  async #work(lease: Lease, worker: Worker): Promise<void> {
    try {
      const outcome = await worker.work(lease);
      await (outcome === 'done' ? lease.finish() : lease.release());
    } catch (error) {
      // Of a lease that was lost, nothing is changed.
      const isLost = error instanceof LeaseLost || lease.signal.aborted;
      if (isLost || this.#ending.signal.aborted) return lease.release();
      const failure = this.#explain(error, lease.job, worker);
      await (failure === null ? lease.release(faultMs) : lease.fail(failure));
    }
  }

  /** Null for a fault of this program. */
  #explain(error: unknown, job: Job, worker: Worker): JobFailure | null {
    try {
      return worker.explain(error, job);
    } catch (fault) {
      this.#report(fault);
      return null;
    }
  }

  /** What the database fails in is logged where it is watched. */
  #report(error: unknown): void {
    if (!(error instanceof DatabaseError))
      this.#options.onError(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Lets the worker end that has worked longest, for another job, once it has had its time: twice as long where both are of one token. */
function makeRoom({ token }: WaitingJob, beside: readonly Running[]): void {
  const now = performance.now();
  const [longest] = beside
    .filter(({ lease }) => !lease.isOver)
    .map(({ lease, startedAt }) => ({
      lease,
      overMs: now - startedAt - (lease.tokens.includes(token) ? 2 * sliceMs : sliceMs),
    }))
    .sort((a, b) => b.overMs - a.overMs);
  if (longest !== undefined && longest.overMs >= 0) longest.lease.isOver = true;
}
