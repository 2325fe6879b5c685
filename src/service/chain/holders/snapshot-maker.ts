import { withLimit } from '../../../net/abort.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { createBankClient } from '../nodes/bank-client.js';
import type { Nodes } from '../nodes/failover.js';
import type { PendingSnapshot } from './pending-snapshot.js';
import type { Snapshot } from './snapshot.js';
import type { SnapshotMemory } from './snapshot-memory.js';
import type { SnapshotOptions } from './snapshot-options.js';
import { explainFailure, noRoom, tooLarge, type WalkOutcome } from './snapshot-problems.js';
import { type DenomKey, StoreError, type WalkProgress } from './snapshot-store.js';
import { WalkError } from './walk-error.js';
import { walkOwners } from './walk-owners.js';

/** A walk that takes longer is ended. */
const walkMs = 3_600_000;

type Report = (progress: WalkProgress) => void;

/** Makes snapshots, and resolves the pending ones: from the store, or by a walk. */
export class SnapshotMaker {
  /** How many walks have made one. */
  walked = 0;
  readonly #nodes: Nodes;
  readonly #memory: SnapshotMemory;
  readonly #options: SnapshotOptions;
  readonly #signal: AbortSignal;
  /** One at a time, since how large a stored snapshot is shows when it is loaded. */
  #loading: Promise<unknown> = Promise.resolve();

  constructor(nodes: Nodes, memory: SnapshotMemory, options: SnapshotOptions, signal: AbortSignal) {
    this.#nodes = nodes;
    this.#memory = memory;
    this.#options = options;
    this.#signal = signal;
  }

  /** Takes the snapshot from the store, where that has one which is young enough, or the one that is asked for. */
  async load(pending: PendingSnapshot): Promise<void> {
    const { store } = this.#options;
    const { key, asOf } = pending;
    if (store === null) return;
    const snapshot = await this.#tryStore(key, null, async () => {
      const found = await store.find(key, asOf);
      const isOther = pending.storedTime !== undefined && found?.time !== pending.storedTime;
      pending.storedTime ??= found?.time ?? null;
      // Another process may have begun before this one asked, and have taken longer than a snapshot is young.
      if (found === null || !(asOf !== null || isOther || this.#isYoung(found.time))) return null;
      const loading = this.#loading.then(() => store.load(key, found));
      this.#loading = loading.catch(() => undefined);
      return loading;
    });
    if (snapshot === null) return;
    const ageMs = Math.max(0, Date.now() - Date.parse(snapshot.asOf.time));
    this.#keep(pending, snapshot, this.#options.now() - ageMs);
  }

  /** Walks, unless another process does: then resolves to how far that is. Throws a ServiceProblem where no node lists the owners. */
  async walk(pending: PendingSnapshot, owner: string): Promise<WalkProgress | null> {
    const { store } = this.#options;
    let walking: Promise<void> | null = null;
    const walkOnce = (report: Report) => (walking ??= this.#walkNodes(pending, owner, report));
    if (store !== null) {
      const height = pending.asOf?.height ?? null;
      const alone = await this.#tryStore(pending.key, null, () =>
        store.walkAlone(pending.key, height, async (report) => {
          // It may have been finished elsewhere since the last look.
          await this.load(pending);
          if (pending.state !== 'done') await walkOnce(report);
        }),
      );
      if (alone !== null) return 'elsewhere' in alone ? alone.elsewhere : null;
    }
    if (pending.state !== 'done') await walkOnce(() => undefined);
    return null;
  }

  async #walkNodes(pending: PendingSnapshot, owner: string, report: Report): Promise<void> {
    const { key, asOf } = pending;
    const { network, denom } = key;
    const outcomes: WalkOutcome[] = [];
    const takenAt = this.#options.now();
    const startedAt = new Date().toISOString();
    const { signal, clear } = withLimit(this.#signal, walkMs);
    pending.progress = { holders: 0, startedAt };
    const onPage = ({ holders, bytes }: { readonly holders: number; readonly bytes: number }) => {
      const room = this.#memory.reserve(network, pending, bytes);
      if (room === 'full') throw tooLarge(denom, this.#options.memoryBytes);
      if (room === 'busy') throw noRoom();
      pending.progress = { holders, startedAt };
      report(pending.progress);
    };
    try {
      const question = { network, kind: 'grpc', lane: 'walk', owner, signal } as const;
      const snapshot = await this.#nodes.request(question, async (node, request) => {
        const client = createBankClient(node, request, 'walk');
        try {
          const height = asOf?.height ?? null;
          return await walkOwners(client, { denom, height, signal: request.signal, onPage });
        } catch (error) {
          outcomes.push(error instanceof WalkError ? error.why : 'failed');
          throw error;
        } finally {
          client.close();
        }
      });
      this.#memory.reserve(network, pending, 0);
      this.#keep(pending, snapshot, takenAt);
      this.walked += 1;
      this.#logDifference(key, snapshot);
      await this.#tryStore(key, undefined, async () => this.#options.store?.save(key, snapshot));
    } catch (error) {
      throw error instanceof ServiceProblem ? explainFailure(error, outcomes, { network, asOf }) : error;
    } finally {
      this.#memory.reserve(network, pending, 0);
      clear();
    }
  }

  /** Those who wait for a snapshot get it whatever becomes of it. */
  #keep(pending: PendingSnapshot, snapshot: Snapshot, takenAt: number): void {
    const { memoryBytes } = this.#options;
    if (!this.#memory.add(pending.key, snapshot, takenAt, pending.asOf === null))
      throw tooLarge(pending.key.denom, memoryBytes);
    pending.resolve(snapshot);
  }

  #isYoung(time: string): boolean {
    return Date.now() - Date.parse(time) < this.#options.snapshotAgeMs;
  }

  /** What the store gives, else what is given where it cannot be used: no answer depends on it. */
  async #tryStore<Value, Otherwise>(
    { network, denom }: DenomKey,
    otherwise: Otherwise,
    use: () => Promise<Value>,
  ): Promise<Value | Otherwise> {
    try {
      return await use();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.#options.log('store-failed', { network, denom, error: error.message });
      return otherwise;
    }
  }

  #logDifference({ network, denom }: DenomKey, { asOf, sum, supply }: Snapshot): void {
    if (supply === null || supply === sum) return;
    const { height } = asOf;
    const difference = String(supply - sum);
    this.#options.log('holders-differ', { network, denom, height, supply: String(supply), difference });
  }
}
