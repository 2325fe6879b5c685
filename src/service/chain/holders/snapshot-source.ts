import { createAbortController, sleep } from '../../../net/abort.js';
import type { SnapshotTime } from '../../api/answers.js';
import { databaseDown, ServiceProblem } from '../../http/service-problem.js';
import type { Nodes } from '../nodes/failover.js';
import { DatabaseError } from '../../database/engine.js';
import { BoundedMap } from '../../bounded-map.js';
import type { DenomKey } from './denom-key.js';
import { DraftTable } from './draft-table.js';
import { HolderPages } from './holder-pages.js';
import { PendingSnapshot } from './pending-snapshot.js';
import type { Snapshot } from './snapshot.js';
import type { SnapshotOptions } from './snapshot-options.js';
import {
  expired,
  type FailureReason,
  failureReasons,
  findFailureReason,
  notListed,
  repeatFailure,
} from './snapshot-problems.js';
import { type FoundSnapshot, SnapshotTable } from './snapshot-table.js';
import { SnapshotWalker } from './snapshot-walker.js';
import { WalkQueue } from './walk-queue.js';

/** Who asks. */
export interface Asker {
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Which snapshot a cursor belongs to. */
export interface SnapshotPlace {
  readonly asOf: SnapshotTime;
  /** Of a snapshot without a height, which nothing else identifies on another instance; null with one. */
  readonly content: string | null;
}

/** How often the walk of another instance is looked at. */
const pollMs = 500;
/** How often it is noted that a snapshot is used. */
const touchMs = 60_000;
/** Denoms and snapshots of which something is remembered. */
const maxRemembered = 10_000;
/** How long a failure stands before the next try: of a first walk, of a refresh, and where nodes are too old. */
const failureMs = { first: 3_000, refresh: 10_000, notListed: 60_000 };

/** What operators should know about the snapshots of a process. */
export interface SnapshotState {
  /** How many snapshots nodes have given. */
  readonly walked: number;
  /** How many could not be made, by reason. */
  readonly failed: Readonly<Record<FailureReason, number>>;
}

interface WalkFailure {
  readonly problem: ServiceProblem;
  readonly at: number;
  readonly keepMs: number;
}

/** The newest snapshot of a denom, as it was found a moment ago. */
interface Remembered extends FoundSnapshot {
  readonly foundAt: number;
}

/** The snapshots of all denoms: from the database, or by a walk. One is made at a time for a denom and height, whoever asks, whichever instance. */
export class SnapshotSource {
  readonly pages: HolderPages;
  readonly #options: SnapshotOptions;
  readonly #table: SnapshotTable;
  readonly #walker: SnapshotWalker;
  readonly #queue = new WalkQueue();
  readonly #pending = new Map<string, PendingSnapshot>();
  readonly #failures = new BoundedMap<string, WalkFailure>(maxRemembered);
  readonly #latest = new BoundedMap<string, Remembered>(maxRemembered);
  readonly #touched = new BoundedMap<number, number>(maxRemembered);
  readonly #failed = Object.fromEntries(failureReasons.map((reason) => [reason, 0])) as Record<
    FailureReason,
    number
  >;
  readonly #ending = createAbortController();
  readonly #work = new Set<Promise<void>>();

