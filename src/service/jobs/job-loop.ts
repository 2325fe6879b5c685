import { randomUUID } from 'node:crypto';
import { DatabaseError } from '../database/engine.js';
import type { Job, JobFailure, JobKind } from './job.js';
import type { JobTable, WaitingJob } from './job-table.js';
import { Lease, LeaseLost } from './lease.js';

/** Works on jobs of a kind. */
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
  /** Called when something was written for a job, and when no more will be for now. */
  readonly onProgress: (job: Job, isLast: boolean) => void;
  /** Called with a fault of this program. */
  readonly onError: (error: Error) => void;
}

/** How often the loop looks for jobs that other processes want, and how often it tidies, in looks. */
const lookMs = 250;
const looksPerSweep = 40;
/** How long a worker may go on while others wait for its place, in milliseconds. */
const sliceMs = 2_000;

interface Running {
  readonly lease: Lease;
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
  #looking: Promise<void> | null = null;
  #looksAgain = false;
  #hasEnded = false;
  readonly #timer: NodeJS.Timeout;

  constructor(options: JobLoopOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.wake(), lookMs).unref();
  }

  /** Looks for jobs now. */
  wake(): void {
    if (this.#hasEnded) return;
    if (this.#looking !== null) {
      this.#looksAgain = true;
      return;
    }
    this.#looksAgain = false;
    this.#looking = this.#look()
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#looking = null;
        if (this.#looksAgain) this.wake();
      });
  }

  /** Ends all work; what is read stays. */
  async close(): Promise<void> {
    this.#hasEnded = true;
    clearInterval(this.#timer);
    await this.#looking;
    for (const { lease } of this.#running.values()) lease.abort();
    await Promise.all([...this.#running.values()].map(({ end }) => end));
  }

  async #look(): Promise<void> {
    const { table, workers } = this.#options;
    if (this.#looks++ % looksPerSweep === 0) await table.sweep();
    for (const candidate of this.#takeTurns(await table.listWaiting())) {
      const worker = workers[candidate.job.kind];
      if (this.#hasEnded) return;
      if (worker === undefined || this.#running.has(keyOf(candidate.job))) continue;
      const beside = this.#listBeside(candidate.job);
      if (beside.length < worker.limit) await this.#claim(candidate, worker);
      else makeRoom(candidate, beside);
    }
  }

  /** The first job of each token, the token first that was served longest ago; then the second of each, and so on. */
  #takeTurns(waiting: readonly WaitingJob[]): readonly WaitingJob[] {
    const counts = new Map<string, number>();
    const placed = waiting.map((candidate) => {
      const round = counts.get(candidate.token) ?? 0;
      counts.set(candidate.token, round + 1);
      return { candidate, round, servedAt: this.#served.get(candidate.token) ?? 0 };
    });
    placed.sort((a, b) => a.round - b.round || a.servedAt - b.servedAt);
    return placed.map(({ candidate }) => candidate);
  }

  #listBeside({ network, kind }: Job): readonly Running[] {
    return [...this.#running.values()].filter(
      ({ lease: { job } }) => job.network === network && job.kind === kind,
    );
  }

  async #claim({ job, token }: WaitingJob, worker: Worker): Promise<void> {
    const { table, onProgress } = this.#options;
    const holder = randomUUID();
    if (!(await table.claim(job, holder))) return;
    this.#served.set(token, ++this.#turns);
    const lease = new Lease(table, { job, holder, token, onProgress });
    const end = this.#work(lease, worker).finally(() => {
      this.#running.delete(keyOf(job));
      onProgress(job, true);
      this.wake();
    });
    this.#running.set(keyOf(job), { lease, startedAt: performance.now(), end });
  }

  /** Never rejects. */
  async #work(lease: Lease, worker: Worker): Promise<void> {
    const { table } = this.#options;
    const { job, holder } = lease;
    try {
      const outcome = await worker.work(lease).finally(() => lease.end());
      await (outcome === 'done' ? table.finish(job, holder) : table.release(job, holder));
    } catch (error) {
      // Of a lease that was lost, nothing is changed.
      const isGivenUp = error instanceof LeaseLost || this.#hasEnded;
      const end = isGivenUp
        ? table.release(job, holder)
        : Promise.resolve().then(() => table.fail(job, holder, worker.explain(error, job)));
      await end.catch((failed: unknown) => this.#report(failed));
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

function keyOf({ network, id }: Job): string {
  return `${network} ${id}`;
}
