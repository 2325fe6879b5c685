import type { Engine, Row, SqlValue } from '../../database/engine.js';
import type { EventFilter } from './event-filter.js';
import type { Blocks } from './get-logs.js';
import type { Log } from './parse-logs.js';
import type { Sort } from './search-position.js';

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

  constructor(engine: Engine) {
    this.#engine = engine;
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
    const rows = await this.#engine.read(
      `select e.block, e.tx, e.log, e.block_hash, e.tx_hash, e.time, e.event
       from ${this.#engine.dialect.elements('$3')}
       join endpoint_check_events e on e.network = $1 and e.filter = $2
         and e.block = cast(r.value->>0 as bigint) and e.tx = cast(r.value->>1 as bigint)
       where ($4 = '' or e.sender = $4 or e.receiver = $4)
       order by e.block, e.tx, e.log`,
      [network, id, JSON.stringify(places.map(({ block, tx }) => [block, tx])), account],
    );
    return rows.map(toLog);
  }

  /** Keeps when blocks were made, by their hash. */
  async setTimes(
    { network, id }: EventFilter,
    times: readonly (readonly [block: number, hash: string, time: number])[],
  ) {
    await this.#engine.write(
      times.map(([block, hash, time]) => ({
        sql: `update endpoint_check_events set time = $5
          where network = $1 and filter = $2 and block = $3 and block_hash = $4`,
        values: [network, id, block, hash, time],
      })),
    );
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
