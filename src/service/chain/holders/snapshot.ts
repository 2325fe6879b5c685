import type { DenomMetadata, Holder, SnapshotTime } from '../../api/answers.js';
import { findMatches } from './find-matches.js';
import { parseSnapshot, serializeSnapshot, type StoredSnapshot } from './snapshot-bytes.js';
import { startOf } from './snapshot-columns.js';

/** What a snapshot without holders takes, in bytes, roughly: its objects, and its place in maps. */
const emptyBytes = 2_048;

/** All owners of a denom at one time, the largest balance first, equal ones in the order of their addresses. Never changes. */
export class Snapshot {
  readonly #stored: StoredSnapshot;
  /** Memory that it takes. */
  readonly bytes: number;

  /** Made by a SnapshotBuilder, or by `parse`. */
  constructor(stored: StoredSnapshot) {
    this.#stored = stored;
    const { addresses, addressEnds, amounts, amountEnds } = stored.columns;
    this.bytes =
      emptyBytes +
      [addresses, addressEnds, amounts, amountEnds].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** Reads what `serialize` gave, cut into parts anywhere; null for damaged or incomplete bytes. Gives way to other work meanwhile. */
  static async parse(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Snapshot | null> {
    const stored = await parseSnapshot(parts);
    return stored === null ? null : new Snapshot(stored);
  }

  get asOf(): SnapshotTime {
    return this.#stored.facts.asOf;
  }

  get holderCount(): number {
    return this.#stored.columns.addressEnds.length;
  }

  /** The same for snapshots with the same holders and balances, whenever they were taken. */
  get content(): string {
    return `${this.#stored.checksum.toString(36)}.${this.holderCount}`;
  }

  /** All balances together, in the denom's base unit. */
  get sum(): bigint {
    return this.#stored.facts.sum;
  }

  /** The supply at the same time; null where it is not known. */
  get supply(): bigint | null {
    return this.#stored.facts.supply;
  }

  /** Null where the chain has none. */
  get metadata(): DenomMetadata | null {
    return this.#stored.facts.metadata;
  }

  /** The bytes to store, in parts of at most 1 MiB that share the snapshot's memory. */
  serialize(): readonly Buffer[] {
    return serializeSnapshot(this.#stored);
  }

  /** At most `limit` holders from an index on. */
  list(from: number, limit: number): readonly Holder[] {
    const count = Math.max(0, Math.min(limit, this.holderCount - from));
    return Array.from({ length: count }, (_, at) => this.#getHolder(from + at));
  }

  /** Holders whose address contains a keyword, in lower case, from an index on. Gives way to other work meanwhile. */
  async search(
    keyword: string,
    from: number,
    { skip, limit, signal }: { readonly skip: number; readonly limit: number; readonly signal: AbortSignal },
  ): Promise<{ readonly holders: readonly Holder[]; readonly hasMore: boolean }> {
    const found = await findMatches(this.#stored.columns, keyword, {
      from,
      skip,
      // One more than is asked for shows whether there are more.
      limit: limit + 1,
      signal,
    });
    return {
      holders: found.slice(0, limit).map((index) => this.#getHolder(index)),
      hasMore: found.length > limit,
    };
  }

  /** The index of the first holder after a place in the order, whether or not a holder has it. */
  findAfter({ amount, address }: Holder): number {
    let [low, high] = [0, this.holderCount];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareHolders(this.#getHolder(middle), { amount, address }) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #getHolder(index: number): Holder {
    const { addresses, addressEnds, amounts, amountEnds } = this.#stored.columns;
    return {
      address: addresses.toString('latin1', startOf(addressEnds, index), (addressEnds[index] ?? 1) - 1),
      amount: amounts.toString('latin1', startOf(amountEnds, index), amountEnds[index]),
    };
  }
}

/** The order of a snapshot: amounts without leading zeros are compared by length first. */
function compareHolders(a: Holder, b: Holder): number {
  if (a.amount.length !== b.amount.length) return b.amount.length - a.amount.length;
  if (a.amount !== b.amount) return a.amount < b.amount ? 1 : -1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}
