import type { DenomOwner } from '../../../net/grpc/bank-messages.js';
import { AddressSet, createHash } from './address-set.js';
import { SlicedWork } from '../../../http-server/sliced-work.js';
import { Snapshot } from './snapshot.js';
import { sumColumns } from './snapshot-bytes.js';
import type { HolderColumns, SnapshotFacts } from './snapshot-columns.js';

/** Records are written to blocks of this size; none crosses the end of one. */
const blockBytes = 1 << 20;
const blockBits = 20;
/** Room of the columns: doubled up to this step, then enlarged by it. */
const firstRoom = 1 << 10;
const maxStep = 1 << 20;
/** Records between two looks at the clock. */
const recordsPerLook = 256;

/** Collects the owners of a denom in any order, and sorts them while they come. No object of an owner is kept. */
export class SnapshotBuilder {
  readonly #blocks: Buffer<ArrayBuffer>[] = [];
  #blockEnd = blockBytes;
  #addressBytes = 0;
  #amountBytes = 0;
  #count = 0;
  #sum = 0n;
  /** By record: where its address begins, at which its amount follows, and their lengths. */
  #places = new Uint32Array(firstRoom);
  #addressLengths = new Uint8Array(firstRoom);
  #amountLengths = new Uint8Array(firstRoom);
  /** By record: its amount as a double, which decides most comparisons. */
  #sizes = new Float64Array(firstRoom);
  /** Sorted runs of records, the longest first. */
  readonly #runs: Uint32Array[] = [];
  readonly #work = new SlicedWork();
  readonly #hash = createHash();
  #known = new AddressSet(
    (record) => this.#hash(this.#blockOf(record), this.#offsetOf(record), this.#addressEndOf(record)),
    (a, b) => this.#compareAddresses(a, b) === 0,
  );

  get holderCount(): number {
    return this.#count;
  }

  /** Memory that it takes. */
  get bytes(): number {
    // Runs and the table of known addresses take 12 bytes a record, and as much again while they are enlarged.
    return this.#blocks.length * blockBytes + this.#places.length * 14 + this.#count * 24;
  }

  /** Memory that it and the snapshot take together while that is made. */
  get bytesToFinish(): number {
    return this.bytes + this.#addressBytes + this.#amountBytes + this.#count * 9;
  }

  /** Adds owners; who has nothing is none. False, and nothing more is added, where an address was there before. */
  async add(owners: readonly DenomOwner[]): Promise<boolean> {
    const first = this.#count;
    for (const [at, owner] of owners.entries()) {
      // The pages of several walks may arrive together.
      if (at % recordsPerLook === 0 && this.#work.isDue) await this.#work.takeTurn();
      const amount = owner.amount.replace(/^0+/, '');
      if (amount !== '' && !this.#append(owner.address.toLowerCase(), amount)) return false;
    }
    if (this.#count > first) await this.#addRun(first);
    return true;
  }

  /** Makes the snapshot; the builder is of no use after that. */
  async finish(facts: Omit<SnapshotFacts, 'sum'>): Promise<Snapshot> {
    // What is not needed any more, before memory for the snapshot is taken.
    this.#known = new AddressSet(
      () => 0,
      () => false,
    );
    while (this.#runs.length > 1) await this.#mergeLastRuns();
    const order = this.#runs[0] ?? new Uint32Array(0);
    this.#sizes = new Float64Array(0);
    const columns = await this.#copySorted(order);
    for (const { buffer } of this.#blocks) buffer.resize(0);
    const checksum = await sumColumns(columns);
    return new Snapshot({ facts: { ...facts, sum: this.#sum }, columns, checksum });
  }

  #append(address: string, amount: string): boolean {
    const record = this.#count;
    if (record === this.#places.length) this.#makeRoom();
    if (this.#blockEnd + address.length + amount.length > blockBytes) {
      // Resizable, so that its memory can be given back at once: what the garbage collector frees, it frees late.
      this.#blocks.push(Buffer.from(new ArrayBuffer(blockBytes, { maxByteLength: blockBytes })));
      this.#blockEnd = 0;
    }
    const block = this.#blocks.length - 1;
    this.#blocks[block]?.write(address, this.#blockEnd, 'latin1');
    this.#blocks[block]?.write(amount, this.#blockEnd + address.length, 'latin1');
    this.#places[record] = block * blockBytes + this.#blockEnd;
    this.#addressLengths[record] = address.length;
    this.#amountLengths[record] = amount.length;
    this.#sizes[record] = Number(amount);
    if (!this.#known.add(record)) return false;
    this.#blockEnd += address.length + amount.length;
    this.#addressBytes += address.length;
    this.#amountBytes += amount.length;
    this.#sum += BigInt(amount);
    this.#count += 1;
    return true;
  }

  #makeRoom(): void {
    const room = this.#count + Math.min(this.#count, maxStep);
    const enlarge = <Column extends Uint32Array | Uint8Array | Float64Array>(
      column: Column,
      larger: Column,
    ) => {
      larger.set(column);
      return larger;
    };
    this.#places = enlarge(this.#places, new Uint32Array(room));
    this.#addressLengths = enlarge(this.#addressLengths, new Uint8Array(room));
    this.#amountLengths = enlarge(this.#amountLengths, new Uint8Array(room));
    this.#sizes = enlarge(this.#sizes, new Float64Array(room));
  }

  /** Sorts the newest records, and merges runs of about the same length, so that little is left to do at the end. */
  async #addRun(first: number): Promise<void> {
    const run = Uint32Array.from({ length: this.#count - first }, (_, at) => first + at);
    this.#runs.push(run.sort((a, b) => this.#compare(a, b)));
    for (;;) {
      const [longer, last] = this.#runs.slice(-2);
      if (longer === undefined || last === undefined || longer.length > last.length * 2) return;
      await this.#mergeLastRuns();
    }
  }

  async #mergeLastRuns(): Promise<void> {
    const [a, b] = this.#runs.splice(-2);
    if (a === undefined || b === undefined) return;
    const merged = new Uint32Array(a.length + b.length);
    let [i, j] = [0, 0];
    for (let at = 0; at < merged.length; at++) {
      if (at % recordsPerLook === 0 && this.#work.isDue) await this.#work.takeTurn();
      const [left, right] = [a[i], b[j]];
      const isLeft = right === undefined || (left !== undefined && this.#compare(left, right) < 0);
      merged[at] = (isLeft ? left : right) ?? 0;
      if (isLeft) i++;
      else j++;
    }
    this.#runs.push(merged);
  }

  async #copySorted(order: Uint32Array): Promise<HolderColumns> {
    const columns = {
      addresses: Buffer.allocUnsafeSlow(this.#addressBytes + order.length),
      addressEnds: new Uint32Array(order.length),
      amounts: Buffer.allocUnsafeSlow(this.#amountBytes),
      amountEnds: new Uint32Array(order.length),
    };
    let [addressEnd, amountEnd] = [0, 0];
    for (let at = 0; at < order.length; at++) {
      const record = order[at] ?? 0;
      if (at % recordsPerLook === 0 && this.#work.isDue) await this.#work.takeTurn();
      const block = this.#blockOf(record);
      const amountStart = this.#addressEndOf(record);
      addressEnd += block.copy(columns.addresses, addressEnd, this.#offsetOf(record), amountStart);
      columns.addresses[addressEnd++] = 0x0a;
      columns.addressEnds[at] = addressEnd;
      const end = amountStart + (this.#amountLengths[record] ?? 0);
      amountEnd += block.copy(columns.amounts, amountEnd, amountStart, end);
      columns.amountEnds[at] = amountEnd;
    }
    return columns;
  }

  #compare(a: number, b: number): number {
    const difference = (this.#sizes[b] ?? 0) - (this.#sizes[a] ?? 0);
    return difference === 0 ? this.#compareAmounts(b, a) || this.#compareAddresses(a, b) : difference;
  }

  /** Amounts have no leading zeros, so the longer one is larger. */
  #compareAmounts(a: number, b: number): number {
    const length = this.#amountLengths[a] ?? 0;
    const difference = length - (this.#amountLengths[b] ?? 0);
    // Up to 15 digits the doubles are exact.
    if (difference !== 0 || length <= 15) return difference;
    return compareBytes(
      { bytes: this.#blockOf(a), start: this.#addressEndOf(a), length },
      { bytes: this.#blockOf(b), start: this.#addressEndOf(b), length },
    );
  }

  #compareAddresses(a: number, b: number): number {
    return compareBytes(
      { bytes: this.#blockOf(a), start: this.#offsetOf(a), length: this.#addressLengths[a] ?? 0 },
      { bytes: this.#blockOf(b), start: this.#offsetOf(b), length: this.#addressLengths[b] ?? 0 },
    );
  }

  #blockOf(record: number): Buffer {
    return this.#blocks[(this.#places[record] ?? 0) >>> blockBits] ?? Buffer.alloc(0);
  }

  #offsetOf(record: number): number {
    return (this.#places[record] ?? 0) & (blockBytes - 1);
  }

  #addressEndOf(record: number): number {
    return this.#offsetOf(record) + (this.#addressLengths[record] ?? 0);
  }
}

interface Slice {
  readonly bytes: Buffer;
  readonly start: number;
  readonly length: number;
}

/** As Buffer.compare, whose call takes longer than a look at the few letters after which addresses differ. */
function compareBytes(a: Slice, b: Slice): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = (a.bytes[a.start + at] ?? 0) - (b.bytes[b.start + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
