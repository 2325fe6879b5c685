import { Socket } from 'node:net';
import type pg from 'pg';
import { waitAtMost } from '../../../net/abort.js';
import { createSettings, lacksTables, toDatabaseError } from './drivers.js';
import type { Dialect, Engine, Row, SqlValue, Step } from './engine.js';
import { tables } from './schema.js';

/** Postgres 15 or later. */
const postgres: Dialect = {
  name: 'postgres',
  // A value of the statement, the time when the transaction began: Citus refuses changes that ask for the time.
  now: '$now',
  elements: (value) => `jsonb_array_elements(cast(${value} as jsonb)) as r(value)`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  partitioned: 'partition by list (network)',
  bytewise: 'collate "C"',
};

type Access = 'read only' | 'read write';

const connectionLimit = 4;
/** How long a step may take that may take long, in milliseconds, and how long Postgres has to end it then. */
const long = { limitMs: 3_600_000, graceMs: 2_000 };
/** How long connections have to end, in milliseconds: a server that stands still ends none. */
const endMs = 1_000;
/** Begins a transaction, whatever is set for the user or the database. If this process stands still, it ends before a lease does: it would hold up others. */
const begin = (access: Access) =>
  [
    `begin isolation level read committed ${access}`,
    'set local standard_conforming_strings = on',
    'set local statement_timeout = 10000',
    'set local lock_timeout = 0',
    'set local idle_in_transaction_session_timeout = 10000',
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  ].join('; ');
/** Creates the partitions of the network that a setting of the transaction names, which others that create the same wait for. */
const createPartitions = `do $$
  declare
    network text := current_setting('endpoint_check.network');
    part text := left(encode(sha256(convert_to(network, 'UTF8')), 'hex'), 16);
    name text;
  begin
    if to_regclass('endpoint_check_${tables.at(-1)}_' || part) is not null then return; end if;
    perform pg_advisory_xact_lock(hashtextextended('endpoint_check ' || part, 0));
    foreach name in array array['${tables.join("', '")}'] loop
      execute format('create table if not exists %I partition of %I for values in (%L)',
        format('endpoint_check_%s_%s', name, part), 'endpoint_check_' || name, network);
    end loop;
  end $$`;
/** The type id of `bigint` in the protocol: all numbers here are within those that JavaScript represents exactly. */
const bigintType = 20;

type Send = (
  sql: string,
  values?: readonly SqlValue[],
  options?: Pick<pg.ClientConfig, 'query_timeout'>,
) => Promise<pg.QueryResult<Row>>;

/** Uses the database of a url. Relies on no state of a session: a pooler may use another connection for each transaction. */
export function openPostgres(driver: typeof pg, url: string): Engine {
  const { pool, close } = createPool(driver, url);
  const prepared = new Set<string>();

  const run = async <Value>(
    access: Access,
    work: (send: Send) => Promise<Value | null>,
  ): Promise<Value | null> => {
    try {
      return await runTransaction(await pool.connect(), access, work);
    } catch (error) {
      if (lacksTables(error)) prepared.clear();
      throw toDatabaseError(error);
    }
  };
  const write = async (steps: readonly Step[]): Promise<boolean> => {
    const isDone = await run('read write', async (send) => {
      for (const step of steps) if (!(await takeStep(send, step))) return null;
      return true;
    });
    return isDone !== null;
  };
  return {
    dialect: postgres,
    read: async (sql, values) =>
      (await run('read only', async (send) => (await send(sql, values)).rows)) ?? [],
    write,
    prepareNetwork: async (network) => {
      if (prepared.has(network)) return;
      await write([
        { sql: `select set_config('endpoint_check.network', $1, true)`, values: [network] },
        { sql: createPartitions, values: [] },
      ]);
      prepared.add(network);
    },
    measure: () => Promise.resolve(null),
    reclaim: () => Promise.resolve(),
    close,
  };
}

/** Runs a transaction, and releases its connection; if `work` resolves to null, it is rolled back. */
async function runTransaction<Value>(
  client: pg.PoolClient,
  access: Access,
  work: (send: Send) => Promise<Value | null>,
): Promise<Value | null> {
  // The pool listens only while it has the connection; the pending statement rejects too.
  const ignore = () => undefined;
  client.on('error', ignore);
  try {
    // Several statements have a result each.
    const results: unknown = await client.query(begin(access));
    const [row] = (results as readonly pg.QueryResult<Row>[]).at(-1)?.rows ?? [];
    const value = await work((sql, values = [], options = {}) =>
      client.query<Row>({ ...bindNow(sql, values, Number(row?.['now'])), ...options }),
    );
    await client.query(value === null ? 'rollback' : 'commit');
    client.release();
    return value;
  } catch (error) {
    // Also ends its transaction.
    client.release(true);
    throw error;
  } finally {
    client.off('error', ignore);
  }
}

async function takeStep(send: Send, { sql, values, rows, pace }: Step): Promise<boolean> {
  if (pace === 'long') await send(`set local statement_timeout = ${long.limitMs}`);
  const options = pace === 'long' ? { query_timeout: long.limitMs + long.graceMs } : {};
  const { rowCount } = await send(sql, values, options);
  return rows === undefined || rows === rowCount;
}

function createPool(driver: typeof pg, url: string) {
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
  const close = async (): Promise<void> => {
    const closed = [...sockets].map((socket) => new Promise((done) => socket.once('close', done)));
    const closeSockets = async () => {
      await waitAtMost(Promise.all(closed), endMs);
      // Statements under way reject.
      for (const socket of sockets) socket.destroy();
    };
    await Promise.all([pool.end(), closeSockets()]);
  };
  return { pool, close };
}

/** A statement in which the time is one more value. */
function bindNow(
  sql: string,
  values: readonly SqlValue[],
  now: number,
): { text: string; values: SqlValue[] } {
  if (!sql.includes(postgres.now)) return { text: sql, values: [...values] };
  const place = `cast($${values.length + 1} as bigint)`;
  return { text: sql.replaceAll(postgres.now, () => place), values: [...values, now] };
}
