import type { Engine } from '../database/engine.js';

/** Something in the database that may go. */
export interface Evictable {
  /** Milliseconds since 1970, by the clock of the database. */
  readonly usedAt: number;
  /** Deletes it, unless another instance does. */
  readonly evict: () => Promise<void>;
}

/** A kind of data in the database. */
export interface RoomUser {
  /** What all of it takes, in bytes, as it is reckoned. */
  readonly measure: () => Promise<number>;
  /** What was used least recently; null if nothing may go. */
  readonly findOldest: () => Promise<Evictable | null>;
}

/** The part of the database that one filter, or the holders of one denom, may take. */
const largestShare = 0.5;

/** Keeps the database within its size: what was used least recently goes first, be it events or holders. */
export class DatabaseRoom {
  /** What the database may take, in bytes. */
  readonly bytes: number;
  readonly #engine: Engine;
  readonly #users: RoomUser[] = [];

  constructor(engine: Engine, bytes: number) {
    this.#engine = engine;
    this.bytes = bytes;
  }

  /** What one filter, or the holders of one denom, may take, in bytes. */
  get largestBytes(): number {
    return this.bytes * largestShare;
  }

  /** Bytes after which the size is looked at again. */
  get stepBytes(): number {
    return Math.min(4 << 20, this.bytes / 20);
  }

  add(user: RoomUser): void {
    this.#users.push(user);
  }

  /** Deletes what was used least recently while the database is too large; false if nothing is left that may go. */
  async make(): Promise<boolean> {
    if ((await this.#measure()) <= this.bytes) return true;
    // Of rows that were deleted, or moved.
    await this.#engine.reclaim();
    while ((await this.#measure()) > this.bytes) {
      const found = await Promise.all(this.#users.map((user) => user.findOldest()));
      const [oldest] = found.filter((candidate) => candidate !== null).sort((a, b) => a.usedAt - b.usedAt);
      if (oldest === undefined) return false;
      await oldest.evict();
      await this.#engine.reclaim();
    }
    return true;
  }

  /** The size on the disk, where that is known. */
  async #measure(): Promise<number> {
    const bytes = await this.#engine.measure();
    if (bytes !== null) return bytes;
    const reckoned = await Promise.all(this.#users.map((user) => user.measure()));
    return reckoned.reduce((sum, part) => sum + part, 0);
  }
}
