import { LRUCache } from 'lru-cache';
import { truncate } from '../../../../model/text.js';
import type { HandlerContext } from '../../http/answer-route.js';
import { ServiceProblem, tooBusy } from '../../http/service-problem.js';
import { type Job, type JobFailure, type JobState, nameJob } from '../../jobs/job.js';
import type { JobTable } from '../../jobs/job-table.js';
import type { ListedNodes } from '../nodes/listed-nodes.js';
import { type Balance, createBalanceJob } from './balance.js';
import { expired, failureMs, WalkProblem } from './holders-failure.js';
import {
  createDenomJob,
  type DenomKey,
  type Snapshot,
  SnapshotGone,
  type SnapshotPlace,
  type SnapshotsWhere,
  SnapshotTable,
} from './snapshots.js';

export interface SnapshotSourceOptions {
  readonly table: JobTable;
  readonly listed: ListedNodes;
  /** Age at which a snapshot is asked for anew. */
  readonly snapshotAgeMs: number;
  /** How long the newest snapshot is taken to be the newest, in milliseconds. */
  readonly latestMs: number;
  readonly waitMs: number;
  readonly now: () => number;
}

export type Asker = Pick<HandlerContext, 'owner' | 'signal'>;

/** What a request looks for: the newest snapshot of a denom, or that of a cursor. */
export interface SnapshotQuery extends DenomKey {
  readonly place: SnapshotPlace | null;
}

/** What there is: a snapshot, and how far the work on the job is that makes it. */
interface Seen {
  readonly snapshot: Snapshot | null;
  readonly state: JobState | null;
}

/** Denoms whose newest snapshot is remembered. */
const maxRemembered = 10_000;
/** How often it is noted that a cursor uses a snapshot, in milliseconds. */
const touchMs = 60_000;
/** How often a snapshot is looked up again that was deleted while it was read. */
const attempts = 3;

