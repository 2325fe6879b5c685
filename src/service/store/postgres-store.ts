import { setTimeout as sleep } from 'node:timers/promises';
import { truncate } from '../../model/truncate.js';
import type { SnapshotTime } from '../api/answers.js';
import type { Snapshot } from '../chain/holders/snapshot.js';
import type { DenomKey, SnapshotStore, WalkProgress } from '../chain/holders/snapshot-store.js';
import { type Connecting, Database } from './database.js';
import { LockSession } from './lock-session.js';
import { findSnapshot, loadSnapshot, removeExpired, saveSnapshot, touchSnapshot } from './snapshot-table.js';
import { readWalk, WalkNotes } from './walk-table.js';

/** How often this process looks for snapshots to delete, in milliseconds. */
const cleaningMs = 600_000;

/** How long a check is waited for, in milliseconds: whoever reads metrics waits too. */
const checkMs = 2_000;

/** Snapshots in a Postgres database, whose tables it creates. Every failure is a StoreError; the next call connects again. */
export class PostgresStore implements SnapshotStore {
  readonly #database: Database;
  readonly #locks: LockSession;
  readonly #log: Connecting['log'];
  /** The walks of this process, by the names of their locks. */
  readonly #walks = new Map<string, WalkProgress>();
  #cleanedAt = -Infinity;
  #checking: Promise<boolean> | null = null;

  constructor(connecting: Connecting) {
    this.#database = new Database(connecting);
    this.#locks = new LockSession(connecting);
    this.#log = connecting.log;
  }

  /** Connects, and creates the tables. Rejects with a DatabaseRefusal where trying again would not help. */
  async open(): Promise<void> {
    await this.#locks.open().catch((error: unknown) => {
      throw this.#database.noteFailure(error);
    });
    await this.#database.run(() => Promise.resolve());
  }

  async find(key: DenomKey, asOf: SnapshotTime | null): Promise<SnapshotTime | null> {
    return this.#database.run((client) => findSnapshot(client, key, asOf));
  }

  async load(key: DenomKey, asOf: SnapshotTime): Promise<Snapshot | null> {
    const loaded = await this.#database.run(async (client) => {
      await touchSnapshot(client, key, asOf, '1 minute');
      return loadSnapshot(client, key, asOf);
    });
    if (loaded !== 'damaged') return loaded;
    const name = JSON.stringify([key.network, truncate(key.denom), asOf.height, asOf.time]);
    const message = `the store had a snapshot with missing or changed parts, which is deleted: ${name}`;
    this.#log({ event: 'store-damaged', message });
    return null;
  }

  async save(key: DenomKey, snapshot: Snapshot): Promise<void> {
    await this.#database.run((client) => saveSnapshot(client, key, snapshot));
    this.#clean();
  }

  async walkAlone<Value>(
    key: DenomKey,
    height: number | null,
    walk: (report: (progress: WalkProgress) => void) => Promise<Value>,
  ): Promise<{ readonly walked: Value } | { readonly elsewhere: WalkProgress }> {
    const name = JSON.stringify([key.network, key.denom, height]);
    // The session would get its own lock once more.
    const here = this.#walks.get(name);
    if (here !== undefined) return { elsewhere: here };
    const begun = { holders: 0, startedAt: new Date().toISOString() };
    this.#walks.set(name, begun);
    try {
      const { lock, pid } = await this.#locks.tryLock(name).catch((error: unknown) => {
        throw this.#database.noteFailure(error);
      });
      if (pid === null) return { elsewhere: (await readWalk(this.#database, lock)) ?? begun };
      const notes = new WalkNotes(this.#database, { lock, pid });
      try {
        notes.write(begun);
        return {
          walked: await walk((progress) => {
            this.#walks.set(name, progress);
            notes.write(progress);
          }),
        };
      } finally {
        await notes.remove();
        // Where it fails, the session has ended, and its locks with it.
        await this.#locks.unlock({ lock, pid }).catch(() => undefined);
      }
    } finally {
      this.#walks.delete(name);
    }
  }

  async check(): Promise<boolean> {
    // One at a time, however often it is asked for.
    this.#checking ??= this.#database.check().finally(() => (this.#checking = null));
    return Promise.race([this.#checking, sleep(checkMs, false, { ref: false })]);
  }

  async close(): Promise<void> {
    await this.#locks.close();
    await this.#database.close();
  }

  /** In the background, after a save: without new snapshots there is nothing that grows. */
  #clean(): void {
    const now = performance.now();
    if (now - this.#cleanedAt < cleaningMs) return;
    this.#cleanedAt = now;
    this.#database.run(removeExpired).catch(() => undefined);
  }
}
