import type { JsonObject } from '../../model/json.js';
import { createAbortController } from '../../net/abort.js';
import type { Step } from '../database/engine.js';
import type { Job } from './job.js';
import type { JobTable } from './job-table.js';

/** Thrown if another worker has the job now: what this one knows of it is out of date. */
export class LeaseLost extends Error {}

/** The right to work on a job, as long as this process shows that it lives. */
export class Lease {
  readonly job: Job;
  /** Names this lease alone. */
  readonly holder: string;
  /** The tokens that wait for the job, the one first in whose name it was claimed: its calls to nodes take the turns of any of them. */
  tokens: readonly string[];
  /** True once others wait for a worker and this one has had its time: work that can be continued is given up. */
  isOver = false;
  readonly #table: JobTable;
  readonly #ending = createAbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #onProgress: (job: Job, isLast: boolean) => void;
  #renewal: Promise<void> = Promise.resolve();

  constructor(
    table: JobTable,
    {
      job,
      holder,
      token,
      onProgress,
    }: { readonly token: string } & Pick<Lease, 'job' | 'holder'> & {
        readonly onProgress: (job: Job, isLast: boolean) => void;
      },
  ) {
    this.#table = table;
    this.job = job;
    this.holder = holder;
    this.tokens = [token];
    this.#onProgress = onProgress;
    // A node may take longer over an answer than a lease lasts.
    this.#timer = setInterval(() => void (this.#renewal = this.#renew()), table.leaseMs / 3).unref();
  }

  /** Aborts when the lease is lost, or the service ends. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The first step of each transaction that writes for the job: it undoes the transaction if the lease is lost. */
  hold(addedBytes = 0, progress: JsonObject | null = null): Step {
    return this.#table.hold(this.job, this.holder, addedBytes, progress);
  }

  /**
   * Writes for the job, and tells requests how far the work has come. Throws a LeaseLost if it may not, or if a step does not change as many rows as it
   * has to.
   */
  async write(steps: readonly Step[], addedBytes = 0, progress: JsonObject | null = null): Promise<void> {
    const isOurs = await this.#table.engine.write([this.hold(addedBytes, progress), ...steps]);
    if (!isOurs) throw new LeaseLost();
    this.#onProgress(this.job, false);
  }

  /** Counts what was wanted until now as part of this work, which looks at the chain again. */
  async claimMore(): Promise<void> {
    if (!(await this.#table.claimMore(this.job, this.holder))) throw new LeaseLost();
  }

  /** Tells requests how far the work has come. */
  note(progress: JsonObject): Promise<void> {
    return this.write([], 0, progress);
  }

  /** Ends the work. */
  abort(): void {
    this.#ending.abort();
  }

  /** Renews the lease no more; what it has begun to renew is done. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    try {
      const isOurs = await this.#table.engine.write([this.hold()]);
      if (!isOurs) return this.abort();
      const tokens = await this.#table.listTokens(this.job);
      if (tokens.length > 0) this.tokens = tokens;
    } catch {
      // The database cannot be used now: the next transaction of the work fails too.
      this.abort();
    }
  }
}