/** The snapshots of all denoms, as requests see them: they read the database, and ask for what is not there. They call no node. */
export class SnapshotSource {
  readonly #options: SnapshotSourceOptions;
  readonly #snapshots: SnapshotTable;
  readonly #latest = new LRUCache<string, { readonly snapshot: Snapshot; readonly foundAt: number }>({
    max: maxRemembered,
  });

  constructor(options: SnapshotSourceOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotTable(options.table.engine);
  }

  /**
   * Reads from a snapshot that is whole until the end of that: an old one at once, while a new one is made. Throws a ServiceProblem if there is none, or
   * none yet; a WalkProblem with what is known nevertheless; a 410 if that of a cursor cannot be made again.
   */
  async read<Value>(
    query: SnapshotQuery,
    asker: Asker,
    read: (snapshot: Snapshot, snapshots: SnapshotTable) => Value | Promise<Value>,
  ): Promise<Value> {
    await this.#options.listed.require(query.network);
    for (let attempt = 1; ; attempt++) {
      const { place } = query;
      const snapshot = await (place === null
        ? this.#findLatest(query, asker)
        : this.#findAt(query, place, asker));
      try {
        return await read(snapshot, this.#snapshots);
      } catch (error) {
        if (!(error instanceof SnapshotGone) || attempt === attempts) throw error;
        this.#latest.delete(nameJob(createDenomJob(query)));
      }
    }
  }

  async has(key: DenomKey): Promise<boolean> {
    return (await this.#findListed(key, { job: createDenomJob(key).id })) !== null;
  }

  /** What an address has of a denom that has no snapshot, without a walk. Throws a ServiceProblem if no node tells it. */
  async readBalance(key: DenomKey, address: string, asker: Asker): Promise<Balance> {
    const job = createBalanceJob(key, address);
    const look = async () => ({ state: await this.#options.table.read(job), snapshot: null });
    await this.#options.listed.require(key.network);
    // The job has no snapshot, so this ends with a problem.
    const problem: unknown = await this.#wait(job, key, asker, await look(), look).catch(
      (error: unknown) => error,
    );
    if (problem instanceof WalkProblem && problem.known !== undefined) return problem.known as Balance;
    throw problem;
  }

  async #findLatest(key: DenomKey, asker: Asker): Promise<Snapshot> {
    const { table, listed, latestMs, now } = this.#options;
    const job = createDenomJob(key);
    const latest = this.#latest.get(nameJob(job));
    const isKnown = latest !== undefined && now() - latest.foundAt < latestMs;
    if (isKnown && (await listed.has(key.network, latest.snapshot))) return latest.snapshot;
    const look = () => this.#look(job, key, { job: job.id });
    const seen = await look();
    const snapshot = seen.snapshot ?? (await this.#wait(job, key, asker, seen, look));
    if (seen.snapshot !== null) await this.#renew(job, seen.snapshot, seen.state, asker);
    this.#latest.set(nameJob(job), { snapshot, foundAt: now() });
    noteLater(table.use(job));
    return snapshot;
  }

  /** The snapshot of a cursor, or one with the same holders; read anew where nodes still have its height. */
  async #findAt(key: DenomKey, place: SnapshotPlace, asker: Asker): Promise<Snapshot> {
    const { table } = this.#options;
    const { asOf, content } = place;
    let snapshot = await this.#findListed(key, { content });
    if (snapshot === null && asOf.height === null) {
      snapshot = await this.#findLatest(key, asker);
      if (snapshot.content !== content) throw expired();
    } else if (snapshot === null) {
      const job = createDenomJob(key, place);
      const look = () => this.#look(job, key, { content });
      snapshot = await this.#wait(job, key, asker, await look(), look);
    }
    noteLater(table.use({ network: key.network, id: snapshot.job }));
    if (snapshot.usedAgoMs >= touchMs) noteLater(this.#snapshots.touch(snapshot));
    return snapshot;
  }

  async #look(job: Job, key: DenomKey, where: SnapshotsWhere): Promise<Seen> {
    return { state: await this.#options.table.read(job), snapshot: await this.#findListed(key, where) };
  }

  /** The newest of some snapshots whose node is listed still. */
  async #findListed(key: DenomKey, where: SnapshotsWhere): Promise<Snapshot | null> {
    for (const snapshot of await this.#snapshots.list(key, where))
      if (await this.#options.listed.has(key.network, snapshot)) return snapshot;
    return null;
  }

  /** Asks for a new snapshot if the newest one is old. */
  async #renew(job: Job, snapshot: Snapshot, state: JobState | null, { owner }: Asker): Promise<void> {
    if (snapshot.ageMs < this.#options.snapshotAgeMs || isAtWork(state)) return;
    if ((await this.#findFailure(job, state, failureMs.refresh)) === null) await this.#want(job, owner);
  }

  /** Asks for a job, and waits for its snapshot. Throws the problem that the work on it has ended with, or a 503 if it takes longer. */
  async #wait(
    job: Job,
    { denom }: DenomKey,
    { owner, signal }: Asker,
    first: Seen,
    look: () => Promise<Seen>,
  ): Promise<Snapshot> {
    const { table, now, waitMs } = this.#options;
    const endAt = now() + waitMs;
    let seen = first;
    while (seen.snapshot === null) {
      const failure = await this.#findFailure(job, seen.state, failureMs.first);
      if (failure !== null) throw new WalkProblem(failure, failure);
      // Whoever works on it takes its calls' turns from all who wait.
      if (seen === first || !isAtWork(seen.state)) await this.#want(job, owner);
      const leftMs = endAt - now();
      if (leftMs <= 0 || signal.aborted) throw building(denom, seen.state);
      seen = await table.progress.wait(job, leftMs, look);
    }
    return seen.snapshot;
  }

  async #want(job: Job, owner: string): Promise<void> {
    if (!(await this.#options.table.want(job, owner)))
      throw tooBusy(
        'too many requests of this token wait for what nodes have to be asked; try again later',
        5,
      );
  }

  /** The last failure, if it was less than `leastMs` ago, or is one that lasts, and is about nodes that are listed still. */
  async #findFailure({ network }: Job, state: JobState | null, leastMs: number): Promise<JobFailure | null> {
    if (state?.failure == null) return null;
    const { failure, failedAgoMs } = state;
    if (failedAgoMs >= Math.max(leastMs, failure.keepMs)) return null;
    for (const node of failure.nodes ?? [])
      if (!(await this.#options.listed.has(network, { node, chainId: null }))) return null;
    return failure;
  }
}

/** No request waits for a note: a step that puts holders in order takes seconds. What fails is noted another time. */
function noteLater(note: Promise<void>): void {
  note.catch(() => undefined);
}

function isAtWork(state: JobState | null): boolean {
  return state !== null && state.progress !== null;
}

function building(denom: string, state: JobState | null): ServiceProblem {
  const { holders = 0, startedAt = new Date().toISOString() } = state?.progress ?? {};
  const detail = `the holders of ${truncate(denom)} are being counted: ${Number(holders)} so far; try again later`;
  return new ServiceProblem(503, detail, {
    type: 'snapshot-building',
    retryAfterSeconds: 1,
    fields: { progress: { holders, startedAt } },
  });
}
