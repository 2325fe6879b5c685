import type { SnapshotTime } from '../../api/answers.js';
import type { Snapshot } from './snapshot.js';
import type { DenomKey } from './snapshot-store.js';

/** How long a snapshot that nobody uses is kept. */
const unusedMs = 24 * 3_600_000;

/** A snapshot in memory. */
export interface HeldSnapshot {
  readonly key: DenomKey;
  readonly snapshot: Snapshot;
  /** When its walk began, by the clock of the options. */
  readonly takenAt: number;
  usedAt: number;
}

/** What a network holds. */
interface Share {
  /** In the order of their last use, by denom and time. */
  readonly held: Map<string, HeldSnapshot>;
  /** The bytes of each walk that is under way. */
  readonly walks: Map<object, number>;
  bytes: number;
}

/** The snapshots in memory, and what walks take, within one limit. */
export class SnapshotMemory {
  readonly limitBytes: number;
  readonly #now: () => number;
  readonly #shares = new Map<string, Share>();
  /** By network and denom. */
  readonly #newest = new Map<string, HeldSnapshot>();
  #bytes = 0;

  /** What all of them take now. */
  get bytes(): number {
    return this.#bytes;
  }

  constructor(limitBytes: number, now: () => number) {
    this.limitBytes = limitBytes;
    this.#now = now;
  }

  /** The newest snapshot of a denom, or the one of a time; null where it is not in memory. Counts as a use. */
  find(key: DenomKey, asOf: SnapshotTime | null): HeldSnapshot | null {
    const held = this.#shares.get(key.network)?.held;
    const newest = this.#newest.get(nameDenom(key));
    const name =
      asOf === null ? newest && nameSnapshot(newest.key, newest.snapshot.asOf) : nameSnapshot(key, asOf);
    const found = name === undefined ? undefined : held?.get(name);
    if (name === undefined || found === undefined) return null;
    found.usedAt = this.#now();
    // A Map iterates in insertion order: the least recently used comes first.
    held?.delete(name);
    held?.set(name, found);
    return found;
  }

  /**
   * Counts what a walk takes from now on; 0 ends it. Snapshots that were not used for the longest time go, of the network that holds the
   * most. `full` where the walk alone is too large, `busy` where other walks stand in its way: then it must end.
   */
  reserve(network: string, walk: object, bytes: number): 'ok' | 'full' | 'busy' {
    const share = this.#getShare(network);
    this.#count(share, bytes - (share.walks.get(walk) ?? 0));
    if (bytes > 0) share.walks.set(walk, bytes);
    else share.walks.delete(walk);
    this.#makeRoom();
    this.#dropEmpty(network, share);
    if (this.#bytes <= this.limitBytes || bytes === 0) return 'ok';
    return bytes > this.limitBytes ? 'full' : 'busy';
  }

  /** Keeps a snapshot; false where it is larger than the limit. One that a cursor asked for never becomes the newest: it may be of any height. */
  add(key: DenomKey, snapshot: Snapshot, takenAt: number, isLatest = true): boolean {
    if (snapshot.bytes > this.limitBytes) return false;
    const share = this.#getShare(key.network);
    const name = nameSnapshot(key, snapshot.asOf);
    const before = share.held.get(name);
    // The same height, so the same holders: what is the newest stays it.
    if (before !== undefined && !isLatest) return true;
    if (before !== undefined) this.#drop(share, name, before);
    const held = { key, snapshot, takenAt, usedAt: this.#now() };
    share.held.set(name, held);
    this.#count(share, snapshot.bytes);
    const newest = this.#newest.get(nameDenom(key));
    if (isLatest && (newest === undefined || newest.takenAt <= takenAt))
      this.#newest.set(nameDenom(key), held);
    this.#dropUnused();
    this.#makeRoom();
    return true;
  }

  #makeRoom(): void {
    while (this.#bytes > this.limitBytes) {
      const shares = [...this.#shares.values()].filter(({ held }) => held.size > 0);
      const [largest] = shares.sort((a, b) => b.bytes - a.bytes);
      const [oldest] = largest?.held ?? [];
      if (largest === undefined || oldest === undefined) return;
      this.#drop(largest, ...oldest);
    }
  }

  #dropUnused(): void {
    const since = this.#now() - unusedMs;
    for (const [network, share] of this.#shares) {
      for (const [name, held] of share.held) {
        if (held.usedAt >= since) break;
        this.#drop(share, name, held);
      }
      this.#dropEmpty(network, share);
    }
  }

  #drop(share: Share, name: string, held: HeldSnapshot): void {
    share.held.delete(name);
    this.#count(share, -held.snapshot.bytes);
    const denom = nameDenom(held.key);
    if (this.#newest.get(denom) === held) this.#newest.delete(denom);
  }

  #dropEmpty(network: string, { held, walks }: Share): void {
    if (held.size === 0 && walks.size === 0) this.#shares.delete(network);
  }

  #getShare(network: string): Share {
    const share = this.#shares.get(network) ?? { held: new Map(), walks: new Map(), bytes: 0 };
    this.#shares.set(network, share);
    return share;
  }

  #count(share: Share, bytes: number): void {
    share.bytes += bytes;
    this.#bytes += bytes;
  }
}

function nameDenom({ network, denom }: DenomKey): string {
  return JSON.stringify([network, denom]);
}

/** A height names a snapshot, else the time does. */
function nameSnapshot({ denom }: DenomKey, { height, time }: SnapshotTime): string {
  return JSON.stringify([denom, height ?? time]);
}
