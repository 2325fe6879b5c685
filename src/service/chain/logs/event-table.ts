import { deleteRows } from '../../database/delete-rows.js';
import {
  DatabaseError,
  type Engine,
  isFuture,
  isLeaseOver,
  pastTime,
  type SqlValue,
  type Step,
} from '../../database/engine.js';
import type { EventFilter } from './event-filter.js';
import type { Blocks } from './get-logs.js';
import type { Log } from './parse-logs.js';

/** What is known of a filter. */
export interface FilterState {
  /** The blocks that are read; null if none is. */
  readonly covered: Blocks | null;
  /** The last block that nobody replaces, of those that are read. */
  readonly final: number;
  /** The hash of the last block that is read; null if it is final. */
  readonly highHash: string | null;
  /** `busy`: too much to be read whole; `full`: more than fits. */
  readonly state: 'open' | 'busy' | 'full';
  /** Events. */
  readonly count: number;
  /** Whether another instance reads it now. */
  readonly isLeased: boolean;
  /**
   * How long ago the last block that is read was the newest, in milliseconds, by the clock of the database; infinite if no instance has seen it, or if
   * blocks have gone since: they were replaced, or the filter was deleted.
   */
  readonly headAgeMs: number;
}

/** What an instance writes of a chunk. */
export interface ChunkWrite {
  readonly blocks: Blocks;
  readonly logs: readonly Log[];
  /** Above what was read, or below. */
  readonly side: 'above' | 'below';
  /** Of the last block above: its hash where it may be replaced, and the last one before which nothing is replaced. */
  readonly highHash?: string | null;
  readonly final?: number;
}

/** What JSON and two keys add to an event, in characters: an estimate. */
const overhead = 600;
/** What a filter takes without its events, in bytes: an estimate. */
export const filterBytes = 1_000;
/** The last block of a chain that has none. */
export const noBlock = -1;
/** What is set where all rows of a filter go: until it begins anew, whoever was killed meanwhile may have left some. */
const cleared = `low = null, high = null, final = null, high_hash = null, count = 0, bytes = 0, state = 'gone'`;

/** The filters in the database, and how their events come and go. */
export class EventTable {
  readonly #engine: Engine;
  /** Names this instance in leases. */
  readonly #instance: string;
  readonly #leaseMs: number;
  /** Whether nobody reads or evicts a filter. */
  readonly #isFree: string;

  constructor(engine: Engine, instance: string, leaseMs: number) {
    this.#engine = engine;
    this.#instance = instance;
    this.#leaseMs = leaseMs;
    this.#isFree = isLeaseOver('leased_until', engine.dialect);
  }

