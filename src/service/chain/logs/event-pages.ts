import { DatabaseError, type Engine, type Row, type SqlValue } from '../../database/engine.js';
import type { JobState } from '../../jobs/job.js';
import { type JobTable, toState } from '../../jobs/job-table.js';
import type { EventFilter } from './event-filter.js';
import { type FilterRow, toFilterRow } from './filter-rows.js';
import type { Blocks } from './get-logs.js';
import type { Log } from './parse-logs.js';
import type { Sort } from './search-position.js';

/** What is known of a filter. */
export interface FilterState {
  /** Null if nobody has wanted it yet. */
  readonly job: JobState | null;
  /** What is read of it; null if nothing is, or what is read does not count any more. */
  readonly row: FilterRow | null;
  /** How long ago the last block that is read was the newest, in milliseconds, by the clock of the database; infinite if nobody has looked. */
  readonly headAgeMs: number;
  /** How often the job was wanted before that look. */
  readonly lookedFor: number;
}

/** What the registry lists for a network. */
export interface ListedNodes {
  /** Ids of nodes. */
  readonly nodes: readonly string[];
  /** Decimal; empty if none is claimed. */
  readonly chainId: string;
}

/** A transaction of a page, without its events. */
export interface Place {
  readonly seq: number;
  readonly block: number;
  readonly tx: number;
  /** Characters of its events, with what JSON adds. */
  readonly size: number;
}

/** Where places are looked for: after a place in the order of the search, within the blocks. */
export interface PlaceQuery {
  readonly filter: EventFilter;
  /** Whose; empty for those of the whole filter. */
  readonly account: string;
  readonly sort: Sort;
  readonly blocks: Blocks;
  /** The last place before the page, by block and index; null at the start of the blocks. */
  readonly after: readonly [block: number, tx: number] | null;
  /** How many places to leave out. */
  readonly skip: number;
  readonly take: number;
}

/** A transaction index below and above all others. */
const [lowest, highest] = [-1, Number.MAX_SAFE_INTEGER];

/** The events of filters, as pages need them. */
export class EventPages {
  readonly #engine: Engine;
  readonly #table: JobTable;

  constructor(table: JobTable) {
    this.#engine = table.engine;
    this.#table = table;
  }

  /** What is known of a filter. What another chain has shown than the claimed one, or a node that is not listed any more, does not count. */
  async find({ network, id, key }: EventFilter, { nodes, chainId }: ListedNodes): Promise<FilterState> {
    const { now, elements } = this.#engine.dialect;
    const [row] = await this.#engine.read(
      `select j.key, ${this.#table.stateColumns}, f.generation, f.state, f.low, f.high, f.final, f.high_hash, f.count,
         f.looked_for, abs(${now} - f.looked_at) as head_age
       from endpoint_check_jobs j
       left join endpoint_check_networks n on n.network = j.network and n.kind = 'evm' and ($3 = '' or n.chain_id in ($3, ''))
       left join endpoint_check_filters f on f.network = j.network and f.id = j.id and f.generation = n.generation
         and not exists (select 1 from endpoint_check_chunks c where c.network = f.network and c.filter = f.id
           and c.node not in (select r.value->>0 from ${elements('$4')}))
       where j.network = $1 and j.id = $2`,
      [network, id, chainId, JSON.stringify(nodes.map((node) => [node]))],
    );
    if (row === undefined) return { job: null, row: null, headAgeMs: Infinity, lookedFor: 0 };
    if (row['key'] !== key) throw new DatabaseError('two filters have one number');
    const { low, head_age: headAge, looked_for: lookedFor } = row;
    return {
      job: toState(row),
      row: low == null ? null : toFilterRow(row),
      // It may be a little ahead, as by a transaction that began later, or far, since the clock was set back.
      headAgeMs: headAge == null ? Infinity : Number(headAge),
      lookedFor: Number(lookedFor ?? 0),
    };
  }

  /** The places of a page. */
  async listPlaces({
    filter,
    account,
    sort,
    blocks,
    after,
    skip,
    take,
  }: PlaceQuery): Promise<readonly Place[]> {
    const isAscending = sort === 'asc';
    const [order, beyond] = isAscending ? ['asc', '>'] : ['desc', '<'];
    const [block, tx] = after ?? (isAscending ? [blocks.from, lowest] : [blocks.to, highest]);
    const key = [filter.network, filter.id, account];
    const where = 'network = $1 and filter = $2 and account = $3';
    const select = `select seq, block, tx, size from endpoint_check_places where ${where}`;
    const read = async (rest: string, values: readonly SqlValue[]) =>
      (await this.#engine.read(`${select} and ${rest}`, [...key, ...values])).map(toPlace);
    const fromPlace = `(block, tx) ${beyond} ($4, $5) and block between $6 and $7 order by block ${order}, tx ${order} limit $8`;
    const from = (limit: number) => read(fromPlace, [block, tx, blocks.from, blocks.to, limit]);
    if (skip === 0) return from(take);
    // Numbered without gaps: the first place leads to any other.
    const [first] = await from(1);
    if (first === undefined) return [];
    return read(`seq ${beyond}= $4 and block between $5 and $6 order by seq ${order} limit $7`, [
      first.seq + (isAscending ? skip : -skip),
      blocks.from,
      blocks.to,
      take,
    ]);
  }

  /** The events of places, oldest first. */
  async listEvents(
    { network, id }: EventFilter,
    account: string,
    places: readonly Pick<Place, 'block' | 'tx'>[],
  ): Promise<readonly Log[]> {
    // SQLite would go through all events of the filter, but for the cross join, which it takes in this order: https://sqlite.org/optoverview.html#crossjoin
    const rows = await this.#engine.read(
      `select e.block, e.tx, e.log, e.block_hash, e.tx_hash, e.time, e.event
       from ${this.#engine.dialect.elements('$3')}
       cross join endpoint_check_events e
       where e.network = $1 and e.filter = $2
         and e.block = cast(r.value->>0 as bigint) and e.tx = cast(r.value->>1 as bigint)
         and ($4 = '' or e.sender = $4 or e.receiver = $4)
       order by e.block, e.tx, e.log`,
      [network, id, JSON.stringify(places.map(({ block, tx }) => [block, tx])), account],
    );
    return rows.map(toLog);
  }
}

function toPlace({ seq, block, tx, size }: Row): Place {
  return { seq: Number(seq), block: Number(block), tx: Number(tx), size: Number(size) };
}

function toLog(row: Row): Log {
  const event = JSON.parse(String(row['event'])) as Pick<Log, 'address' | 'topics' | 'data'>;
  return {
    ...event,
    blockNumber: Number(row['block']),
    blockHash: String(row['block_hash']),
    blockTime: row['time'] == null ? null : Number(row['time']),
    transactionHash: String(row['tx_hash']),
    transactionIndex: Number(row['tx']),
    logIndex: Number(row['log']),
  };
}
