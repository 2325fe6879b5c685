import { randomInt } from 'node:crypto';
import type { Holder } from '../../api/answers.js';
import { deleteRows, type OwnedRows } from '../../database/delete-rows.js';
import { type Engine, isLeaseOver, type SqlValue, type Step } from '../../database/engine.js';
import { identify } from '../../jobs/identify.js';
import type { DenomKey } from './denom-key.js';
import { placeAmount } from './holder-order.js';
import { holdersPerRow, readHolders } from './holder-row.js';
import type { SnapshotFacts } from './snapshot.js';

/** Rows of holders that this instance writes, or deletes. */
export interface Draft {
  readonly network: string;
  /** What its rows belong to; that of the snapshot that it becomes. */
  readonly id: number;
}

/** How far a walk through the owners of a denom has come. */
export interface WalkProgress {
  readonly holders: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
}

/** An owner, and its place in the order of amounts. */
export interface PlacedOwner extends Holder {
  readonly place: string;
}

/** After all owners. */
const afterAll = { place: '~', address: '' };
/** In place of a height, for the latest block. */
const latest = -1;

/**
 * Holders that no snapshot has: a walk writes them, or they are being deleted. Who holds the lease of a draft writes its rows, and nobody else: each
 * transaction tests it, so an instance that stood still for longer changes nothing.
 */
export class DraftTable {
  readonly #engine: Engine;
  /** Names this instance in leases. */
  readonly #instance: string;
  readonly #leaseMs: number;
  /** Whether nobody writes or deletes a draft. */
  readonly #isFree: string;

  constructor(engine: Engine, instance: string, leaseMs: number) {
    this.#engine = engine;
    this.#instance = instance;
    this.#leaseMs = leaseMs;
    this.#isFree = isLeaseOver('endpoint_check_drafts.leased_until', engine.dialect);
  }

