import { truncate } from '../../../model/truncate.js';
import type { JsonObject } from '../../../model/json.js';
import type { SnapshotTime } from '../../api/answers.js';
import { BoundedMap } from '../../bounded-map.js';
import type { Step } from '../../database/engine.js';
import { ServiceProblem, tooBusy } from '../../http/service-problem.js';
import type { Job, JobFailure, JobState } from '../../jobs/job.js';
import { type JobTable, WantRefused } from '../../jobs/job-table.js';
import type { Progress } from '../../jobs/progress.js';
import type { ListedNodes } from '../nodes/listed-nodes.js';
import { createDenomJob, type DenomKey } from './denom-job.js';
import { HolderPages } from './holder-pages.js';
import type { Snapshot } from './snapshot.js';
import { expired, failureMs, toProblem } from './snapshot-problems.js';
import { SnapshotTable } from './snapshot-table.js';

/** How requests find snapshots. */
export interface SnapshotSourceOptions {
  readonly table: JobTable;
  readonly listed: ListedNodes;
  readonly progress: Progress<HoldersProgress>;
  /** Called when a job was asked for. */
  readonly onWanted: () => void;
  /** Age at which a snapshot is asked for anew. */
  readonly snapshotAgeMs: number;
  /** How long the newest snapshot is taken to be the newest, in milliseconds. */
  readonly latestMs: number;
  /** How long requests wait for a snapshot. */
  readonly waitMs: number;
  /** Milliseconds of a clock that does not jump. */
  readonly now: () => number;
}

/** What there is of a job: its newest snapshot, and how far the work on it is. */
export interface HoldersProgress {
  readonly snapshot: Snapshot | null;
  readonly state: JobState | null;
}

/** Who asks. */
export interface Asker {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Which snapshot a cursor belongs to. */
export interface SnapshotPlace {
  readonly asOf: SnapshotTime;
  readonly content: string;
}

/** Denoms and snapshots of which something is remembered. */
const maxRemembered = 10_000;
/** How often it is noted that a cursor uses a snapshot, in milliseconds. */
const touchMs = 60_000;
/** Heights of cursors that are read anew for one token at once, those that wait included. */
const maxRebuilds = 2;
/** Nodes may lag by so much: a height that was just reached by one is soon reached by the others. */
const lagMs = 60_000;

/** The snapshots of all denoms, as requests see them: they read the database, and ask for what is not there. They call no node. */
export class SnapshotSource {
  readonly pages: HolderPages;
  readonly #options: SnapshotSourceOptions;
  readonly #snapshots: SnapshotTable;
  readonly #latest = new BoundedMap<string, { readonly snapshot: Snapshot; readonly foundAt: number }>(
    maxRemembered,
  );
  readonly #touched = new BoundedMap<number, number>(maxRemembered);