  /** Notes that a filter is used, which makes it where it is new. */
  async touch({ network, id, key }: EventFilter): Promise<void> {
    await this.#engine.prepareNetwork(network);
    const { now } = this.#engine.dialect;
    await this.#engine.write([
      {
        sql: `insert into endpoint_check_filters (network, id, key, bytes, used_at)
            values ($1, $2, $3, ${filterBytes}, ${now})
          on conflict (network, id) do update set used_at = excluded.used_at`,
        values: [network, id, key],
      },
    ]);
  }

  /** What is known of a filter; null if it has gone. */
  async read({ network, id, key }: EventFilter): Promise<FilterState | null> {
    const [row] = await this.#engine.read(
      `select key, state, low, high, final, high_hash, count,
         case when ${this.#isFree} or leased_by = $3 then 0 else 1 end as leased,
         case when caught_up_to <= coalesce(high, ${noBlock}) then abs(${this.#engine.dialect.now} - caught_up_at) end as age
       from endpoint_check_filters where network = $1 and id = $2`,
      [network, id, this.#instance],
    );
    if (row === undefined) return null;
    if (row['key'] !== key) throw new DatabaseError('two filters have one number');
    const { low, high, final, high_hash: highHash, count, state, leased, age } = row;
    return {
      covered: low == null || high == null ? null : { from: Number(low), to: Number(high) },
      final: Number(final),
      highHash: typeof highHash === 'string' ? highHash : null,
      state: state === 'busy' || state === 'full' ? state : 'open',
      count: Number(count),
      isLeased: leased === 1,
      // It may be a little ahead, as by a transaction that began later, or far, since the clock was set back.
      headAgeMs: age == null ? Infinity : Number(age),
    };
  }

  /** Claims the reading of a filter, or claims it for longer; false if another instance reads it. */
  claim(filter: EventFilter): Promise<boolean> {
    const { now } = this.#engine.dialect;
    return this.#update(
      filter,
      `leased_by = $3, leased_until = ${now} + ${this.#leaseMs}`,
      `(leased_by = $3 or ${this.#isFree})`,
    );
  }

  /** Lets others read on. */
  async release(filter: EventFilter): Promise<void> {
    await this.#update(filter, 'leased_by = null, leased_until = 0', 'leased_by = $3');
  }

  /** Begins above a block; false if this instance must not write. */
  async begin(filter: EventFilter, final: number): Promise<boolean> {
    // Whoever was killed while it evicted the filter has left some of its rows.
    if (!(await this.empty(filter))) return false;
    const start = `low = $4 + 1, high = $4, final = $4, state = 'open'`;
    return this.#update(filter, start, 'leased_by = $3 and low is null', [final]);
  }

  /** Forgets all that was read; what this instance must not write stays. */
  async reset(filter: EventFilter): Promise<void> {
    if (await this.#update(filter, cleared, 'leased_by = $3')) await this.empty(filter);
  }

  /** Writes a chunk beside what is read; false if this instance must not write. */
  async add(
    filter: EventFilter,
    { blocks, logs, side, highHash = null, final = 0 }: ChunkWrite,
  ): Promise<boolean> {
    const { now, elements } = this.#engine.dialect;
    const { network, id } = filter;
    const accepted = logs.filter(filter.accepts);
    const events = accepted.map((log) => {
      const { blockNumber, transactionIndex, logIndex, blockHash, transactionHash, blockTime } = log;
      const [sender, receiver] = filter.listAccounts(log);
      const { address, topics, data } = log;
      const event = JSON.stringify({ address, topics, data });
      return [
        blockNumber,
        transactionIndex,
        logIndex,
        blockHash,
        transactionHash,
        blockTime,
        sender,
        receiver,
        event,
      ];
    });
    const places = listPlaces(filter, accepted, side);
    const bytes = accepted.reduce((sum, log) => sum + log.data.length + overhead, 0);
    const [edge, values] =
      side === 'above'
        ? [
            { set: 'high = $7, high_hash = $8, final = $9', where: 'high = $6' },
            [blocks.from - 1, blocks.to, highHash, final],
          ]
        : [{ set: 'low = $7', where: 'low = $6' }, [blocks.to + 1, blocks.from]];
    const steps: Step[] = [
      {
        sql: `update endpoint_check_filters set ${edge.set}, count = count + $4, bytes = bytes + $5,
            leased_until = ${now} + ${this.#leaseMs}
          where network = $1 and id = $2 and leased_by = $3 and ${edge.where}`,
        values: [network, id, this.#instance, events.length, bytes, ...values],
        rows: 1,
      },
    ];
    if (events.length > 0) {
      steps.push({
        sql: `insert into endpoint_check_events
            (network, filter, block, tx, log, block_hash, tx_hash, time, sender, receiver, event)
          select $1, cast($2 as bigint), ${listColumns(['bigint', 'bigint', 'bigint', 'text', 'text', 'bigint', 'text', 'text', 'text'])}
          from ${elements('$3')}`,
        values: [network, id, JSON.stringify(events)],
      });
      steps.push({
        sql: `insert into endpoint_check_places (network, filter, account, seq, block, tx, size)
          with n as (select ${listColumns(['text', 'bigint', 'bigint', 'bigint', 'bigint'], ['account', 'block', 'tx', 'size', 'rank'])}
              from ${elements('$3')}),
            edges as (select a.account, coalesce((select ${side === 'above' ? 'max' : 'min'}(p.seq)
                from endpoint_check_places p
                where p.network = $1 and p.filter = $2 and p.account = a.account), ${side === 'above' ? -1 : 0}) as seq
              from (select distinct account from n) as a)
          select $1, cast($2 as bigint), n.account, edges.seq ${side === 'above' ? '+' : '-'} n.rank, n.block, n.tx, n.size
          from n join edges on edges.account = n.account`,
        values: [network, id, JSON.stringify(places)],
      });
    }
    return this.#engine.write(steps);
  }

  /** Notes that the last block that is read was the newest so many milliseconds ago; false if this instance must not write. */
  noteCaughtUp(filter: EventFilter, agoMs: number): Promise<boolean> {
    const at = `${this.#engine.dialect.now} - $4`;
    const changes = `caught_up_at = ${at}, caught_up_to = coalesce(high, ${noBlock})`;
    return this.#update(filter, changes, 'leased_by = $3', [Math.round(agoMs)]);
  }

  /** Goes back to a block: forgets what was read above it. False if this instance must not write. */
  truncate({ network, id }: EventFilter, last: number): Promise<boolean> {
    const values = [network, id, last];
    return this.#engine.write([
      {
        sql: `update endpoint_check_filters set high = $3, high_hash = null, final = $3,
            low = case when low > cast($3 as bigint) + 1 then cast($3 as bigint) + 1 else low end
          where network = $1 and id = $2 and leased_by = $4`,
        values: [...values, this.#instance],
        rows: 1,
      },
      { sql: 'delete from endpoint_check_events where network = $1 and filter = $2 and block > $3', values },
      { sql: 'delete from endpoint_check_places where network = $1 and filter = $2 and block > $3', values },
    ]);
  }

  /** Ends the reading of a filter for good: it has too much. The events of a busy one are of no use. */
  async close(filter: EventFilter, state: 'busy' | 'full'): Promise<void> {
    const bytes = state === 'busy' ? filterBytes : 'bytes';
    await this.#update(filter, `state = '${state}', bytes = ${bytes}`, 'leased_by = $3');
  }

  /** Deletes the rows of a filter bit by bit, so that others are not held up; false if its holder has lost it meanwhile. */
  async empty(
    { network, id }: Pick<EventFilter, 'network' | 'id'>,
    holder = this.#instance,
  ): Promise<boolean> {
    const hold: Step = {
      sql: `update endpoint_check_filters set leased_until = ${this.#engine.dialect.now} + ${this.#leaseMs}
        where network = $1 and id = $2 and leased_by = $3`,
      values: [network, id, holder],
      rows: 1,
    };
    const common = { owner: ['network', 'filter'], values: [network, id] } as const;
    const events = { ...common, table: 'endpoint_check_events', key: ['block', 'tx', 'log'] };
    const places = { ...common, table: 'endpoint_check_places', key: ['account', 'seq'] };
    return (await deleteRows(this.#engine, events, hold)) && (await deleteRows(this.#engine, places, hold));
  }

  /** What one filter takes, in bytes, as it is reckoned; all of them without one. */
  async measure(filter: EventFilter | null = null): Promise<number> {
    const [where, values] =
      filter === null ? ['', []] : ['where network = $1 and id = $2', [filter.network, filter.id]];
    const [row] = await this.#engine.read(
      `select coalesce(sum(bytes), 0) as total from endpoint_check_filters ${where}`,
      values,
    );
    return Number(row?.['total']);
  }

  /** The filter that was used least recently, but for those that are being read; null without one. */
  async findOldest(): Promise<(Pick<EventFilter, 'network' | 'id'> & { readonly usedAt: number }) | null> {
    const { dialect } = this.#engine;
    // One of the future counts as the oldest. Looked for apart, so that an index finds either.
    for (const rest of [`and ${isFuture('used_at', dialect)} limit 1`, 'order by used_at limit 1']) {
      const [row] = await this.#engine.read(
        `select network, id, ${pastTime('used_at', dialect)} as used
         from endpoint_check_filters where ${this.#isFree} ${rest}`,
        [],
      );
      if (row !== undefined)
        return { network: String(row['network']), id: Number(row['id']), usedAt: Number(row['used']) };
    }
    return null;
  }

  /** Deletes a filter, unless another instance reads it. */
  async evict(found: Pick<EventFilter, 'network' | 'id'>): Promise<void> {
    // Most of those that somebody makes in numbers have no events, so no other rows.
    const isAlone = `count = 0 and state = 'open'`;
    const whole = `delete from endpoint_check_filters where network = $1 and id = $2 and ${this.#isFree} and ${isAlone}`;
    if (await this.#engine.write([{ sql: whole, values: [found.network, found.id], rows: 1 }])) return;
    const { now } = this.#engine.dialect;
    const holder = `${this.#instance} evicting`;
    // Its row is cleared first: nobody finds a part of it, and whoever reads it anew after the lease finds it lost.
    const isTaken = await this.#engine.write([
      {
        sql: `update endpoint_check_filters set leased_by = $3, leased_until = ${now} + ${this.#leaseMs},
            ${cleared}
          where network = $1 and id = $2 and ${this.#isFree}`,
        values: [found.network, found.id, holder],
        rows: 1,
      },
    ]);
    if (!isTaken || !(await this.empty(found, holder))) return;
    await this.#engine.write([
      {
        sql: 'delete from endpoint_check_filters where network = $1 and id = $2 and leased_by = $3',
        values: [found.network, found.id, holder],
      },
    ]);
  }

  #update(
    { network, id }: EventFilter,
    changes: string,
    condition: string,
    values: readonly SqlValue[] = [],
  ): Promise<boolean> {
    const sql = `update endpoint_check_filters set ${changes} where network = $1 and id = $2 and ${condition}`;
    return this.#engine.write([
      {
        sql: sql.replaceAll('$4', 'cast($4 as bigint)'),
        values: [network, id, this.#instance, ...values],
        rows: 1,
      },
    ]);
  }
}

/** The transactions of new events, for each account that they name, in the order of columns; counted from 1 in the direction of the reading. */
function listPlaces(filter: EventFilter, logs: readonly Log[], side: 'above' | 'below'): readonly unknown[] {
  const places = new Map<string, [account: string, block: number, tx: number, size: number]>();
  for (const log of logs) {
    for (const account of new Set(filter.listAccounts(log))) {
      const key = `${account} ${log.blockNumber} ${log.transactionIndex}`;
      const place = places.get(key) ?? [account, log.blockNumber, log.transactionIndex, 0];
      place[3] += log.data.length + 1_000;
      places.set(key, place);
    }
  }
  const ranks = new Map<string, number>();
  const inOrder = side === 'above' ? [...places.values()] : [...places.values()].reverse();
  return inOrder.map((place) => {
    const [account] = place;
    const rank = (ranks.get(account) ?? 0) + 1;
    ranks.set(account, rank);
    return [...place, rank];
  });
}

function listColumns(types: readonly string[], names: readonly string[] = []): string {
  return types
    .map((type, at) => `cast(r.value->>${at} as ${type})${names[at] === undefined ? '' : ` as ${names[at]}`}`)
    .join(', ');
}