  constructor(nodes: Nodes, options: SnapshotOptions) {
    const { engine, instance, leaseMs, room } = options;
    const drafts = new DraftTable(engine, instance, leaseMs);
    this.#options = options;
    this.#table = new SnapshotTable(engine);
    this.pages = new HolderPages(engine, this.#table);
    this.#walker = new SnapshotWalker(
      { ...options, nodes, drafts, snapshots: this.#table },
      this.#ending.signal,
    );
    room.add({
      measure: async () => (await this.#table.measure()) + (await drafts.measure()),
      findOldest: async () => {
        const oldest = await this.#table.findOldest();
        return oldest === null ? null : { usedAt: oldest.usedAt, evict: () => drafts.discard(oldest) };
      },
    });
  }

  get state(): SnapshotState {
    return { walked: this.#walker.walked, failed: this.#failed };
  }

  /** The newest snapshot, whatever its age; null without one. */
  async findLatest(key: DenomKey): Promise<FoundSnapshot | null> {
    const { now, latestMs } = this.#options;
    const name = nameWork(key, null);
    const known = this.#latest.get(name);
    const sinceMs = now() - (known?.foundAt ?? -Infinity);
    if (known !== undefined && sinceMs < latestMs)
      return { snapshot: known.snapshot, ageMs: known.ageMs + sinceMs };
    const found = await this.#table.findLatest(key);
    if (found !== null) this.#latest.set(name, { ...found, foundAt: now() });
    return found;
  }

  /** The newest snapshot; an old one at once, while a new one is made. Throws a ServiceProblem if there is none, or none yet. */
  async getLatest(key: DenomKey, asker: Asker): Promise<Snapshot> {
    const found = await this.findLatest(key);
    if (found === null) return this.#wait(key, null, asker);
    const isOld = found.ageMs >= this.#options.snapshotAgeMs;
    if (isOld && this.#findFailure(nameWork(key, null), failureMs.refresh) === null)
      this.#join(key, null, asker.owner);
    return this.#use(found.snapshot);
  }

  /**
   * The snapshot of a time, made again where nodes still have its height; one without a height is the latest, where its content is the same. Throws a
   * ServiceProblem: 410 if it can't be made again.
   */
  async getAt(key: DenomKey, { asOf, content }: SnapshotPlace, asker: Asker): Promise<Snapshot> {
    const found = await this.#table.findAt(key, asOf);
    if (found !== null) return this.#use(found.snapshot);
    if (asOf.height !== null) return this.#wait(key, asOf, asker);
    const latest = await this.getLatest(key, asker);
    if (latest.content !== content) throw expired();
    return latest;
  }

  /** Forgets the newest snapshot of a denom, which has gone. */
  forget(key: DenomKey): void {
    this.#latest.delete(nameWork(key, null));
  }

  /** Ends all walks. */
  async close(): Promise<void> {
    this.#ending.abort();
    await Promise.all(this.#work);
  }

  async #wait(key: DenomKey, asOf: SnapshotTime | null, { owner, signal }: Asker): Promise<Snapshot> {
    const { now, waitMs } = this.#options;
    const failure = this.#findFailure(nameWork(key, asOf), failureMs.first);
    if (failure !== null && failure.keepMs > 0) throw failure.problem;
    if (failure !== null) throw repeatFailure(failure.problem, failure.at + failureMs.first - now());
    const pending = this.#join(key, asOf, owner);
    return pending.wait(Math.max(0, waitMs - (now() - pending.startedAt)), signal);
  }

  #join(key: DenomKey, asOf: SnapshotTime | null, owner: string): PendingSnapshot {
    const name = nameWork(key, asOf);
    const known = this.#pending.get(name);
    // If it is done, its last steps may still be under way.
    if (known !== undefined && known.state !== 'done') {
      // A place in this owner's queue too, lest it waits for all others of the first one's.
      if (known.state === 'queued') this.#run(known, () => this.#enqueue(known, owner));
      if (known.state === 'looking') known.asked.add(owner);
      return known;
    }
    const pending = new PendingSnapshot(key, asOf, this.#options.now());
    this.#pending.set(name, pending);
    this.#run(pending, () => this.#look(pending, owner));
    return pending;
  }

  /** Runs a step of the work in the background; the first failure is that of all who wait. */
  #run(pending: PendingSnapshot, step: () => Promise<void>): void {
    const work = step()
      .catch((error: unknown) => this.#fail(pending, error))
      .finally(() => {
        this.#work.delete(work);
        const name = nameWork(pending.key, pending.asOf);
        if (pending.state === 'done' && this.#pending.get(name) === pending) this.#pending.delete(name);
      });
    this.#work.add(work);
  }

  /** Looks for what another instance has made meanwhile. */
  async #look(pending: PendingSnapshot, owner: string): Promise<void> {
    pending.state = 'looking';
    if (await this.#find(pending)) return;
    pending.state = 'queued';
    for (const other of pending.asked) this.#run(pending, () => this.#enqueue(pending, other));
    pending.asked.clear();
    await this.#enqueue(pending, owner);
  }

  async #find(pending: PendingSnapshot): Promise<boolean> {
    const { key, asOf } = pending;
    const found = await (asOf === null ? this.#table.findLatest(key) : this.#table.findAt(key, asOf));
    const isOther = pending.before !== undefined && found?.snapshot.id !== pending.before;
    pending.before ??= found?.snapshot.id ?? null;
    if (found === null) return false;
    // Another instance may have begun before this one asked, and have taken longer than a snapshot is young.
    if (asOf === null && !isOther && found.ageMs >= this.#options.snapshotAgeMs) return false;
    this.forget(key);
    pending.resolve(found.snapshot);
    return true;
  }

  async #enqueue(pending: PendingSnapshot, owner: string): Promise<void> {
    if (pending.owners.has(owner)) return;
    pending.owners.add(owner);
    try {
      await this.#queue.run(pending.key.network, owner, this.#ending.signal, async () => {
        if (pending.state === 'queued') await this.#walk(pending, owner);
      });
    } catch (error) {
      // Whoever has too many in the queue is told so, where nobody else has a place for the same.
      if (pending.state !== 'queued' || pending.owners.size === 1) throw error;
    } finally {
      pending.owners.delete(owner);
    }
  }

  async #walk(pending: PendingSnapshot, owner: string): Promise<void> {
    pending.state = 'walking';
    // It may have been made elsewhere since the last look.
    if (await this.#find(pending)) return;
    const isMade = await this.#walker.walk(pending, owner);
    if (isMade && (await this.#find(pending))) return;
    pending.state = 'elsewhere';
    this.#run(pending, async () => {
      await sleep(pollMs, this.#ending.signal);
      await this.#look(pending, owner);
    });
  }

  /** Notes now and then that a snapshot is used. */
  async #use(snapshot: Snapshot): Promise<Snapshot> {
    const now = this.#options.now();
    if (now - (this.#touched.get(snapshot.id) ?? -Infinity) < touchMs) return snapshot;
    this.#touched.set(snapshot.id, now);
    await this.#table.touch(snapshot);
    return snapshot;
  }

  #fail(pending: PendingSnapshot, reason: unknown): void {
    const { key, asOf, state } = pending;
    if (state === 'done') return;
    const error = reason instanceof DatabaseError ? databaseDown(reason.message) : reason;
    pending.reject(error);
    // Whose turn has not come has failed for one owner alone; a service that ends has not failed.
    if (state === 'queued' || this.#ending.signal.aborted) return;
    const why = findFailureReason(error);
    if (why !== null) this.#failed[why] += 1;
    if (!(error instanceof ServiceProblem)) return;
    const { snapshotAgeMs, now, log } = this.#options;
    const { status, detail } = error;
    const isLasting = error.extras.type === notListed;
    const keepMs = status === 507 ? snapshotAgeMs : isLasting ? failureMs.notListed : 0;
    const name = nameWork(key, asOf);
    this.#failures.set(name, { problem: error, at: now(), keepMs });
    if (why !== null)
      log('holders-failed', { ...key, height: asOf?.height ?? null, reason: why, status, detail });
  }

  /** The last failure, if it was less than `keepMs` ago, or is one that lasts. */
  #findFailure(name: string, keepMs: number): WalkFailure | null {
    const failure = this.#failures.get(name);
    if (failure === undefined) return null;
    const isKept = this.#options.now() - failure.at < Math.max(keepMs, failure.keepMs);
    return isKept ? failure : null;
  }
}

function nameWork({ network, denom }: DenomKey, asOf: SnapshotTime | null): string {
  return JSON.stringify([network, denom, asOf === null ? null : (asOf.height ?? asOf.time)]);
}
