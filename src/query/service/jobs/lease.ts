import type { JsonObject } from '../../../model/json.js';
import { createAbortController } from '../../../net/abort.js';
import type { Engine, OwnedRows, SqlValue, Step } from '../database/engine.js';
import type { Job, JobFailure, Progress } from './job.js';

/** Thrown if another worker has the job now: what this one knows of it is out of date. */
export class LeaseLost extends Error {}

export interface LeaseOptions {
  readonly engine: Engine;
  readonly leaseMs: number;
  readonly progress: Progress;
}

const rowsPerStep = 5_000;

/** The right to work on a job, as long as this process shows that it lives. Whoever has lost it changes nothing any more. */
export class Lease {
  readonly job: Job;
  readonly engine: Engine;
  /** The tokens that wait for the job, at first the one in whose name it was claimed: its calls to nodes take the turns of any of them. */
  tokens: readonly string[];
  /** True once others wait for a worker and this one has had its time: work that can be continued is given up. */
  isOver = false;
  readonly #holder: string;
  readonly #options: LeaseOptions;
  readonly #ending = createAbortController();
  /** Aborts when the lease is lost, or the service ends. */
  readonly signal = this.#ending.signal;
  readonly #timer: NodeJS.Timeout;
  #renewal: Promise<void> = Promise.resolve();

  /** `name` names this lease alone; `token` is in whose name the job was claimed. */
  constructor(job: Job, { name, token }: Record<'name' | 'token', string>, options: LeaseOptions) {
    this.job = job;
    this.engine = options.engine;
    this.tokens = [token];
    this.#holder = name;
    this.#options = options;
    // A node may take longer over an answer than a lease lasts.
    this.#timer = setInterval(() => void (this.#renewal = this.#renew()), options.leaseMs / 3).unref();
  }

  /** Writes for the job, and tells how far it has come. Throws a LeaseLost if it may not, or if a step does not change as many rows as it has to. */
  async write(steps: readonly Step[], addedBytes = 0, progress: JsonObject | null = null): Promise<void> {
    const renewed = `leased_until = ${this.engine.dialect.now} + ${this.#options.leaseMs}`;
    const hold = this.#update(`${renewed}, bytes = bytes + $4, progress = coalesce($5, progress)`, [
      addedBytes,
      progress === null ? null : JSON.stringify(progress),
    ]);
    if (!(await this.engine.write([hold, ...steps]))) throw new LeaseLost();
    this.#options.progress.note(this.job, false);
  }

  /** Tells requests how far the work has come. */
  note(progress: JsonObject): Promise<void> {
    return this.write([], 0, progress);
  }

  /** Counts what was wanted until now as part of this work, which looks at the chain again. */
  async claimMore(): Promise<void> {
    const { now } = this.engine.dialect;
    await this.write([this.#update(`claimed = wanted, claimed_at = ${now}`)]);
  }

  /** Deletes rows in steps, so that nothing is held up, by ranges: without statistics, Postgres would search all of a new table for each key of a list. */
  async deleteRows({ table, owner, values, key }: OwnedRows): Promise<void> {
    const where = owner.map((column, at) => `${column} = $${at + 1}`).join(' and ');
    const columns = key.join(', ');
    const bounds = key.map((_, at) => `$${at + owner.length + 1}`).join(', ');
    const findEnd = `select ${columns} from ${table} where ${where} order by ${columns} limit 1 offset ${rowsPerStep - 1}`;
    for (;;) {
      const [end] = await this.engine.read(findEnd, values);
      const sql = `delete from ${table} where ${where}`;
      if (end === undefined) return this.write([{ sql, values }]);
      const last = key.map((column) => end[column] ?? null);
      await this.write([{ sql: `${sql} and (${columns}) <= (${bounds})`, values: [...values, ...last] }]);
    }
  }

  abort(): void {
    this.#ending.abort();
  }

  /** What was wanted before the work began is done. Wants are counted, since a clock may be set back. */
  finish(): Promise<void> {
    return this.#end(this.#update(`${freed}, done = claimed, failure = null, failed_at = null`));
  }

  /** The work has failed for all who want it: the job waits until it is wanted again. */
  fail(failure: JobFailure): Promise<void> {
    const { now } = this.engine.dialect;
    const changes = `${freed}, done = wanted, failed_at = ${now}, failure = $4`;
    return this.#end(this.#update(changes, [JSON.stringify(failure)]));
  }

  /** Another worker may go on, at once or after a while. */
  release(waitMs = 0): Promise<void> {
    const retryAt = waitMs === 0 ? '0' : `${this.engine.dialect.now} + ${waitMs}`;
    return this.#end(this.#update(`${freed}, retry_at = ${retryAt}`));
  }

  /** Deletes the job, whose other rows have gone. */
  delete(): Promise<void> {
    const sql = `delete from endpoint_check_jobs ${ofHolder}`;
    return this.#end({ sql, values: this.#values });
  }

  get #values(): readonly SqlValue[] {
    return [this.job.network, this.job.id, this.#holder];
  }

  /** A step that undoes its transaction if the lease is lost. */
  #update(changes: string, values: readonly SqlValue[] = []): Step {
    const sql = `update endpoint_check_jobs set ${changes} ${ofHolder}`;
    return { sql, values: [...this.#values, ...values], rows: 1 };
  }

  /** Renews the lease no more; if it is lost, nothing is changed. */
  async #end(step: Step): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewal;
    await this.engine.write([step]);
  }

  async #renew(): Promise<void> {
    const { network, id } = this.job;
    try {
      await this.write([]);
      const sql = `select token from endpoint_check_waiters where network = $1 and job = $2 and until > ${this.engine.dialect.now}`;
      const rows = await this.engine.read(sql, [network, id]);
      if (rows.length > 0) this.tokens = rows.map(({ token }) => String(token));
    } catch {
      // It is lost, or the database cannot be used now: the next transaction of the work fails too.
      this.abort();
    }
  }
}

const ofHolder = 'where network = $1 and id = $2 and leased_by = $3';
const freed = 'leased_by = null, leased_until = 0, progress = null';
