import { randomInt } from 'node:crypto';

const partitions = 1_024;
const firstSlots = 16;

/**
 * Finds addresses that come twice: a hash table with open addressing over records that are elsewhere, of which it holds the numbers alone,
 * eight bytes each. In many small tables, since to enlarge a single one would take tens of milliseconds at a time.
 */
export class AddressSet {
  /** The records of a partition, each plus one; 0 is a free slot. */
  readonly #tables: (Uint32Array | undefined)[] = [];
  readonly #counts = new Uint32Array(partitions);
  readonly #hashOf: (record: number) => number;
  readonly #isSame: (a: number, b: number) => boolean;

  constructor(hashOf: (record: number) => number, isSame: (a: number, b: number) => boolean) {
    this.#hashOf = hashOf;
    this.#isSame = isSame;
  }

  /** False where a record with the same address is there. */
  add(record: number): boolean {
    const hash = this.#hashOf(record);
    const partition = hash % partitions;
    const count = this.#counts[partition] ?? 0;
    let table = (this.#tables[partition] ??= new Uint32Array(firstSlots));
    if (count * 2 >= table.length) table = this.#tables[partition] = this.#enlarge(table);
    if (!this.#put(table, hash, record)) return false;
    this.#counts[partition] = count + 1;
    return true;
  }

  #put(table: Uint32Array, hash: number, record: number): boolean {
    const mask = table.length - 1;
    let slot = (hash >>> 10) & mask;
    for (let other = table[slot] ?? 0; other !== 0; other = table[slot] ?? 0) {
      if (this.#isSame(other - 1, record)) return false;
      slot = (slot + 1) & mask;
    }
    table[slot] = record + 1;
    return true;
  }

  #enlarge(table: Uint32Array): Uint32Array {
    const larger = new Uint32Array(table.length * 2);
    const mask = larger.length - 1;
    for (const record of table) {
      if (record === 0) continue;
      let slot = (this.#hashOf(record - 1) >>> 10) & mask;
      while (larger[slot] !== 0) slot = (slot + 1) & mask;
      larger[slot] = record;
    }
    return larger;
  }
}

/** Makes a hash of bytes, FNV-1a, from a start that nobody knows, so that no node can choose addresses with equal hashes. */
export function createHash(): (bytes: Uint8Array, start: number, end: number) => number {
  const seed = randomInt(2 ** 32);
  return (bytes, start, end) => {
    let hash = seed;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  };
}