  /** Claims the walk through the owners of a denom, at a height or the latest block (null); else tells how far another instance has come. */
  async claim(
    { network, denom }: DenomKey,
    height: number | null,
  ): Promise<{ readonly draft: Draft } | { readonly elsewhere: WalkProgress }> {
    const { id: denomId } = identify(network, ['holders', denom]);
    const { now } = this.#engine.dialect;
    await this.#engine.prepareNetwork(network);
    const target = height ?? latest;
    await this.#engine.write([
      {
        sql: `insert into endpoint_check_drafts
            (network, denom, height, snapshot, holders, bytes, started_at, leased_by, leased_until)
          values ($1, $2, $3, $4, 0, 0, ${now}, $5, ${now} + ${this.#leaseMs})
          on conflict (network, denom, height) do update set holders = 0, bytes = 0,
            started_at = excluded.started_at, leased_by = excluded.leased_by, leased_until = excluded.leased_until
          where ${this.#isFree} or endpoint_check_drafts.leased_by = excluded.leased_by`,
        values: [network, denomId, target, createId(), this.#instance],
      },
    ]);
    const [row] = await this.#engine.read(
      `select snapshot, holders, started_at, leased_by from endpoint_check_drafts
       where network = $1 and denom = $2 and height = $3`,
      [network, denomId, target],
    );
    if (row?.['leased_by'] === this.#instance) return { draft: { network, id: Number(row['snapshot']) } };
    // It may be over since the claim.
    const startedAt = new Date(row === undefined ? Date.now() : Number(row['started_at']));
    return { elsewhere: { holders: Number(row?.['holders'] ?? 0), startedAt: startedAt.toISOString() } };
  }

  /** Claims a draft for longer; false if another instance has it. */
  renew(draft: Draft): Promise<boolean> {
    return this.#engine.write([this.#hold(draft)]);
  }

  /** Adds a page of owners; false if this instance must not write. */
  add(
    draft: Draft,
    page: number,
    owners: readonly PlacedOwner[],
    all: { readonly holders: number; readonly bytes: number },
  ): Promise<boolean> {
    const rows = owners.map(({ place, address, amount }) => [place, address, amount]);
    return this.#engine.write([
      this.#hold(draft, ', holders = $4, bytes = $5', [all.holders, all.bytes]),
      {
        sql: `insert into endpoint_check_owners (network, snapshot, page, place, address, amount)
          select $1, cast($2 as bigint), cast($4 as integer), r.value->>0, r.value->>1, r.value->>2
          from ${this.#engine.dialect.elements('$3')}`,
        values: [draft.network, draft.id, JSON.stringify(rows), page],
      },
    ]);
  }

  /** Whether an address is there twice. Reads all owners. */
  async hasTwins({ network, id }: Draft): Promise<boolean> {
    const rows = await this.#engine.read(
      `select address from endpoint_check_owners where network = $1 and snapshot = $2
       group by address having count(*) > 1 limit 1`,
      [network, id],
      'long',
    );
    return rows.length > 0;
  }

  /**
   * Puts all owners in order: those of each page are, and go together step by step. Steps end at `bounds`, some owners that are in order. False if this
   * instance must not write.
   */
  async arrange(
    draft: Draft,
    pages: number,
    bounds: readonly Pick<PlacedOwner, 'place' | 'address'>[],
  ): Promise<boolean> {
    const key = [draft.network, draft.id, JSON.stringify(Array.from({ length: pages }, (_, page) => page))];
    let [after, rank] = [{ place: '', address: '' }, 0];
    for (const bound of [...bounds, afterAll]) {
      // Rows are full but for the last one.
      const end = bound === afterAll ? 'found' : `found - found % ${holdersPerRow}`;
      const isWritten = await this.#engine.write([
        this.#hold(draft),
        {
          // From each page a few, by its key: SQLite reads tables of a cross join in this order.
          sql: `insert into endpoint_check_holders (network, snapshot, first_rank, place, address, addresses, amounts)
            select $1, cast($2 as bigint), min(n) + cast($8 as bigint),
              max(case when n % ${holdersPerRow} = 0 then place end),
              max(case when n % ${holdersPerRow} = 0 then address end),
              string_agg(address, ' ' order by n), string_agg(amount, ' ' order by n)
            from (select o.place, o.address, o.amount,
              row_number() over (order by o.place, o.address) - 1 as n, count(*) over () as found
              from ${this.#engine.dialect.elements('$3')} cross join endpoint_check_owners o
              where o.network = $1 and o.snapshot = $2 and o.page = cast(r.value as integer)
                and (o.place, o.address) > ($4, $5) and (o.place, o.address) <= ($6, $7)) as ordered
            where n < ${end} group by n / ${holdersPerRow}`,
          values: [...key, after.place, after.address, bound.place, bound.address, rank],
        },
      ]);
      if (!isWritten) return false;
      const [row] = await this.#engine.read(
        `select first_rank, addresses, amounts from endpoint_check_holders
         where network = $1 and snapshot = $2 order by first_rank desc limit 1`,
        [draft.network, draft.id],
      );
      const holders = row === undefined ? [] : readHolders(row);
      const last = holders.at(-1);
      if (last === undefined) continue;
      after = { place: placeAmount(last.amount), address: last.address };
      rank = Number(row?.['first_rank']) + holders.length;
    }
    return deleteRows(this.#engine, ownersOf(draft), this.#hold(draft));
  }

  /** Makes a snapshot of a draft, at once; false if this instance must not write. */
  publish(
    draft: Draft,
    { network, denom }: DenomKey,
    facts: SnapshotFacts & { readonly bytes: number; readonly isLatest: boolean },
  ): Promise<boolean> {
    const { id, key } = identify(network, ['holders', denom]);
    const { asOf, holderCount, sum, supply, metadata, content, bytes, isLatest } = facts;
    return this.#engine.write([
      {
        sql: `insert into endpoint_check_snapshots
            (network, denom, id, key, is_latest, height, time, holders, sum, supply, metadata, content, bytes, started_at, used_at)
          select network, cast($3 as bigint), snapshot, $4, cast($5 as integer), cast($6 as bigint), $7, cast($8 as bigint),
            $9, $10, $11, $12, cast($13 as bigint), started_at, ${this.#engine.dialect.now}
          from endpoint_check_drafts where network = $1 and snapshot = $2 and leased_by = $14`,
        values: [
          ...[draft.network, draft.id, id, key, Number(isLatest), asOf.height, asOf.time, holderCount],
          ...[String(sum), String(supply), metadata === null ? null : JSON.stringify(metadata), content],
          ...[bytes, this.#instance],
        ],
        rows: 1,
      },
      this.#forget(draft),
    ]);
  }

  /** Deletes the rows of a draft, bit by bit, so that others are not held up; false if this instance has lost it meanwhile. */
  async empty(draft: Draft): Promise<boolean> {
    return (
      (await deleteRows(this.#engine, ownersOf(draft), this.#hold(draft))) &&
      (await deleteRows(this.#engine, holdersOf(draft), this.#hold(draft)))
    );
  }

  /** Deletes a draft of this instance with its rows; what is left after a kill is a draft that nobody leases. */
  async drop(draft: Draft): Promise<void> {
    if (await this.empty(draft)) await this.#engine.write([this.#forget(draft)]);
  }

  /** Makes a draft of a snapshot, which nobody finds any more, and deletes it. */
  async discard({ network, id }: Draft): Promise<void> {
    const { now } = this.#engine.dialect;
    const isMine = await this.#engine.write([
      {
        sql: `insert into endpoint_check_drafts
            (network, denom, height, snapshot, holders, bytes, started_at, leased_by, leased_until)
          select network, denom, null, id, holders, bytes, started_at, $3, ${now} + ${this.#leaseMs}
          from endpoint_check_snapshots where network = $1 and id = $2`,
        values: [network, id, this.#instance],
        rows: 1,
      },
      { sql: 'delete from endpoint_check_snapshots where network = $1 and id = $2', values: [network, id] },
    ]);
    if (isMine) await this.drop({ network, id });
  }

  /** Deletes what instances that were killed have left. */
  async sweep(): Promise<void> {
    const { now } = this.#engine.dialect;
    const rows = await this.#engine.read(
      `select network, snapshot from endpoint_check_drafts where ${this.#isFree}`,
      [],
    );
    for (const row of rows) {
      const draft = { network: String(row['network']), id: Number(row['snapshot']) };
      const isMine = await this.#engine.write([
        {
          sql: `update endpoint_check_drafts set leased_by = $3, leased_until = ${now} + ${this.#leaseMs}, height = null
            where network = $1 and snapshot = $2 and ${this.#isFree}`,
          values: [draft.network, draft.id, this.#instance],
          rows: 1,
        },
      ]);
      if (isMine) await this.drop(draft);
    }
  }

  /** What all drafts take, in bytes, as they are reckoned. */
  async measure(): Promise<number> {
    const [row] = await this.#engine.read(
      'select coalesce(sum(bytes), 0) as total from endpoint_check_drafts',
      [],
    );
    return Number(row?.['total']);
  }

  #hold({ network, id }: Draft, changes = '', values: readonly SqlValue[] = []): Step {
    return {
      sql: `update endpoint_check_drafts set leased_until = ${this.#engine.dialect.now} + ${this.#leaseMs}${changes}
        where network = $1 and snapshot = $2 and leased_by = $3`,
      values: [network, id, this.#instance, ...values],
      rows: 1,
    };
  }

  #forget({ network, id }: Draft): Step {
    return {
      sql: 'delete from endpoint_check_drafts where network = $1 and snapshot = $2 and leased_by = $3',
      values: [network, id, this.#instance],
      rows: 1,
    };
  }
}

/** As many bits as `randomInt` gives; two of one network with the same ones cannot be written. */
function createId(): number {
  return randomInt(2 ** 48 - 1);
}

function ownersOf({ network, id }: Draft): OwnedRows {
  return {
    ...{ table: 'endpoint_check_owners', owner: ['network', 'snapshot'], values: [network, id] },
    key: ['page', 'place', 'address'],
  };
}

function holdersOf({ network, id }: Draft): OwnedRows {
  return {
    ...{ table: 'endpoint_check_holders', owner: ['network', 'snapshot'], values: [network, id] },
    key: ['first_rank'],
  };
}
