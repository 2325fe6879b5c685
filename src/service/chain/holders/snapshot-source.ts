import { createAbortController, sleep } from '../../../net/abort.js';
import type { SnapshotTime } from '../../api/answers.js';
import { ServiceProblem } from '../../http/service-problem.js';
import type { Nodes } from '../nodes/failover.js';
import { PendingSnapshot } from './pending-snapshot.js';
import type { Snapshot } from './snapshot.js';
import { SnapshotMaker } from './snapshot-maker.js';
import { SnapshotMemory } from './snapshot-memory.js';
import type { SnapshotOptions } from './snapshot-options.js';
import {
  expired,
  type FailureReason,
  failureReasons,
  findFailureReason,
  notListed,
  repeatFailure,
} from './snapshot-problems.js';
import type { DenomKey } from './snapshot-store.js';
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

/** How often another process' walk is looked at. */
const pollMs = 1_000;
/** How long a failure stands before the next try: of a first walk, of a refresh, and where nodes are too old. */
const failureMs = { first: 3_000, refresh: 10_000, notListed: 60_000 };
const maxFailures = 1_000;

/** What operators should know about the snapshots of a process. */
export interface SnapshotState {
  /** What snapshots and walks take, and may take. */
  readonly bytes: number;
  readonly limitBytes: number;
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

/** The snapshots of all denoms: in memory, from the store, or by a walk. One is made at a time for a denom and height, whoever asks. */
export class SnapshotSource {
  readonly #options: SnapshotOptions;
  readonly #memory: SnapshotMemory;
  readonly #maker: SnapshotMaker;
  readonly #queue = new WalkQueue();
  readonly #pending = new Map<string, PendingSnapshot>();
  readonly #failures = new Map<string, WalkFailure>();
  readonly #failed = Object.fromEntries(failureReasons.map((reason) => [reason, 0])) as Record<
    FailureReason,
    number
  >;
  readonly #ending = createAbortController();
  readonly #work = new Set<Promise<void>>();

  constructor(nodes: Nodes, options: SnapshotOptions) {
    this.#options = options;
    this.#memory = new SnapshotMemory(options.memoryBytes, options.now);
    this.#maker = new SnapshotMaker(nodes, this.#memory, options, this.#ending.signal);
  }

  get state(): SnapshotState {
    const { bytes, limitBytes } = this.#memory;
    return { bytes, limitBytes, walked: this.#maker.walked, failed: this.#failed };
  }

  /** A snapshot that is in memory, whatever its age. */
  findHeld(key: DenomKey): Snapshot | null {
    return this.#memory.find(key, null)?.snapshot ?? null;
  }

  /** The newest snapshot; an old one at once, while a new one is made. Throws a ServiceProblem where there is none, or none yet. */
  async getLatest(key: DenomKey, asker: Asker): Promise<Snapshot> {
    const held = this.#memory.find(key, null);
    if (held === null) return this.#wait(key, null, asker);
    const { now, snapshotAgeMs } = this.#options;
    const isOld = now() - held.takenAt >= snapshotAgeMs;
    if (isOld && this.#findFailure(nameWork(key, null), failureMs.refresh) === null)
      this.#join(key, null, asker.owner);
    return held.snapshot;
  }

  /**
   * The snapshot of a time, made again where nodes still have its height; one without a height is made again too, and is the same where its
   * content is. Throws a ServiceProblem: 410 where it can't be made again.
   */
  async getAt(key: DenomKey, { asOf, content }: SnapshotPlace, asker: Asker): Promise<Snapshot> {
    const held = this.#memory.find(key, asOf);
    if (held !== null) return held.snapshot;
    try {
      return await this.#wait(key, asOf, asker);
    } catch (error) {
      if (asOf.height !== null || !(error instanceof ServiceProblem) || error.status !== 410) throw error;
    }
    const latest = await this.getLatest(key, asker);
    if (latest.content !== content) throw expired();
    return latest;
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
    // Where it is done, its last steps may still be under way.
    if (known !== undefined && known.state !== 'done') {
      // A place in this owner's queue too, lest it waits for all others of the first one's.
      if (known.state === 'queued') this.#run(known, () => this.#enqueue(known, owner));
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

  async #look(pending: PendingSnapshot, owner: string): Promise<void> {
    pending.state = 'looking';
    await this.#maker.load(pending);
    if (isDone(pending)) return;
    if (pending.asOf?.height === null) throw expired();
    pending.state = 'queued';
    await this.#enqueue(pending, owner);
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
    const elsewhere = await this.#maker.walk(pending, owner);
    if (elsewhere === null) return;
    pending.state = 'elsewhere';
    pending.progress = elsewhere;
    this.#run(pending, async () => {
      await sleep(pollMs, this.#ending.signal);
      await this.#look(pending, owner);
    });
  }

  #fail(pending: PendingSnapshot, error: unknown): void {
    const { key, asOf, state } = pending;
    if (state === 'done') return;
    pending.reject(error);
    // Whose turn has not come has failed for one owner alone; a service that ends has not failed.
    if (state === 'queued' || this.#ending.signal.aborted) return;
    const reason = findFailureReason(error);
    if (reason !== null) this.#failed[reason] += 1;
    if (!(error instanceof ServiceProblem)) return;
    const { snapshotAgeMs, now, log } = this.#options;
    const { status, detail } = error;
    const isLasting = error.extras.type === notListed;
    const keepMs = status === 507 ? snapshotAgeMs : isLasting ? failureMs.notListed : 0;
    const name = nameWork(key, asOf);
    this.#failures.delete(name);
    this.#failures.set(name, { problem: error, at: now(), keepMs });
    const [oldest] = this.#failures.keys();
    if (this.#failures.size > maxFailures && oldest !== undefined) this.#failures.delete(oldest);
    if (reason !== null)
      log('holders-failed', { ...key, height: asOf?.height ?? null, reason, status, detail });
  }

  /** The last failure, where it was less than `keepMs` ago, or is one that lasts. */
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

/** A function, since TypeScript does not see that a state changes while it is waited for. */
function isDone({ state }: PendingSnapshot): boolean {
  return state === 'done';
}
