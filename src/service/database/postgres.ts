import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import type pg from 'pg';
import { waitAtMost } from '../../net/abort.js';
import { createSettings } from './connection.js';
import { lacksTables, toDatabaseError } from './database-error.js';
import type { Dialect, Engine, Row, SqlValue, Step } from './engine.js';
import { tables } from './schema.js';

/** Postgres 15 or later. */
const postgres: Dialect = {
  name: 'postgres',
  // Replaced by the time when the transaction began: Citus refuses changes that ask for the time.
  now: 'transaction_ms',
  elements: (value) => `jsonb_array_elements(cast(${value} as jsonb)) as r(value)`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  partitioned: 'partition by list (network)',
  bytewise: 'collate "C"',
};

/** Connections of a process. */
const connectionLimit = 4;
/** How long a step may take that may take long, in milliseconds, and how long Postgres has to end it then. */
const long = { limitMs: 3_600_000, graceMs: 2_000 };
/** How long connections have to end, in milliseconds: a server that stands still ends none. */
const endMs = 1_000;
/**
 * Begins a transaction, whatever is set for the user or the database. One that this process does not go on with, since it stands still, ends before a lease
 * does: it would hold up whoever takes over.
 */
const begin = [
  'begin isolation level read committed',
  'set local statement_timeout = 10000',
  'set local lock_timeout = 0',
  'set local idle_in_transaction_session_timeout = 10000',
  'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
].join('; ');
/** The type id of `bigint` in the protocol: all numbers here are within those that JavaScript represents exactly. */
const bigintType = 20;

/** Sends a statement of a transaction. */
type Send = (
  sql: string,
  values?: readonly SqlValue[],
  options?: { readonly query_timeout?: number },
) => Promise<pg.QueryResult<Row>>;

/**
 * Uses the database of a url. Connects on demand, and relies on no state of a session, so a pooler may use another connection for each transaction.
 */
export function openPostgres(driver: typeof pg, url: string): Engine {
  const types = new driver.TypeOverrides();
  types.setTypeParser(bigintType, Number);
  const sockets = new Set<Socket>();
  const pool = new driver.Pool({
    ...createSettings(url),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    max: connectionLimit,
    idleTimeoutMillis: 30_000,
    types,
  });
  // An idle connection has broken: the next use opens another one.
  pool.on('error', () => undefined);
  const prepared = new Set<string>();

  const run = async <Value>(work: (send: Send) => Promise<Value>): Promise<Value> => {
    try {
      const client = await pool.connect();
      // The pool listens only while it has the connection; the pending statement rejects too.
      const ignore = () => undefined;
      client.on('error', ignore);
      try {
        // Several statements have a result each.
        const results: unknown = await client.query(begin);
        const [row] = (results as readonly pg.QueryResult<Row>[]).at(-1)?.rows ?? [];
        const now = String(row?.['now']);
        const value = await work((sql, values = [], options = {}) =>
          client.query<Row>({
            text: sql.replaceAll(postgres.now, now),
            values: [...values],
            ...options,
          }),
        );
        client.release();
        return value;
      } catch (error) {
        // Also ends its transaction.
        client.release(true);
        throw error;
      } finally {
        client.off('error', ignore);
      }
    } catch (error) {
      if (lacksTables(error)) prepared.clear();
      throw toDatabaseError(error);
    }
  };
  const takeStep = async (send: Send, { sql, values, pace }: Step): Promise<number | null> => {
    if (pace === undefined) return (await send(sql, values)).rowCount;
    await send(`set local statement_timeout = ${long.limitMs}`);
    return (await send(sql, values, { query_timeout: long.limitMs + long.graceMs })).rowCount;
  };
  const write = (steps: readonly Step[]): Promise<boolean> =>
    run(async (send) => {
      for (const step of steps) {
        const rowCount = await takeStep(send, step);
        if (step.rows === undefined || step.rows === rowCount) continue;
        await send('rollback');
        return false;
      }
      await send('commit');
      return true;
    });
  return {
    dialect: postgres,
    read: (sql, values) =>
      run(async (send) => {
        const { rows } = await send(sql, values);
        await send('commit');
        return rows;
      }),
    write,
    prepareNetwork: async (network) => {
      if (prepared.has(network)) return;
      const part = createHash('sha256').update(network).digest('hex').slice(0, 16);
      const literal = `'${network.replaceAll("'", "''")}'`;
      const [found] = await run(async (send) => {
        const name = `endpoint_check_${tables.at(-1)}_${part}`;
        const { rows } = await send('select to_regclass($1)::text as name', [name]);
        await send('commit');
        return rows;
      });
      // The whole transaction waits for another one that creates the same.
      if (found?.['name'] == null)
        await write([
          {
            sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
            values: [`endpoint_check ${part}`],
          },
          ...tables.map((table) => ({
            sql: `create table if not exists endpoint_check_${table}_${part} partition of endpoint_check_${table} for values in (${literal})`,
            values: [],
          })),
        ]);
      prepared.add(network);
    },
    measure: () => Promise.resolve(null),
    reclaim: () => Promise.resolve(),
    close: async () => {
      const closed = [...sockets].map((socket) => new Promise((done) => socket.once('close', done)));
      const closeSockets = async () => {
        await waitAtMost(Promise.all(closed), endMs);
        // Statements under way reject.
        for (const socket of sockets) socket.destroy();
      };
      await Promise.all([pool.end(), closeSockets()]);
    },
  };
}
