import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JsonObject } from '../../../model/json.js';
import { type Engine, isFuture, isTimeOver, type Row } from '../database/engine.js';
import {
  type Job,
  type JobFailure,
  type JobId,
  type JobKind,
  type JobState,
  nameJob,
  Progress,
} from './job.js';
import { Lease } from './lease.js';

/** A job that somebody waits for and nobody works on, with the token that waits. */
export interface WaitingJob {
  readonly job: Job;
  readonly token: string;
  /** Its place among those of its token and network. */
  readonly place: number;
}

/** How long a request counts as one that waits: longer than clients take to ask again. */
const waitingMs = 30_000;
/** Jobs of a kind that a token may wait for at once, where it could ask for any number that nobody else needs. */
const waitingLimits: Readonly<Partial<Record<JobKind, number>>> = { rebuild: 2, balance: 20 };
/** Jobs of a token and network of which the loop hears at once. */
const listed = 20;
/** How often a use is noted, and a token that waits. */
const noteMs = { use: 60_000, wait: 1_000 };
const maxRemembered = 10_000;
/** What a job takes beside its rows, in bytes: an estimate. */
export const jobBytes = 1_000;

/**
 * The jobs in the database, which requests want and workers lease. A request only writes that it wants a job, and the token that waits; a worker holds the
 * lease of a job in each transaction that writes for it, so that one that stood still for longer changes nothing.
 */
export class JobTable {
  readonly engine: Engine;
  readonly progress: Progress;
  /** Called when a request of this process wants a job. */
  onWanted: () => void = () => undefined;
  readonly #leaseMs: number;
  readonly #noted = new LRUCache<string, number>({ max: maxRemembered });
  readonly #now: () => number;

  constructor(engine: Engine, leaseMs: number, now: () => number) {
    this.engine = engine;
    this.progress = new Progress(now);
    this.#leaseMs = leaseMs;
    this.#now = now;
  }

