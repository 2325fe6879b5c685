import type { Row, SqlValue, Step } from '../../database/engine.js';
import { jobBytes } from '../../jobs/job-table.js';
import type { Lease } from '../../jobs/lease.js';
import type { EventFilter } from './event-filter.js';
import type { Blocks, Log } from './get-logs.js';

export interface FilterRow {
  /** Rows of another generation of the network are of another chain. */
  readonly generation: number;
  readonly covered: Blocks;
  /** The last block that nobody replaces, of those that are read. */
  readonly final: number;
  /** The hash of the last block that is read; null if it is final. */
  readonly highHash: string | null;
  /** `busy`: too much to be read whole; `full`: more than fits. */
  readonly state: 'open' | 'busy' | 'full';
  readonly count: number;
}

/** The blocks of a filter that one node gave. */
export interface Origin {
  readonly blocks: Blocks;
  readonly node: string;
}

/** The events of blocks above or below those that are read. */
export interface ChunkWrite extends Origin {
  readonly logs: readonly Log[];
  readonly side: 'above' | 'below';
  /** Of the last block above: its hash where it may be replaced, and the last one before which nothing is replaced. */
  readonly highHash?: string | null;
  readonly final?: number;
}

const ofFilter = 'network = $1 and filter = $2';
const ofJob = 'network = $1 and id = $2';
/** Characters of an event in the database, and in a page: its own, and those of keys and transaction. An estimate. */
const eventSize = 'length(event) + 400';
/** The columns of events, of JSON arrays in the order of `listValues`. */
const eventColumns = ['bigint', 'bigint', 'bigint', 'text', 'text', 'bigint', 'text', 'text', 'text']
  .map((type, at) => `cast(r.value->>${at} as ${type})`)
  .join(', ');

/** The rows of a filter, as whoever has leased its job writes them. All writes throw a LeaseLost if another worker has the job. */
export class FilterRows {
  readonly #lease: Lease;
  readonly #values: readonly SqlValue[];

  constructor(lease: Lease) {
    this.#lease = lease;
    this.#values = [lease.job.network, lease.job.id];
  }

