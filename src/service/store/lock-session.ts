import type pg from 'pg';
import pLimit from 'p-limit';
import { createSettings, type SetUp } from './connection.js';
import type { Connecting } from './database.js';

/** A lock that was got: its number, and the server's process that holds it. */
export interface HeldLock {
  readonly lock: string;
  readonly pid: number;
}

/** A connection, and when it can be used. */
interface Session {
  readonly client: pg.Client;
  readonly ready: Promise<void>;
}

/**
 * The session that holds the locks of this process, one for all of them: as many walks as there are denoms would need as many connections.
 * The server frees the locks when the session ends, however it does; so a statement that fails ends it. Whoever had a lock goes on without.
 */
export class LockSession {
  readonly #connecting: Connecting;
  readonly #turn = pLimit(1);
  #session: Session | null = null;

  constructor(connecting: Connecting) {
    this.#connecting = connecting;
  }

  /** Connects where there is no session. Rejects with what pg rejects with, as all calls do. */
  async open(): Promise<void> {
    await this.#query('select 1', []);
  }

  /** Takes the lock of a name over all sessions with the same tables. One that this session has already is got once more. */
  async tryLock(name: string): Promise<HeldLock | { readonly lock: string; readonly pid: null }> {
    const [row] = await this.#query<{ lock: string; pid: number | null }>(
      `select lock::text, case when pg_try_advisory_lock(lock) then pg_backend_pid() end as pid
       from (select hashtextextended(current_schema() || ' endpoint_check ' || $1, 0) as lock offset 0) as named`,
      [name],
    );
    if (row === undefined) throw new Error('the server answers without a row');
    return row;
  }

  /** Frees a lock, at the latest when the session has ended. */
  async unlock({ lock, pid }: HeldLock): Promise<void> {
    // Another session than the one that had it has nothing to free.
    await this.#query('select pg_advisory_unlock($1::bigint) where pg_backend_pid() = $2', [lock, pid]);
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.client.end();
  }

  /** One statement at a time, as pg wants it. Those that wait for a connection share its failure. */
  async #query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const session = (this.#session ??= this.#connect());
    try {
      await session.ready;
      return (await this.#turn(() => session.client.query<Row>(text, [...values]))).rows;
    } catch (error) {
      this.#end(session);
      throw error;
    }
  }

  #connect(): Session {
    const { pg, url, setUp } = this.#connecting;
    const client = new pg.Client(createSettings(url));
    const session = { client, ready: connect(client, setUp) };
    client.on('error', () => this.#end(session));
    return session;
  }

  #end(session: Session): void {
    if (this.#session === session) this.#session = null;
    // Not awaited: where the server is silent, that takes long.
    void session.client.end().catch(() => undefined);
  }
}

async function connect(client: pg.Client, setUp: SetUp): Promise<void> {
  await client.connect();
  await setUp(client);
  // Where this machine goes without a word, the server notices after a minute, not after the two hours of the default.
  await client.query(
    'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3',
  );
}
