import { deleteRows } from '../../database/delete-rows.js';
import type { Engine, Row, SqlValue, Step } from '../../database/engine.js';
import { jobBytes } from '../../jobs/job-table.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import type { EventFilter } from './event-filter.js';
import { eventColumns, eventOverhead, formatPlaces, listValues } from './event-columns.js';
import type { Blocks } from './get-logs.js';
import type { Log } from './parse-logs.js';

/** What is read of a filter. */
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
  /** Events. */
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

/** The rows of a filter, as whoever has leased its job writes them. All writes throw a LeaseLost if another worker has the job. */
export class FilterRows {
  readonly #engine: Engine;
  readonly #lease: Lease;
  readonly #values: readonly SqlValue[];

  constructor(engine: Engine, lease: Lease) {
    this.#engine = engine;
    this.#lease = lease;
    this.#values = [lease.job.network, lease.job.id];
  }

  /** What is read; null if nothing is. */
  async read(): Promise<FilterRow | null> {
    const [row] = await this.#engine.read(
      `select generation, state, low, high, final, high_hash, count
       from endpoint_check_filters where network = $1 and id = $2`,
      this.#values,
    );
    return row === undefined ? null : toFilterRow(row);
  }

  /** Which node gave which blocks, in order. */
  async listOrigins(): Promise<readonly Origin[]> {
    const sql = `select low, high, node from endpoint_check_chunks where ${ofFilter} order by low`;
    const rows = await this.#engine.read(sql, this.#values);
    return rows.map(({ low, high, node }) => ({
      blocks: { from: Number(low), to: Number(high) },
      node: String(node),
    }));
  }

  /** Forgets all that was read. */
  async clear(): Promise<void> {
    // Nobody finds a part of the rows: whoever is killed meanwhile may leave some, but not this one.
    await this.#empty([
      this.#step('delete from endpoint_check_filters where network = $1 and id = $2'),
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

  /** Writes the events of a chunk beside what is read. */
  async add(filter: EventFilter, chunk: ChunkWrite): Promise<void> {
    const { logs } = chunk;
    const { elements } = this.#engine.dialect;
    const isAbove = chunk.side === 'above';
    const edge = findEdge(chunk);
    const top = isAbove ? [chunk.highHash ?? null, chunk.final ?? 0] : [];
    const steps: Step[] = [
      {
        ...this.#step(
          `update endpoint_check_filters set ${edge.column} = $4, count = count + $5${isAbove ? ', high_hash = $6, final = $7' : ''}
           where network = $1 and id = $2 and ${edge.column} = $3`,
          [edge.before, edge.after, logs.length, ...top],
        ),
        rows: 1,
      },
      ...this.#noteOrigin(chunk, edge),
    ];
    if (logs.length > 0) {
      steps.push(
        this.#step(
          `insert into endpoint_check_events
            (network, filter, block, tx, log, block_hash, tx_hash, time, sender, receiver, event)
          select $1, cast($2 as bigint), ${eventColumns} from ${elements('$3')}`,
          [JSON.stringify(logs.map((log) => listValues(filter, log)))],
        ),
        this.#step(formatPlaces(isAbove), [chunk.blocks.from, chunk.blocks.to]),
      );
    }
    const bytes = logs.reduce((sum, log) => sum + log.data.length + eventOverhead, 0);
    await this.#lease.write(steps, bytes);
  }

  /** Keeps these blocks alone. The last of them is final. */
  async keep({ from, to }: Blocks): Promise<void> {
    const outside = ['events', 'places'].map((table) => ({
      ...this.#step(`delete from endpoint_check_${table} where ${ofFilter} and (block < $3 or block > $4)`, [
        from,
        to,
      ]),
      pace: 'long' as const,
    }));
    const count = `(select count(*) from endpoint_check_events where ${ofFilter})`;
    await this.#lease.write([
      ...outside,
      this.#step(
        `update endpoint_check_filters set low = $3, high = $4, final = $4, high_hash = null, count = ${count},
           looked_at = null, looked_for = 0
         where network = $1 and id = $2`,
        [from, to],
      ),
      this.#step(`delete from endpoint_check_chunks where ${ofFilter} and (high < $3 or low > $4)`, [
        from,
        to,
      ]),
      this.#step(`update endpoint_check_chunks set high = $3 where ${ofFilter} and high > $3`, [to]),
    ]);
  }

  /** Notes that the last block that is read was the newest so many milliseconds ago. */
  async noteLook(agoMs: number): Promise<void> {
    const sql = `update endpoint_check_filters set looked_at = ${this.#engine.dialect.now} - cast($3 as bigint),
        looked_for = (select claimed from endpoint_check_jobs where network = $1 and id = $2)
      where network = $1 and id = $2`;
    await this.#lease.write([this.#step(sql, [Math.round(agoMs)])]);
  }

  /** Ends the reading: there is too much. Events of a busy contract are of no use to anybody. */
  async close(state: 'busy' | 'full'): Promise<void> {
    const sql = 'update endpoint_check_filters set state = $3 where network = $1 and id = $2';
    const step = this.#step(sql, [state]);
    await (state === 'busy' ? this.#empty([step]) : this.#lease.write([step]));
  }

  /** Deletes all events, after other steps. */
  async #empty(steps: readonly Step[]): Promise<void> {
    const bytes = `update endpoint_check_jobs set bytes = ${jobBytes} where network = $1 and id = $2`;
    await this.#lease.write([...steps, this.#step(bytes)]);
    const { network, id } = this.#lease.job;
    const common = { owner: ['network', 'filter'], values: [network, id] } as const;
    const events = { ...common, table: 'endpoint_check_events', key: ['block', 'tx', 'log'] };
    const places = { ...common, table: 'endpoint_check_places', key: ['account', 'seq'] };
    for (const rows of [events, places])
      if (!(await deleteRows(this.#engine, rows, this.#lease.hold()))) throw new LeaseLost();
  }

  /** Notes which node gave a chunk, as a part of the chunk beside it where that was the same. */
  #noteOrigin({ blocks: { from, to }, node }: Origin, edge: Edge): readonly Step[] {
    const beside = `${ofFilter} and node = $3 and ${edge.column} = $4`;
    return [
      this.#step(
        `insert into endpoint_check_chunks (network, filter, low, high, node)
         select $1, cast($2 as bigint), cast($5 as bigint), cast($6 as bigint), $3
         where not exists (select 1 from endpoint_check_chunks where ${beside})`,
        [node, edge.before, from, to],
      ),
      this.#step(`update endpoint_check_chunks set ${edge.column} = $5 where ${beside}`, [
        node,
        edge.before,
        edge.after,
      ]),
    ];
  }

  #step(sql: string, values: readonly SqlValue[] = []): Step {
    return { sql, values: [...this.#values, ...values] };
  }
}

/** The end of what is read that a chunk moves. */
interface Edge {
  readonly column: 'low' | 'high';
  readonly before: number;
  readonly after: number;
}

function findEdge({ blocks, side }: ChunkWrite): Edge {
  return side === 'above'
    ? { column: 'high', before: blocks.from - 1, after: blocks.to }
    : { column: 'low', before: blocks.to + 1, after: blocks.from };
}

/** The row of a filter, with the columns of its table. */
export function toFilterRow({
  low,
  high,
  final,
  state,
  count,
  generation,
  high_hash: highHash,
}: Row): FilterRow {
  return {
    generation: Number(generation),
    covered: { from: Number(low), to: Number(high) },
    final: Number(final),
    highHash: typeof highHash === 'string' ? highHash : null,
    state: state === 'busy' || state === 'full' ? state : 'open',
    count: Number(count),
  };
}