  async read(): Promise<FilterRow | null> {
    const [row] = await this.#lease.engine.read(
      `select generation, state, low, high, final, high_hash, count from endpoint_check_filters where ${ofJob}`,
      this.#values,
    );
    return row === undefined ? null : toFilterRow(row);
  }

  /** Which node gave which blocks, in order. */
  async listOrigins(): Promise<readonly Origin[]> {
    const sql = `select low, high, node from endpoint_check_chunks where ${ofFilter} order by low`;
    const rows = await this.#lease.engine.read(sql, this.#values);
    return rows.map(({ low, high, node }) => ({
      blocks: { from: Number(low), to: Number(high) },
      node: String(node),
    }));
  }

  async clear(): Promise<void> {
    // Nobody finds a part of the rows: whoever is killed meanwhile may leave some, but not this one.
    await this.#empty([
      this.#step(`delete from endpoint_check_filters where ${ofJob}`),
      this.#step(`delete from endpoint_check_chunks where ${ofFilter}`),
    ]);
  }

  /** Begins above a block of a chain. */
  async begin(generation: number, last: number): Promise<void> {
    await this.clear();
    const sql = `insert into endpoint_check_filters (network, id, generation, low, high, final)
      values ($1, $2, $3, cast($4 as bigint) + 1, $4, $4)`;
    await this.#lease.write([this.#step(sql, [generation, last])]);
  }

  /** Writes the events of a chunk beside what is read. Each write names the edge that it moves, so that none is left out or comes twice. */
  async add(filter: EventFilter, { blocks, logs, node, side, highHash, final }: ChunkWrite): Promise<void> {
    const { from, to } = blocks;
    const isAbove = side === 'above';
    const [edge, before, after] = isAbove ? ['high', from - 1, to] : ['low', to + 1, from];
    const ofNeighbour = `${ofFilter} and node = $3 and ${edge} = $4`;
    const steps: Step[] = [
      {
        ...this.#step(
          `update endpoint_check_filters set ${edge} = $4, count = count + $5${isAbove ? ', high_hash = $6, final = $7' : ''}
           where ${ofJob} and ${edge} = $3`,
          [before, after, logs.length, ...(isAbove ? [highHash ?? null, final ?? 0] : [])],
        ),
        rows: 1,
      },
      // As a part of the chunk beside it where that is of the same node.
      this.#step(
        `insert into endpoint_check_chunks (network, filter, low, high, node)
         select $1, cast($2 as bigint), cast($5 as bigint), cast($6 as bigint), $3
         where not exists (select 1 from endpoint_check_chunks where ${ofNeighbour})`,
        [node, before, from, to],
      ),
      this.#step(`update endpoint_check_chunks set ${edge} = $5 where ${ofNeighbour}`, [node, before, after]),
    ];
    const rows = logs.map((log) => listValues(filter, log));
    if (logs.length > 0) {
      steps.push(
        this.#step(
          `insert into endpoint_check_events
            (network, filter, block, tx, log, block_hash, tx_hash, time, sender, receiver, event)
          select $1, cast($2 as bigint), ${eventColumns} from ${this.#lease.engine.dialect.elements('$3')}`,
          [JSON.stringify(rows)],
        ),
        this.#step(numberPlaces(isAbove), [from, to]),
        this.#countBytes('+', 'block between $3 and $4', [from, to]),
      );
    }
    await this.#lease.write(steps);
  }

  /** Keeps these blocks alone. The last of them is final. */
  async keep({ from, to }: Blocks): Promise<void> {
    const outside = '(block < $3 or block > $4)';
    const long = (sql: string): Step => ({ ...this.#step(sql, [from, to]), pace: 'long' });
    await this.#lease.write([
      { ...this.#countBytes('-', outside, [from, to]), pace: 'long' },
      long(`delete from endpoint_check_events where ${ofFilter} and ${outside}`),
      long(`delete from endpoint_check_places where ${ofFilter} and ${outside}`),
      long(
        `update endpoint_check_filters set low = $3, high = $4, final = $4, high_hash = null,
           count = (select count(*) from endpoint_check_events where ${ofFilter}), looked_at = null, looked_for = 0
         where ${ofJob}`,
      ),
      long(`delete from endpoint_check_chunks where ${ofFilter} and (high < $3 or low > $4)`),
      this.#step(`update endpoint_check_chunks set high = $3 where ${ofFilter} and high > $3`, [to]),
    ]);
  }

  /** Notes that the last block that is read was the newest so many milliseconds ago. */
  async noteLook(agoMs: number): Promise<void> {
    const sql = `update endpoint_check_filters set looked_at = ${this.#lease.engine.dialect.now} - cast($3 as bigint),
        looked_for = (select claimed from endpoint_check_jobs where ${ofJob})
      where ${ofJob}`;
    await this.#lease.write([this.#step(sql, [Math.round(agoMs)])]);
  }

  /** Ends the reading: there is too much. Events of a busy contract are of no use to anybody. */
  async close(state: 'busy' | 'full'): Promise<void> {
    const step = this.#step(`update endpoint_check_filters set state = $3 where ${ofJob}`, [state]);
    await (state === 'busy' ? this.#empty([step]) : this.#lease.write([step]));
  }

  /** Deletes all events, after other steps. */
  async #empty(steps: readonly Step[]): Promise<void> {
    const bytes = `update endpoint_check_jobs set bytes = ${jobBytes} where ${ofJob}`;
    await this.#lease.write([...steps, this.#step(bytes)]);
    const common = { owner: ['network', 'filter'], values: this.#values } as const;
    const events = { ...common, table: 'endpoint_check_events', key: ['block', 'tx', 'log'] };
    const places = { ...common, table: 'endpoint_check_places', key: ['account', 'seq'] };
    for (const rows of [events, places]) await this.#lease.deleteRows(rows);
  }

  /** Counts some events into or out of what the job takes. */
  #countBytes(sign: '+' | '-', condition: string, values: readonly SqlValue[]): Step {
    const size = `(select coalesce(sum(${eventSize}), 0) from endpoint_check_events where ${ofFilter} and ${condition})`;
    return this.#step(`update endpoint_check_jobs set bytes = bytes ${sign} ${size} where ${ofJob}`, values);
  }

  #step(sql: string, values: readonly SqlValue[] = []): Step {
    return { sql, values: [...this.#values, ...values] };
  }
}

export function toFilterRow(row: Row): FilterRow {
  const { low, high, final, state, count, generation, high_hash: highHash } = row;
  return {
    generation: Number(generation),
    covered: { from: Number(low), to: Number(high) },
    final: Number(final),
    highHash: typeof highHash === 'string' ? highHash : null,
    state: state === 'busy' || state === 'full' ? state : 'open',
    count: Number(count),
  };
}

function listValues(filter: EventFilter, log: Log): readonly (string | number | null)[] {
  const { address, topics, data } = log;
  return [
    log.blockNumber,
    log.transactionIndex,
    log.logIndex,
    log.blockHash,
    log.transactionHash,
    log.blockTime,
    ...(filter.findAccounts(log) ?? []),
    JSON.stringify({ address, topics, data }),
  ];
}

/** The statement that numbers the transactions of the events in blocks above or below the others, for each account that the events name. */
function numberPlaces(isAbove: boolean): string {
  const [order, sign, edge, none] = isAbove ? ['asc', '+', 'max', -1] : ['desc', '-', 'min', 0];
  const list = (account: string, condition: string) =>
    `select ${account} as account, block, tx, ${eventSize} as size from endpoint_check_events
     where ${ofFilter} and block between $3 and $4 ${condition}`;
  return `insert into endpoint_check_places (network, filter, account, seq, block, tx, size)
    with n as (
        select account, block, tx, sum(size) as size,
          row_number() over (partition by account order by block ${order}, tx ${order}) as rank
        from (${list('sender', '')} union all ${list('receiver', 'and receiver <> sender')}) as e
        group by account, block, tx),
      edges as (
        select a.account, coalesce((select ${edge}(p.seq) from endpoint_check_places p
            where p.network = $1 and p.filter = $2 and p.account = a.account), ${none}) as seq
        from (select distinct account from n) as a)
    select $1, cast($2 as bigint), n.account, edges.seq ${sign} n.rank, n.block, n.tx, n.size
    from n join edges on edges.account = n.account`;
}
