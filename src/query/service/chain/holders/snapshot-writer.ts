import { createHash, randomInt } from 'node:crypto';
import type { DenomOwner } from '../../../../net/grpc/bank-messages.js';
import type { Step } from '../../database/engine.js';
import type { DatabaseRoom } from '../../jobs/database-room.js';
import { jobBytes } from '../../jobs/job-table.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import type { Origin } from '../nodes/listed-nodes.js';
import { NodeError, requestRefused } from '../nodes/node-error.js';
import { createDenomJob, readDenomJob, type Snapshot } from './snapshots.js';
import { noRoom } from './holders-failure.js';
import { type OwnersSink, type SupplyAt, WalkError, type WalkFacts } from './walk-owners.js';

/** Bytes of a holder beside its address and amount, as measured: as it comes, and by its rank. */
const overhead = { sqlite: { staged: 40, ranked: 35 }, postgres: { staged: 190, ranked: 105 } };
/** The part of the owners that fit after which a node is asked how many there are: it reads all of them to count them, so few denoms are worth it. */
const countedShare = 0.01;
const defaultHoldersPerStep = 250_000;

export interface WriterContext {
  readonly room: Pick<DatabaseRoom, 'largestBytes' | 'stepBytes' | 'make'>;
  /** Whether the node of the walk is listed still. */
  readonly isListed: () => Promise<boolean>;
  /** Holders that one statement puts in order: they are in memory meanwhile. */
  readonly holdersPerStep?: number;
}

/** Writes the snapshot of one walk, under the lease of its job: owners as they come, then all of them by rank. */
export class SnapshotWriter implements OwnersSink {
  readonly supply: bigint;
  readonly #lease: Lease;
  readonly #context: WriterContext;
  readonly #mostHeld: bigint;
  readonly #bytesEach: { readonly staged: number; readonly ranked: number };
  /** As many bits as `randomInt` gives; two of one network with the same ones cannot be written. */
  readonly #id = randomInt(2 ** 48 - 1);
  readonly #startedAt = new Date();
  readonly #hash = createHash('sha256');
  #holders = 0;
  #characters = 0;
  #sum = 0n;
  #isCounted = false;
  #measuredAt = 0;

  constructor(lease: Lease, context: WriterContext, { supply, height }: SupplyAt) {
    this.supply = supply;
    this.#lease = lease;
    this.#context = context;
    // Without a height, what is sent from an account that was read to one that was not counts twice.
    this.#mostHeld = height === null ? 2n * supply : supply;
    this.#bytesEach = overhead[lease.engine.dialect.name];
    this.#hash.update(`${supply}\n`);
  }

  get holders(): number {
    return this.#holders;
  }

  get difference(): bigint {
    return this.supply - this.#sum;
  }

  /** A hash of the supply and all owners. */
  get content(): string {
    return this.#hash.copy().digest('base64url');
  }

