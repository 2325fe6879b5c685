import type { JsonObject } from '../../model/json.js';
import { BoundedMap } from '../bounded-map.js';
import {
  type Engine,
  isFuture,
  isLeaseOver,
  type Row,
  type SqlValue,
  type Step,
} from '../database/engine.js';
import type { Job, JobFailure, JobKind, JobState } from './job.js';

/** A job that somebody waits for and nobody works on, with the token that waits. */
export interface WaitingJob {
  readonly job: Job;
  readonly token: string;
}

/** Thrown if a condition of a request's own has kept a job from being wanted. */
export class WantRefused extends Error {}

/** How a job is wanted. */
interface WantOptions {
  readonly state?: Pick<JobState, 'claimed'> | null;
  readonly more?: readonly Step[];
}

/** How long a request counts as one that waits: longer than clients take to ask again. */
const waitingMs = 30_000;
/** Jobs of a token and network of which the loop hears at once. */
const listed = 20;
/** How often a use is noted, and a token that waits. */
const noteMs = { use: 60_000, wait: 1_000 };
/** Jobs of which something is remembered. */
const maxRemembered = 10_000;
/** What a job takes beside its rows, in bytes: an estimate. */
export const jobBytes = 1_000;

/**
 * The jobs in the database, which requests want and workers lease. A request only writes that it wants a job, and the token that waits; a worker holds the
 * lease of a job in each transaction that writes for it, so that one that stood still for longer changes nothing.
 */
export class JobTable {
  readonly engine: Engine;
  readonly leaseMs: number;
  readonly #isFree: string;
  readonly #wanted = new BoundedMap<string, number>(maxRemembered);
  readonly #used = new BoundedMap<string, number>(maxRemembered);
  readonly #now: () => number;

  /** @param now milliseconds of a clock that does not jump */
  constructor(engine: Engine, leaseMs: number, now: () => number) {
    this.engine = engine;
    this.leaseMs = leaseMs;
    this.#now = now;
    this.#isFree = isLeaseOver('leased_until', engine.dialect);
  }

