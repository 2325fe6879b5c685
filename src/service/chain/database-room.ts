import type { Engine } from '../database/engine.js';

/** A part of the data that may be deleted. */
export interface Evictable {
  /** Time of the last use in milliseconds since 1970, by the clock of the database. */
  readonly usedAt: number;
  /** Deletes it, unless another instance is doing so. */
  readonly evict: () => Promise<void>;
}

/** A kind of data in the database. */
export interface RoomUser {
  /** The estimated size of all of it, in bytes. */
  readonly measure: () => Promise<number>;
  /** The least recently used part; null if none may be deleted. */
  readonly findOldest: () => Promise<Evictable | null>;
}

/** The share of the database that one filter, or the holders of one denom, may take. */
const largestShare = 0.5;

/** Keeps the database within its size: deletes the least recently used part first, events or holders. */
export class DatabaseRoom {
  /** The maximum size of the database, in bytes. */
  readonly bytes: number;
  readonly #engine: Engine;
  readonly #users: RoomUser[] = [];

  constructor(engine: Engine, bytes: number) {
    this.#engine = engine;
    this.bytes = bytes;
  }

  /** The maximum size of one filter, or of the holders of one denom, in bytes. */
  get largestBytes(): number {
    return this.bytes * largestShare;
  }

  /** Bytes after which the size is checked again. */
  get stepBytes(): number {
    return Math.min(4 << 20, this.bytes / 20);
  }

  add(user: RoomUser): void {
    this.#users.push(user);
  }

  /** Deletes the least recently used parts while the database is too large; false if none is left that may be deleted. */
  async make(): Promise<boolean> {
    if ((await this.measure()) <= this.bytes) return true;
    // Space of rows that were deleted or moved.
    await this.#engine.reclaim();
    while ((await this.measure()) > this.bytes) {
      const found = await Promise.all(this.#users.map((user) => user.findOldest()));
      const [oldest] = found.filter((candidate) => candidate !== null).sort((a, b) => a.usedAt - b.usedAt);
      if (oldest === undefined) return false;
      await oldest.evict();
      await this.#engine.reclaim();
    }
    return true;
  }

  /** The size of the database in bytes: on the disk if that is known, else as it is reckoned. */
  async measure(): Promise<number> {
    const bytes = await this.#engine.measure();
    if (bytes !== null) return bytes;
    const reckoned = await Promise.all(this.#users.map((user) => user.measure()));
    return reckoned.reduce((sum, part) => sum + part, 0);
  }
}
