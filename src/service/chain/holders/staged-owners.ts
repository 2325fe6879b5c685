import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../model/json.js';
import type { DenomOwner } from '../../../net/grpc/bank-messages.js';
import { deleteRows } from '../../database/delete-rows.js';
import type { Engine } from '../../database/engine.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import { NodeError } from '../nodes/node-error.js';

/** Bytes of a holder beside its address and amount, as measured: as it comes, and by its rank. */
const overhead = { sqlite: { staged: 40, ranked: 35 }, postgres: { staged: 190, ranked: 105 } };

/** What a walk is for, and how much it may find. */
export interface StagedOwnersOptions {
  readonly engine: Engine;
  readonly lease: Lease;
  /** Tells its rows from those of other walks of the job. */
  readonly walk: number;
  readonly supply: bigint;
  /** What all owners may have together. */
  readonly mostHeld: bigint;
  /** Called before owners are written, with what all of them take then. May throw to end the walk. */
  readonly onOwners: (all: { readonly holders: number; readonly bytes: number }) => Promise<void>;
}

/** The owners that one walk has found so far, in the database in any order, and what they come to. */
export class StagedOwners {
  readonly walk: number;
  readonly startedAt = new Date().toISOString();
  readonly #options: StagedOwnersOptions;
  readonly #hash = createHash('sha256');
  readonly #overhead: { readonly staged: number; readonly ranked: number };
  #holders = 0;
  #characters = 0;
  #sum = 0n;
  #stagedBytes = 0;

  constructor(options: StagedOwnersOptions) {
    this.#options = options;
    this.walk = options.walk;
    this.#overhead = overhead[options.engine.dialect.name];
    this.#hash.update(`${options.supply}\n`);
  }

  get holders(): number {
    return this.#holders;
  }

  /** What they take by their rank, in bytes. */
  get rankedBytes(): number {
    return this.#characters + this.#holders * this.#overhead.ranked;
  }

  /** What they come to; after the last one. */
  finish(): { readonly holderCount: number; readonly sum: bigint; readonly content: string } {
    return { holderCount: this.#holders, sum: this.#sum, content: this.#hash.digest('base64url') };
  }

  /** Adds a page; who has nothing is none. Throws a NodeError if an address comes twice, or all have too much; a LeaseLost if another worker has the job. */
  async add(page: readonly DenomOwner[]): Promise<void> {
    const { engine, lease, mostHeld, onOwners } = this.#options;
    const owners = page.flatMap(({ address, amount }) => {
      const digits = amount.replace(/^0+/, '');
      return digits === '' ? [] : [[address.toLowerCase(), digits] as const];
    });
    for (const [address, amount] of owners) {
      this.#sum += BigInt(amount);
      this.#characters += address.length + amount.length;
      this.#hash.update(`${address} ${amount}\n`);
    }
    if (this.#sum > mostHeld) throw new NodeError('the owners of DenomOwners have more than the supply');
    this.#holders += owners.length;
    const before = this.#stagedBytes;
    this.#stagedBytes = this.#characters + this.#holders * this.#overhead.staged;
    // Each is there twice once they are put in order.
    await onOwners({ holders: this.#holders, bytes: this.#stagedBytes + this.rankedBytes });
    const progress: JsonObject = { holders: this.#holders, startedAt: this.startedAt };
    const step = {
      sql: `insert into endpoint_check_owners (network, job, walk, address, amount)
        select $1, cast($2 as bigint), cast($3 as bigint), r.value->>0, r.value->>1
        from ${engine.dialect.elements('$4')} where true on conflict do nothing`,
      values: [lease.job.network, lease.job.id, this.walk, JSON.stringify(owners)],
      rows: owners.length,
    };
    try {
      await lease.write([step], this.#stagedBytes - before, progress);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      // It has the lease still: then a row was there.
      await lease.note(progress);
      throw new NodeError('DenomOwners repeats an owner');
    }
  }

  /** Deletes them. */
  async drop(): Promise<void> {
    const { engine, lease } = this.#options;
    await dropOwners(engine, lease, this.walk);
    await lease.write([], -this.#stagedBytes);
  }
}

/** Deletes what a walk of a job has found, or all of them, in steps. */
export async function dropOwners(engine: Engine, lease: Lease, walk: number | null = null): Promise<void> {
  const { network, id } = lease.job;
  const rows =
    walk === null
      ? { owner: ['network', 'job'], values: [network, id], key: ['walk', 'address'] }
      : { owner: ['network', 'job', 'walk'], values: [network, id, walk], key: ['address'] };
  const isDone = await deleteRows(engine, { table: 'endpoint_check_owners', ...rows }, lease.hold());
  if (!isDone) throw new LeaseLost();
}
