import type pg from 'pg';
import { DatabaseRefusal, lentSessions } from './database-error.js';

/**
 * How every connection begins. Settings of the session come later: pgbouncer refuses a start with parameters that it does not know,
 * https://www.pgbouncer.org/config.html#ignore_startup_parameters
 */
export function createSettings(url: string): pg.ClientConfig {
  return {
    connectionString: verifyFully(url),
    connectionTimeoutMillis: 3_000,
    // Where the server does not end a statement: it does not answer at all.
    query_timeout: 12_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: 'endpoint-check',
  };
}

/** The server ends a statement after 10 s, two seconds before this end gives it up, and a transaction in which nothing happens. */
const sessionSettings = 'set statement_timeout = 10000; set idle_in_transaction_session_timeout = 60000';

/** Makes a session of a new connection. Rejects with a DatabaseRefusal where it is none. */
export type SetUp = (client: pg.ClientBase) => Promise<void>;

/** Creates what sets up all connections to one database. That they are sessions is tested until it is known, and then not again. */
export function createSetUp(driver: typeof pg, url: string): SetUp {
  let known: Promise<void> | null = null;
  return async (client) => {
    known ??= requireSession(client, new driver.Client(createSettings(url)));
    await known.catch((error: unknown) => {
      known = null;
      throw error;
    });
    // Not before: without a session, they would be those of somebody else later.
    await client.query(sessionSettings);
  };
}

/** How often sessions are compared: a pool that others use too may give the same one by chance. */
const rounds = 3;

/**
 * Rejects where a pooler lends sessions for the time of a transaction, as pgbouncer does with pool_mode = transaction: the locks of a session would
 * stay with whoever gets it next. Then two connections have the same one, or one has another while the other is in a transaction.
 */
async function requireSession(client: pg.ClientBase, other: pg.Client): Promise<void> {
  other.on('error', () => undefined);
  try {
    await other.connect();
    for (let round = 0; round < rounds; round++) {
      const own = await readSession(client);
      await other.query('begin');
      const isLent = (await readSession(other)) === own || (await readSession(client)) !== own;
      await other.query('rollback');
      if (isLent) throw new DatabaseRefusal(lentSessions);
    }
  } finally {
    // Not awaited: where the server is silent, that takes long.
    void other.end().catch(() => undefined);
  }
}

/** The number of the process of the server that answers. */
async function readSession(client: pg.ClientBase): Promise<number | undefined> {
  const { rows } = await client.query<{ readonly pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

/**
 * The url with the TLS mode that pg has for it in any case: it verifies the certificate in all of these modes, and warns on standard error that
 * a later version will not, https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg-connection-string/index.js
 */
function verifyFully(url: string): string {
  return /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
}
