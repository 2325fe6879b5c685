import type { SnapshotTime } from '../../src/service/api/answers.js';
import { Snapshot } from '../../src/service/chain/holders/snapshot.js';
import {
  type DenomKey,
  type SnapshotStore,
  StoreError,
  type WalkProgress,
} from '../../src/service/chain/holders/snapshot-store.js';

const nameOf = (key: DenomKey, more: unknown) => JSON.stringify([key.network, key.denom, more]);

/** A store in memory, for several instances of one process. What it keeps are bytes. */
export class MemoryStore implements SnapshotStore {
  readonly #snapshots: {
    readonly denom: string;
    readonly asOf: SnapshotTime;
    readonly parts: readonly Buffer[];
  }[] = [];
  readonly #walks = new Map<string, WalkProgress>();
  /** True while no call succeeds. */
  isDown = false;
  /** What was called, by name. */
  readonly calls: string[] = [];

  find(key: DenomKey, asOf: SnapshotTime | null): Promise<SnapshotTime | null> {
    return this.#call('find', () => this.#list(key, asOf)[0]?.asOf ?? null);
  }

  load(key: DenomKey, asOf: SnapshotTime): Promise<Snapshot | null> {
    return this.#call('load', () => Snapshot.parse(this.#list(key, asOf)[0]?.parts ?? []));
  }

  save(key: DenomKey, snapshot: Snapshot): Promise<void> {
    return this.#call('save', () => {
      const parts = snapshot.serialize().map((part) => Buffer.from(part));
      this.#snapshots.unshift({ denom: nameOf(key, null), asOf: snapshot.asOf, parts });
    });
  }

  async walkAlone<Value>(
    key: DenomKey,
    height: number | null,
    walk: (report: (progress: WalkProgress) => void) => Promise<Value>,
  ): Promise<{ readonly walked: Value } | { readonly elsewhere: WalkProgress }> {
    const name = nameOf(key, height);
    const elsewhere = await this.#call('walkAlone', () => this.#walks.get(name));
    if (elsewhere !== undefined) return { elsewhere };
    const report = (progress: WalkProgress) => this.#walks.set(name, progress);
    report({ holders: 0, startedAt: new Date().toISOString() });
    try {
      return { walked: await walk(report) };
    } finally {
      this.#walks.delete(name);
    }
  }

  check(): Promise<boolean> {
    return Promise.resolve(!this.isDown);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #list(key: DenomKey, asOf: SnapshotTime | null) {
    const ofDenom = this.#snapshots.filter(({ denom }) => denom === nameOf(key, null));
    return asOf === null
      ? ofDenom
      : ofDenom.filter(({ asOf: { height, time } }) => height === asOf.height && time === asOf.time);
  }

  async #call<Value>(name: string, answer: () => Value | Promise<Value>): Promise<Value> {
    this.calls.push(name);
    if (this.isDown) throw new StoreError('the store is down');
    return answer();
  }
}