  /** Adds a page; who has nothing is none. Throws a NodeError if an address comes twice, or all have too much; a LeaseLost if another worker has the job. */
  async add(page: readonly DenomOwner[], countAll: () => Promise<number | null>): Promise<void> {
    if (!(await this.#context.isListed())) throw requestRefused('its entry has left the registry');
    const owners = page.flatMap(({ address, amount }) => {
      const digits = amount.replace(/^0+/, '');
      return digits === '' ? [] : [[address.toLowerCase(), digits] as const];
    });
    const before = this.#stagedBytes;
    for (const [address, amount] of owners) {
      this.#sum += BigInt(amount);
      this.#characters += address.length + amount.length;
      this.#hash.update(`${address} ${amount}\n`);
    }
    if (this.#sum > this.#mostHeld)
      throw new NodeError('the owners of DenomOwners have more than the supply');
    this.#holders += owners.length;
    await this.#requireRoom(countAll);
    const { network, id } = this.#lease.job;
    const step = {
      sql: `insert into endpoint_check_owners (network, job, snapshot, address, amount)
        select $1, cast($2 as bigint), cast($3 as bigint), r.value->>0, r.value->>1
        from ${this.#lease.engine.dialect.elements('$4')} where true on conflict do nothing`,
      values: [network, id, this.#id, JSON.stringify(owners)],
      rows: owners.length,
    };
    const progress = { holders: this.#holders, startedAt: this.#startedAt.toISOString() };
    try {
      await this.#lease.write([step], this.#stagedBytes - before, progress);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      // It has the lease still: then a row was there.
      await this.#lease.note(progress);
      throw new NodeError('DenomOwners repeats an owner');
    }
  }

  /** Makes the snapshot of what a node has given. One of the job with the same holders becomes the new one, since cursors name their own time. */
  async publish(facts: WalkFacts, origin: Origin, equal: Snapshot | undefined): Promise<void> {
    const { network, denom } = readDenomJob(this.#lease.job);
    const { asOf, metadata } = facts;
    const found = {
      node: origin.node,
      chain_id: origin.chainId,
      height: asOf.height,
      time: asOf.time,
      metadata: metadata === null ? null : JSON.stringify(metadata),
    };
    const agoMs = Math.round(Date.now() - this.#startedAt.getTime());
    const startedAt = `${this.#lease.engine.dialect.now} - ${agoMs}`;
    if (equal !== undefined) {
      const set = Object.keys(found).map((column, at) => `${column} = $${at + 3}`);
      const sql = `update endpoint_check_snapshots set ${set.join(', ')}, started_at = ${startedAt} ${ofSnapshot}`;
      return this.#lease.write([{ sql, values: [network, equal.id, ...Object.values(found)] }]);
    }
    // The owners stay until all are in order.
    if (!(await this.#context.room.make(this.#rankedBytes))) throw noRoom();
    const row = {
      network,
      id: this.#id,
      job: this.#lease.job.id,
      denom: createDenomJob({ network, denom }).id,
      key: denom,
      content: this.content,
      holders: this.#holders,
      sum: String(this.#sum),
      supply: String(this.supply),
      bytes: this.#rankedBytes,
      ...found,
    };
    const values = Object.values(row);
    const places = values.map((_, at) => `$${at + 1}`);
    const sql = `insert into endpoint_check_snapshots (${Object.keys(row).join(', ')}, started_at, used_at)
      values (${places.join(', ')}, ${startedAt}, ${this.#lease.engine.dialect.now})`;
    await this.#lease.write([{ sql, values }]);
    await this.#rank();
    const publish = `update endpoint_check_snapshots set whole = 1 ${ofSnapshot}`;
    await this.#lease.write([{ sql: publish, values: [network, this.#id] }]);
  }

  async drop(): Promise<void> {
    const { network, id } = this.#lease.job;
    const rows = { owner: ['network', 'job', 'snapshot'], values: [network, id, this.#id], key: ['address'] };
    await this.#lease.deleteRows({ table: 'endpoint_check_owners', ...rows });
    await this.#lease.write([], -this.#stagedBytes);
  }

  get #stagedBytes(): number {
    return this.#characters + this.#holders * this.#bytesEach.staged;
  }

  get #rankedBytes(): number {
    return this.#characters + this.#holders * this.#bytesEach.ranked;
  }

  async #requireRoom(countAll: () => Promise<number | null>): Promise<void> {
    const { room } = this.#context;
    // Each is there twice once they are put in order.
    const bytes = this.#stagedBytes + this.#rankedBytes;
    if (bytes > room.largestBytes) throw new WalkError('too-large');
    if (!this.#isCounted && bytes > room.largestBytes * countedShare) {
      this.#isCounted = true;
      const all = (await countAll()) ?? 0;
      if ((all / this.#holders) * bytes > room.largestBytes) throw new WalkError('too-large');
    }
    if (bytes - this.#measuredAt < room.stepBytes) return;
    this.#measuredAt = bytes;
    if (!(await room.make())) throw noRoom();
  }

  /** Writes all owners in the order of their amounts. */
  async #rank(): Promise<void> {
    const { holdersPerStep = defaultHoldersPerStep } = this.#context;
    const { network, id } = this.#lease.job;
    const order = 'length(amount) desc, amount desc, address';
    // Within as many digits, amounts have the order of their text.
    const isAfter = `and (length(amount) < $6 or (length(amount) = $6 and (amount < $7 or (amount = $7 and address > $8))))`;
    for (let rank = 0; rank < this.#holders; rank += holdersPerStep) {
      const [last] = await this.#lease.engine.read(
        'select address, amount from endpoint_check_holders where network = $1 and snapshot = $2 and rank = $3',
        [network, this.#id, rank - 1],
      );
      const [amount, address] = [String(last?.['amount']), String(last?.['address'])];
      const step: Step = {
        sql: `insert into endpoint_check_holders (network, snapshot, rank, address, amount)
          select network, snapshot, $4 - 1 + row_number() over (order by ${order}), address, amount
          from (select network, snapshot, address, amount from endpoint_check_owners
            where network = $1 and job = $2 and snapshot = $3 ${last === undefined ? '' : isAfter}
            order by ${order} limit $5) as following`,
        values: [
          network,
          id,
          this.#id,
          rank,
          holdersPerStep,
          ...(last === undefined ? [] : [amount.length, amount, address]),
        ],
        rows: Math.min(holdersPerStep, this.#holders - rank),
        pace: 'long',
      };
      await this.#lease.write([step], rank === 0 ? this.#rankedBytes : 0);
    }
  }
}

/** Deletes all rows of a job but for some of its snapshots, and counts anew what it takes. Throws a LeaseLost if another worker has it. */
export async function clearSnapshots(lease: Lease, survivors: readonly Snapshot[] = []): Promise<void> {
  const { network, id } = lease.job;
  const ofJob = { owner: ['network', 'job'], values: [network, id], key: ['snapshot', 'address'] };
  await lease.deleteRows({ table: 'endpoint_check_owners', ...ofJob });
  const sql = 'select id from endpoint_check_snapshots where network = $1 and job = $2';
  for (const { id: snapshot = null } of await lease.engine.read(sql, [network, id])) {
    if (survivors.some((other) => other.id === snapshot)) continue;
    const values = [network, snapshot];
    // Its row goes last: as long as it is whole, its holders are all there.
    await lease.write([{ sql: `update endpoint_check_snapshots set whole = 0 ${ofSnapshot}`, values }]);
    const owner = ['network', 'snapshot'];
    await lease.deleteRows({ table: 'endpoint_check_holders', owner, values, key: ['rank'] });
    await lease.write([{ sql: `delete from endpoint_check_snapshots ${ofSnapshot}`, values }]);
  }
  const bytes = survivors.reduce((sum, snapshot) => sum + snapshot.bytes, jobBytes);
  const count = 'update endpoint_check_jobs set bytes = $3 where network = $1 and id = $2';
  await lease.write([{ sql: count, values: [network, id, bytes] }]);
}

const ofSnapshot = 'where network = $1 and id = $2';
