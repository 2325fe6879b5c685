import { bech32 } from '@scure/base';
import { hashText, mix } from './random.js';
import type { OwnerList } from '../../src/sandbox/bank.js';

export interface Owner {
  address: string;
  amount: string;
}

/** What moves within a pair of owners; the sum of the two is always the same. */
const tide = 1_000_003;
const addressBytes = 20;
/** The most addresses of a denom that are kept once they are made, which takes longer than all the rest. */
const maxKept = 100_000;

/**
 * The owners of a denom by their place, in the order of their addresses as a node lists them: the answers of a stand-in, which a load generator
 * expects, made on demand. The name says how many: `bench/<count>/<anything>`; if it ends in `-moving`, every balance is another one at each height,
 * so that an answer which mixes heights shows.
 */
export class Owners {
  readonly denom: string;
  readonly count: number;
  readonly isMoving: boolean;
  readonly #seed: number;
  readonly #addresses: string[] = [];

  constructor(denom: string) {
    const [, count, name = ''] = /^bench\/(\d+)\/(.+)$/.exec(denom) ?? [];
    this.denom = denom;
    this.count = Number(count ?? 0);
    this.isMoving = name.endsWith('-moving');
    this.#seed = hashText(denom);
  }

  /** The address of an owner, in bytes: the place in the first four, so that it can be read back. */
  getKey(index: number) {
    const bytes = Buffer.alloc(addressBytes);
    bytes.writeUInt32BE(Math.floor((index * 0x1_0000_0000) / this.count));
    for (let word = 1; word < 5; word++) bytes.writeUInt32BE(mix(this.#seed, index, word), word * 4);
    return bytes;
  }

  /** The place of the first owner whose address is not before this one, which need not exist. */
  findIndex(address: string) {
    const decoded = bech32.decodeUnsafe(address);
    if (decoded === undefined || this.count === 0) return this.count;
    const bytes = Buffer.from(bech32.fromWords(decoded.words));
    let index = Math.floor((bytes.readUInt32BE() * this.count) / 0x1_0000_0000);
    while (index > 0 && this.getKey(index - 1).compare(bytes) >= 0) index--;
    while (index < this.count && this.getKey(index).compare(bytes) < 0) index++;
    return index;
  }

  getAddress(index: number) {
    if (this.count > maxKept) return bech32.encode('kava', bech32.toWords(this.getKey(index)));
    return (this.#addresses[index] ??= bech32.encode('kava', bech32.toWords(this.getKey(index))));
  }

  /** A balance: mostly of common size, some of few units, so that many are equal, and some of more than 200 bits. */
  getAmount(index: number, height: number) {
    const base = this.#getBase(index);
    if (!this.isMoving || (index | 1) >= this.count) return base;
    const level = (mix(this.#seed, index >> 1, 9) + height * 7_919) % tide;
    return base + BigInt(index % 2 === 0 ? level : tide - level);
  }

  #getBase(index: number) {
    const size = mix(this.#seed, index, 5) % 16;
    if (size < 3) return BigInt(1 + (mix(this.#seed, index, 6) % 100));
    let amount = BigInt(1 + mix(this.#seed, index, 6));
    const words = size < 10 ? 0 : size < 15 ? 1 : 6;
    for (let word = 0; word < words; word++)
      amount = (amount << 32n) | BigInt(mix(this.#seed, index, 10 + word));
    return amount;
  }

  /** All balances together, the same at every height. */
  get supply() {
    let sum = this.isMoving ? BigInt(tide) * BigInt(this.count >> 1) : 0n;
    for (let index = 0; index < this.count; index++) sum += this.#getBase(index);
    return sum;
  }

  /** The owners as a node has them. */
  at(height: number): OwnerList {
    const { count } = this;
    const getSupply = () => this.supply;
    return {
      count,
      get supply() {
        return getSupply();
      },
      get: (index) => ({ address: this.getAddress(index), amount: String(this.getAmount(index, height)) }),
      findIndex: (address) => this.findIndex(address),
    };
  }

  /** The owners as the service lists them: the largest balance first, equal ones in the order of their addresses. */
  list(height: number): Owner[] {
    const all = Array.from({ length: this.count }, (_, index) => ({
      address: this.getAddress(index),
      amount: this.getAmount(index, height),
    }));
    all.sort((a, b) =>
      a.amount === b.amount ? (a.address < b.address ? -1 : 1) : a.amount < b.amount ? 1 : -1,
    );
    return all.map(({ address, amount }) => ({ address, amount: String(amount) }));
  }
}