  /**
   * Asks for a job, as of now, in the name of a token; makes it where it is new. Writes that once a second at most, but for one that was claimed
   * since, or has ended, as its state shows: whoever comes after a failure would wait for that second. False if the token waits for too many of its kind.
   */
  async want(
    job: Job,
    token: string,
    state: Pick<JobState, 'claimed' | 'done'> | null = null,
  ): Promise<boolean> {
    const { network, id, key, kind } = job;
    const name = `${nameJob(job)} ${token} ${state?.claimed ?? ''} ${state?.done ?? ''}`;
    if (!this.#isDue(name, noteMs.wait)) return true;
    const { now } = this.engine.dialect;
    const limit = waitingLimits[kind];
    const others = `(select count(*) from endpoint_check_waiters w join endpoint_check_jobs j on j.network = w.network and j.id = w.job
      where w.token = $3 and w.until > ${now} and j.kind = '${kind}' and j.wanted > j.done and not (j.network = $1 and j.id = $2))`;
    let isWritten = false;
    try {
      await this.engine.prepareNetwork(network);
      isWritten = await this.engine.write([
        {
          sql: `insert into endpoint_check_jobs (network, id, kind, key, wanted, wanted_at, used_at, bytes)
            values ($1, $2, $3, $4, 1, ${now}, ${now}, ${jobBytes})
          on conflict (network, id) do update set wanted = endpoint_check_jobs.wanted + 1,
            wanted_at = excluded.wanted_at, used_at = excluded.used_at`,
          values: [network, id, kind, key],
        },
        {
          sql: `insert into endpoint_check_waiters (network, job, token, until)
            select $1, cast($2 as bigint), $3, ${now} + ${waitingMs} where ${limit === undefined ? 'true' : `${others} < ${limit}`}
          on conflict (network, job, token) do update set until = excluded.until`,
          values: [network, id, token],
          rows: 1,
        },
      ]);
    } finally {
      // So that the next request asks again.
      if (!isWritten) this.#noted.delete(name);
    }
    if (isWritten) this.onWanted();
    return isWritten;
  }

  /** Notes now and then that a job's rows are used. */
  async use(job: JobId): Promise<void> {
    if (!this.#isDue(`${nameJob(job)} used`, noteMs.use)) return;
    const sql = `update endpoint_check_jobs set used_at = ${this.engine.dialect.now} where network = $1 and id = $2`;
    await this.engine.write([{ sql, values: [job.network, job.id] }]);
  }

  async read({ network, id }: JobId): Promise<JobState | null> {
    const sql = `select ${this.stateColumns} from endpoint_check_jobs where network = $1 and id = $2`;
    const [row] = await this.engine.read(sql, [network, id]);
    return row === undefined ? null : toState(row);
  }

  /** The columns of a job's state, for statements that join its rows; `toState` reads them. */
  get stateColumns(): string {
    return `wanted, claimed, done, progress, failure, abs(${this.engine.dialect.now} - failed_at) as failed_ago`;
  }

  /** The jobs that wait for a worker, of each token and network the first ones: those first that were worked on longest ago. */
  async listWaiting(): Promise<readonly WaitingJob[]> {
    const { now } = this.engine.dialect;
    const rows = await this.engine.read(
      `select network, id, kind, key, token, place from (
          select j.network, j.id, j.kind, j.key, w.token,
            row_number() over (partition by w.token, j.network order by coalesce(j.claimed_at, 0), j.wanted_at, j.id) as place
          from endpoint_check_waiters w join endpoint_check_jobs j on j.network = w.network and j.id = w.job
          where w.until > ${now} and j.wanted > j.done and ${this.#isFree} and ${isTimeOver('retry_at', this.engine.dialect)}
        ) as waiting where place <= ${listed}`,
      [],
    );
    return rows.map((row) => ({ job: toJob(row), token: String(row['token']), place: Number(row['place']) }));
  }

  /** Forgets who waits no more. */
  async sweep(): Promise<void> {
    const { dialect } = this.engine;
    const sql = `delete from endpoint_check_waiters where until < ${dialect.now} or ${isFuture('until', dialect)}`;
    await this.engine.write([{ sql, values: [] }]);
  }

  /** Leases a job, in the name of a token that waits for it; null if another worker has it. */
  async claim(job: Job, token: string): Promise<Lease | null> {
    const { engine, progress } = this;
    const { now } = engine.dialect;
    const name = randomUUID();
    const sql = `update endpoint_check_jobs
      set leased_by = $3, leased_until = ${now} + ${this.#leaseMs}, claimed = wanted, claimed_at = ${now}
      where network = $1 and id = $2 and ${this.#isFree}`;
    const isOurs = await engine.write([{ sql, values: [job.network, job.id, name], rows: 1 }]);
    return isOurs ? new Lease(job, { name, token }, { engine, progress, leaseMs: this.#leaseMs }) : null;
  }

  /** The job whose rows were used least recently, but for those that are leased; null without one. */
  async findOldest(): Promise<Job | null> {
    // One of the future counts as the oldest. Looked for apart, so that an index finds either.
    const rests = [`and ${isFuture('used_at', this.engine.dialect)} limit 1`, 'order by used_at limit 1'];
    for (const rest of rests) {
      const sql = `select network, id, kind, key from endpoint_check_jobs where ${this.#isFree} ${rest}`;
      const [row] = await this.engine.read(sql, []);
      if (row !== undefined) return toJob(row);
    }
    return null;
  }

  /** What the rows of one job take, in bytes, as it is reckoned; of all jobs without one. */
  async measure(job: JobId | null = null): Promise<number> {
    const where = job === null ? '' : 'where network = $1 and id = $2';
    const sql = `select coalesce(sum(bytes), 0) as total from endpoint_check_jobs ${where}`;
    const [row] = await this.engine.read(sql, job === null ? [] : [job.network, job.id]);
    return Number(row?.['total']);
  }

  /** Whether no worker has a job. */
  get #isFree(): string {
    return isTimeOver('leased_until', this.engine.dialect);
  }

  #isDue(name: string, everyMs: number): boolean {
    const now = this.#now();
    if (now - (this.#noted.get(name) ?? -Infinity) < everyMs) return false;
    this.#noted.set(name, now);
    return true;
  }
}

/** The state in the `stateColumns` of a row. */
export function toState({ wanted, claimed, done, progress, failure, failed_ago: failedAgo }: Row): JobState {
  return {
    wanted: Number(wanted),
    claimed: Number(claimed),
    done: Number(done),
    progress: typeof progress === 'string' ? (JSON.parse(progress) as JsonObject) : null,
    failure: typeof failure === 'string' ? (JSON.parse(failure) as JobFailure) : null,
    failedAgoMs: failedAgo == null ? Infinity : Number(failedAgo),
  };
}

function toJob({ network, id, kind, key }: Row): Job {
  return { network: String(network), id: Number(id), kind: kind as JobKind, key: String(key) };
}