  /**
   * Asks for a job, as of now, in the name of a token; makes it where it is new. True if that was written: once a second at most, but for one that was
   * claimed since, as its state shows. Throws a WantRefused if a further step of the transaction does not change as many rows as it has to.
   */
  async want(
    { network, id, key, kind }: Job,
    token: string,
    { state = null, more = [] }: WantOptions = {},
  ): Promise<boolean> {
    const name = `${network} ${id} ${token} ${state?.claimed ?? ''}`;
    if (!this.#isDue(this.#wanted, name, noteMs.wait)) return false;
    const { now } = this.engine.dialect;
    await this.engine.prepareNetwork(network);
    const isWritten = await this.engine.write([
      {
        sql: `insert into endpoint_check_jobs (network, id, kind, key, wanted, wanted_at, used_at, bytes)
            values ($1, $2, $3, $4, 1, ${now}, ${now}, ${jobBytes})
          on conflict (network, id) do update set wanted = endpoint_check_jobs.wanted + 1,
            wanted_at = excluded.wanted_at, used_at = excluded.used_at`,
        values: [network, id, kind, key],
      },
      {
        sql: `insert into endpoint_check_waiters (network, job, token, until) values ($1, $2, $3, ${now} + ${waitingMs})
          on conflict (network, job, token) do update set until = excluded.until`,
        values: [network, id, token],
      },
      ...more,
    ]);
    if (isWritten) return true;
    this.#wanted.delete(name);
    throw new WantRefused();
  }

  /** Notes now and then that a job's rows are used. */
  async use({ network, id }: Pick<Job, 'network' | 'id'>): Promise<void> {
    if (!this.#isDue(this.#used, `${network} ${id}`, noteMs.use)) return;
    await this.#update(network, id, `used_at = ${this.engine.dialect.now}`);
  }

  /** What is known of a job; null if there is none. */
  async read({ network, id }: Pick<Job, 'network' | 'id'>): Promise<JobState | null> {
    const [row] = await this.engine.read(
      `select ${this.stateColumns} from endpoint_check_jobs where network = $1 and id = $2`,
      [network, id],
    );
    return row === undefined ? null : toState(row);
  }

  /** The columns of a job's state, for statements that join its rows; `toState` reads them. */
  get stateColumns(): string {
    const { now } = this.engine.dialect;
    return `wanted, claimed, done, progress, failure, abs(${now} - failed_at) as failed_ago, abs(${now} - done_at) as done_ago`;
  }

  /** The jobs that wait for a worker, of each token and network the first ones: those first that were worked on longest ago. */
  async listWaiting(): Promise<readonly WaitingJob[]> {
    const { now } = this.engine.dialect;
    const rows = await this.engine.read(
      `select network, id, kind, key, token from (
          select j.network, j.id, j.kind, j.key, w.token,
            row_number() over (partition by w.token, j.network order by coalesce(j.claimed_at, 0), j.wanted_at, j.id) as place
          from endpoint_check_waiters w join endpoint_check_jobs j on j.network = w.network and j.id = w.job
          where w.until > ${now} and j.wanted > j.done and ${this.#isFree}
        ) as waiting where place <= ${listed} order by place`,
      [],
    );
    return rows.map((row) => ({ job: toJob(row), token: String(row['token']) }));
  }

  /** The tokens that wait for a job. */
  async listTokens({ network, id }: Pick<Job, 'network' | 'id'>): Promise<readonly string[]> {
    const rows = await this.engine.read(
      `select token from endpoint_check_waiters where network = $1 and job = $2 and until > ${this.engine.dialect.now}`,
      [network, id],
    );
    return rows.map(({ token }) => String(token));
  }

  /** Forgets who waits no more. */
  async sweep(): Promise<void> {
    const { dialect } = this.engine;
    const sql = `delete from endpoint_check_waiters where until < ${dialect.now} or ${isFuture('until', dialect)}`;
    await this.engine.write([{ sql, values: [] }]);
  }

  /** Leases a job to a holder, which has to be a name of its own for each lease; false if somebody else has it. */
  claim({ network, id }: Pick<Job, 'network' | 'id'>, holder: string): Promise<boolean> {
    const { now } = this.engine.dialect;
    const changes = `leased_by = $3, leased_until = ${now} + ${this.leaseMs}, claimed = wanted, claimed_at = ${now}`;
    return this.#update(network, id, changes, this.#isFree, [holder]);
  }

  /** A step that renews a lease, and undoes its transaction if the holder has lost it; adds to what the job takes, and tells how far it is. */
  hold(
    { network, id }: Pick<Job, 'network' | 'id'>,
    holder: string,
    addedBytes = 0,
    progress: JsonObject | null = null,
  ): Step {
    return {
      sql: `update endpoint_check_jobs set leased_until = ${this.engine.dialect.now} + ${this.leaseMs}, bytes = bytes + $4,
          progress = coalesce($5, progress)
        where network = $1 and id = $2 and leased_by = $3`,
      values: [network, id, holder, addedBytes, progress === null ? null : JSON.stringify(progress)],
      rows: 1,
    };
  }

  /** Counts what was wanted until now as part of the work of a holder; false if it has lost the lease. */
  claimMore({ network, id }: Job, holder: string): Promise<boolean> {
    const changes = `claimed = wanted, claimed_at = ${this.engine.dialect.now}`;
    return this.#update(network, id, changes, 'leased_by = $3', [holder]);
  }

  /** Ends a lease: what was wanted before it began is done. Wants are counted, since a clock may be set back. */
  finish({ network, id }: Job, holder: string): Promise<boolean> {
    const changes = `${freed}, done = claimed, done_at = claimed_at, failure = null, failed_at = null`;
    return this.#update(network, id, changes, 'leased_by = $3', [holder]);
  }

  /** Ends a lease for a reason: the job waits until it is wanted again. */
  fail({ network, id }: Job, holder: string, failure: JobFailure): Promise<boolean> {
    const { now } = this.engine.dialect;
    const changes = `${freed}, done = wanted, failed_at = ${now}, failure = $4`;
    return this.#update(network, id, changes, 'leased_by = $3', [holder, JSON.stringify(failure)]);
  }

  /** Ends a lease before the work is done: another worker may go on. */
  release({ network, id }: Pick<Job, 'network' | 'id'>, holder: string): Promise<boolean> {
    return this.#update(network, id, freed, 'leased_by = $3', [holder]);
  }

  /** The job whose rows were used least recently, but for those that are leased; null without one. */
  async findOldest(): Promise<Job | null> {
    const { dialect } = this.engine;
    // One of the future counts as the oldest. Looked for apart, so that an index finds either.
    for (const rest of [`and ${isFuture('used_at', dialect)} limit 1`, 'order by used_at limit 1']) {
      const [row] = await this.engine.read(
        `select network, id, kind, key from endpoint_check_jobs where ${this.#isFree} ${rest}`,
        [],
      );
      if (row !== undefined) return toJob(row);
    }
    return null;
  }

  /** What the rows of one job take, in bytes, as it is reckoned; of all jobs without one. */
  async measure(job: Pick<Job, 'network' | 'id'> | null = null): Promise<number> {
    const [where, values] =
      job === null ? ['', []] : ['where network = $1 and id = $2', [job.network, job.id]];
    const [row] = await this.engine.read(
      `select coalesce(sum(bytes), 0) as total from endpoint_check_jobs ${where}`,
      values,
    );
    return Number(row?.['total']);
  }

  /** Deletes a job, whose other rows have gone. */
  async delete({ network, id }: Job, holder: string): Promise<void> {
    const sql = 'delete from endpoint_check_jobs where network = $1 and id = $2 and leased_by = $3';
    await this.engine.write([{ sql, values: [network, id, holder] }]);
  }

  #isDue(noted: BoundedMap<string, number>, key: string, everyMs: number): boolean {
    const now = this.#now();
    if (now - (noted.get(key) ?? -Infinity) < everyMs) return false;
    noted.set(key, now);
    return true;
  }

  #update(
    network: string,
    id: number,
    changes: string,
    condition = '1 = 1',
    values: readonly SqlValue[] = [],
  ): Promise<boolean> {
    const sql = `update endpoint_check_jobs set ${changes} where network = $1 and id = $2 and ${condition}`;
    return this.engine.write([{ sql, values: [network, id, ...values], rows: 1 }]);
  }
}

const freed = 'leased_by = null, leased_until = 0, progress = null';

/** The state in the `stateColumns` of a row. */
export function toState({ failed_ago: failedAgo, done_ago: doneAgo, ...row }: Row): JobState {
  const { progress, failure } = row;
  return {
    wanted: Number(row['wanted']),
    claimed: Number(row['claimed']),
    done: Number(row['done']),
    progress: typeof progress === 'string' ? (JSON.parse(progress) as JsonObject) : null,
    failure: typeof failure === 'string' ? (JSON.parse(failure) as JobFailure) : null,
    failedAgoMs: failedAgo == null ? Infinity : Number(failedAgo),
    doneAgoMs: doneAgo == null ? Infinity : Number(doneAgo),
  };
}

function toJob({ network, id, kind, key }: Row): Job {
  return { network: String(network), id: Number(id), kind: kind as JobKind, key: String(key) };
}
