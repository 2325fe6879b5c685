import { crc32 } from 'node:zlib';
import type { DenomOwner } from '../../../net/grpc/bank-messages.js';
import { NodeError } from '../nodes/node-error.js';
import { AddressOrder } from './address-order.js';
import type { Draft, DraftTable, PlacedOwner } from './draft-table.js';
import { placeAmount } from './holder-order.js';
import type { SnapshotFacts } from './snapshot.js';

/** Bytes of a holder in the database beside its address and amount, as measured: before the holders are in order, and then. */
const overhead = { draft: 80, snapshot: 30 };
/** Bytes of a snapshot without holders: anybody may ask for any number of denoms that nobody holds. */
const emptyBytes = 1_000;
/** One of so many owners of a page is remembered, between which all of them are put in order in steps. */
const sampled = 100;
/**
 * How much later the remembered owners of a page begin than those of the page before; in a hundred pages, at each place once. At the same places of all
 * pages they would be alike, with most owners in between.
 */
const shift = 61;
/** Remembered owners to a step: together, ten thousand. */
const samplesPerStep = 100;

/** Thrown if another instance has the draft now. */
export class DraftLost extends Error {}

/** What a writer needs. */
export interface DraftWriterOptions {
  readonly table: DraftTable;
  readonly draft: Draft;
  /** Called before owners are written, with what all of them take then. May throw to end the walk. */
  readonly onOwners: (all: { readonly holders: number; readonly bytes: number }) => Promise<void>;
}

/** Writes the owners of one walk into a draft, and knows what they come to. */
export class DraftWriter {
  readonly #options: DraftWriterOptions;
  readonly #order = new AddressOrder();
  readonly #samples: Place[] = [];
  #pages = 0;
  /** How many pages there were when it was looked for addresses that come twice. */
  #checkedPages = 1;
  #holders = 0;
  #characters = 0;
  #sum = 0n;
  #checksum = 0;

  /** The draft has to be empty. */
  constructor(options: DraftWriterOptions) {
    this.#options = options;
  }

  get holders(): number {
    return this.#holders;
  }

  /** What its rows take once they are in order, in bytes. */
  get snapshotBytes(): number {
    return emptyBytes + this.#characters + this.#holders * overhead.snapshot;
  }

  /** All balances together, and what tells them from others. */
  get facts(): Pick<SnapshotFacts, 'holderCount' | 'sum' | 'content'> {
    const content = `${this.#checksum.toString(36)}.${this.#holders}`;
    return { holderCount: this.#holders, sum: this.#sum, content };
  }

  /** Adds a page of owners; who has nothing is none. Throws a NodeError if an address comes twice, a DraftLost if another instance writes. */
  async add(owners: readonly DenomOwner[]): Promise<void> {
    const { table, draft, onOwners } = this.#options;
    const placed: PlacedOwner[] = [];
    for (const owner of owners) {
      const address = owner.address.toLowerCase();
      const amount = owner.amount.replace(/^0+/, '');
      this.#order.add(address);
      if (amount === '') continue;
      placed.push({ address, amount, place: placeAmount(amount) });
      this.#characters += address.length + amount.length;
      this.#sum += BigInt(amount);
      // In whatever order they come.
      this.#checksum = (this.#checksum + crc32(`${address} ${amount}`)) % 2 ** 48;
    }
    placed.sort(comparePlaces);
    const first = (this.#pages * shift) % sampled;
    this.#samples.push(...placed.filter((_, at) => at % sampled === first));
    this.#holders += placed.length;
    // Each is there twice while they are put in order.
    const all = { holders: this.#holders, bytes: 2 * this.#characters + this.#holders * overhead.draft };
    await onOwners(all);
    if (placed.length === 0) return;
    if (new Set(placed.map(({ address }) => address)).size < placed.length) throw repeatsOwner();
    if (!(await table.add(draft, this.#pages++, placed, all))) throw new DraftLost();
    // Seldom enough to cost less than the rest of the walk, often enough to end one that goes in a circle.
    if (this.#pages >= this.#checkedPages * 2) await this.#requireOnce();
  }

  /** Puts all owners in order. Throws a NodeError if an address was there twice, a DraftLost if another instance writes. */
  async finish(): Promise<void> {
    const { table, draft } = this.#options;
    await this.#requireOnce();
    const bounds = this.#samples
      .sort(comparePlaces)
      .filter((_, at) => at % samplesPerStep === samplesPerStep - 1);
    if (!(await table.arrange(draft, this.#pages, bounds))) throw new DraftLost();
  }

  async #requireOnce(): Promise<void> {
    const { table, draft } = this.#options;
    this.#checkedPages = this.#pages;
    if (!this.#order.isKept && (await table.hasTwins(draft))) throw repeatsOwner();
  }
}

function repeatsOwner(): NodeError {
  return new NodeError('DenomOwners repeats an owner');
}

type Place = Pick<PlacedOwner, 'place' | 'address'>;

/** As the database compares them, byte by byte. */
function comparePlaces(a: Place, b: Place): number {
  if (a.place !== b.place) return a.place < b.place ? -1 : 1;
  return a.address < b.address ? -1 : a.address > b.address ? 1 : 0;
}