  constructor(options: SnapshotSourceOptions) {
    const { engine } = options.table;
    this.#options = options;
    this.#snapshots = new SnapshotTable(engine);
    this.pages = new HolderPages(engine, this.#snapshots);
  }

  /** The newest snapshot; an old one at once, while a new one is made. Throws a ServiceProblem if there is none, or none yet. */
  async getLatest(key: DenomKey, asker: Asker): Promise<Snapshot> {
    const { table, listed, latestMs, now } = this.#options;
    await listed.require(key.network);
    const job = createDenomJob(key);
    const known = this.#latest.get(nameOf(job));
    const isKnown = known !== undefined && now() - known.foundAt < latestMs;
    if (isKnown && (await listed.has(key.network, known.snapshot))) return known.snapshot;
    const found = await this.#look(job, key);
    const snapshot = found.snapshot ?? (await this.#wait(job, key, asker, found));
    if (found.snapshot !== null) await this.#renew(job, found, asker);
    this.#latest.set(nameOf(job), { snapshot, foundAt: now() });
    noteLater(table.use(job));
    return snapshot;
  }

  /** The snapshot of a cursor, or one with the same holders; read anew where nodes still have its height. Throws a ServiceProblem: 410 if it can't be. */
  async getAt(key: DenomKey, { asOf, content }: SnapshotPlace, asker: Asker): Promise<Snapshot> {
    await this.#options.listed.require(key.network);
    const found = await this.#findListed(await this.#snapshots.listEqual(key, content));
    if (found !== null) return this.#use(found);
    if (asOf.height === null) {
      const latest = await this.getLatest(key, asker);
      if (latest.content !== content) throw expired();
      return latest;
    }
    const job = createDenomJob(key, asOf.height);
    const seen = await this.#look(job, key);
    const snapshot = seen.snapshot ?? (await this.#wait(job, key, asker, seen, asOf));
    if (snapshot.content !== content) throw expired();
    return this.#use(snapshot);
  }

  /** What nodes that do not list holders say of a denom, if that is why there is no snapshot of it; else null. */
  async findKnown(key: DenomKey): Promise<JsonObject | null> {
    const { state } = await this.#look(createDenomJob(key), key);
    return state?.failure?.known ?? null;
  }

  /** Forgets the newest snapshot of a denom, which has gone. */
  forget(key: DenomKey): void {
    this.#latest.delete(nameOf(createDenomJob(key)));
  }

  async #look(job: Job, key: DenomKey): Promise<HoldersProgress> {
    const state = await this.#options.table.read(job);
    return { state, snapshot: await this.#findListed(await this.#snapshots.listOfJob(key, job)) };
  }

  /** The first of some snapshots whose node is listed still. */
  async #findListed(snapshots: readonly Snapshot[]): Promise<Snapshot | null> {
    for (const snapshot of snapshots)
      if (await this.#options.listed.has(snapshot.network, snapshot)) return snapshot;
    return null;
  }

  /** Asks for a new snapshot if the newest one is old. */
  async #renew(job: Job, { snapshot, state }: HoldersProgress, { owner }: Asker): Promise<void> {
    if (snapshot === null || snapshot.ageMs < this.#options.snapshotAgeMs || isAtWork(state)) return;
    if ((await this.#findFailure(job, state, failureMs.refresh)) === null) await this.#want(job, owner);
  }

  /** Asks for a job, and waits for its snapshot. Throws the problem that the work on it has ended with, or a 503 if it takes longer. */
  async #wait(
    job: Job,
    key: DenomKey,
    { owner, signal }: Asker,
    first: HoldersProgress,
    asOf: SnapshotTime | null = null,
  ): Promise<Snapshot> {
    const { progress, now, waitMs } = this.#options;
    const endAt = now() + waitMs;
    let seen = first;
    for (let looks = 0; seen.snapshot === null; looks++) {
      const failure = await this.#findFailure(job, seen.state, failureMs.first);
      if (failure !== null) {
        const isGone = failure.known?.['isNotReached'] === true && isLongAgo(asOf);
        throw isGone ? expired() : toProblem(failure, seen.state?.failedAgoMs ?? 0);
      }
      // Whoever works on it takes its calls' turns from all who wait.
      if (looks === 0 || !isAtWork(seen.state)) await this.#want(job, owner);
      const leftMs = endAt - now();
      if (leftMs <= 0 || signal.aborted) throw building(key.denom, seen.state?.progress ?? null);
      seen = await progress.wait(nameOf(job), leftMs, () => this.#look(job, key));
    }
    return seen.snapshot;
  }

  async #want(job: Job, owner: string): Promise<void> {
    const isRebuild = !job.key.endsWith(',null]');
    try {
      if (
        await this.#options.table.want(job, owner, {
          more: isRebuild ? [this.#limitRebuilds(job, owner)] : [],
        })
      )
        this.#options.onWanted();
    } catch (error) {
      if (!(error instanceof WantRefused)) throw error;
      throw tooBusy('too many cursors of this token wait for their snapshots; try again later', 5);
    }
  }

  /** A step that changes nothing, and no row if too many other heights are read for a token. */
  #limitRebuilds({ network, id }: Job, owner: string): Step {
    return {
      sql: `update endpoint_check_jobs set used_at = used_at where network = $1 and id = $2 and
        (select count(*) from endpoint_check_waiters w join endpoint_check_jobs j on j.network = w.network and j.id = w.job
          where w.token = $3 and w.until > ${this.#options.table.engine.dialect.now} and j.kind = 'holders'
            and j.key not like '%,null]' and j.wanted > j.done and not (j.network = $1 and j.id = $2)) < ${maxRebuilds}`,
      values: [network, id, owner],
      rows: 1,
    };
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

  /** Notes now and then that a cursor uses a snapshot. */
  #use(snapshot: Snapshot): Snapshot {
    const { table, now } = this.#options;
    noteLater(table.use({ network: snapshot.network, id: snapshot.job }));
    if (now() - (this.#touched.get(snapshot.id) ?? -Infinity) < touchMs) return snapshot;
    this.#touched.set(snapshot.id, now());
    noteLater(this.#snapshots.touch(snapshot));
    return snapshot;
  }
}

/** No request waits for a note: a step that puts holders in order takes seconds. What fails is noted another time. */
function noteLater(note: Promise<void>): void {
  note.catch(() => undefined);
}

function nameOf({ network, id }: Job): string {
  return `${network} ${id}`;
}

function isAtWork(state: JobState | null): boolean {
  return state !== null && state.progress !== null;
}

function isLongAgo(asOf: SnapshotTime | null): boolean {
  return asOf !== null && Date.now() - Date.parse(asOf.time) >= lagMs;
}

function building(denom: string, progress: JsonObject | null): ServiceProblem {
  const { holders = 0, startedAt = new Date().toISOString() } = progress ?? {};
  const detail = `the holders of ${truncate(denom)} are being counted: ${Number(holders)} so far; try again later`;
  return new ServiceProblem(503, detail, {
    type: 'snapshot-building',
    retryAfterSeconds: 1,
    fields: { progress: { holders, startedAt } },
  });
}
