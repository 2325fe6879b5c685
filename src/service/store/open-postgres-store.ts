import type { SnapshotStore } from '../chain/holders/snapshot-store.js';
import { UsageError } from '../../engine/usage-error.js';
import type pg from 'pg';
import { createSettings, createSetUp } from './connection.js';
import type { Connecting, StoreEvent } from './database.js';
import { DatabaseRefusal } from './database-error.js';
import { PostgresStore } from './postgres-store.js';

/**
 * Opens the store in the Postgres database of a url. Rejects with a UsageError where the url is malformed, pg is not installed, or the
 * database refuses for good: user, password, name, privileges, tables of a later version. One that cannot be reached at the moment is logged, and
 * used when it is there.
 */
export async function openPostgresStore(
  url: string,
  { log }: Pick<Connecting, 'log'>,
): Promise<SnapshotStore> {
  const pg = await loadDriver();
  if (severalHosts.test(url)) {
    throw new UsageError([
      '--database: the url names several hosts: name one, such as an address that always leads to the primary',
    ]);
  }
  try {
    new pg.Client(createSettings(url));
  } catch (error) {
    throw new UsageError([`--database: ${explainRefusedUrl(error)}`]);
  }
  // A refusal is the usage error, and not a line of the log too.
  const early: StoreEvent[] = [];
  let add = (event: StoreEvent): unknown => early.push(event);
  const setUp = createSetUp(pg, url);
  const store = new PostgresStore({ pg, url, setUp, log: (event) => void add(event) });
  try {
    await store.open();
  } catch (error) {
    if (error instanceof DatabaseRefusal) {
      await store.close();
      throw new UsageError([`--database: ${error.message}`]);
    }
  }
  add = log;
  for (const event of early) log(event);
  return store;
}

/** As libpq takes them; pg would look for one host of that name. */
const severalHosts = /^\w+:\/\/(?:[^/]*@)?[^/?@]*,/;

/** Why pg cannot use a url. What it says itself may quote the url. */
function explainRefusedUrl(error: unknown): string {
  const { code, message = '' } = error as Partial<NodeJS.ErrnoException>;
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return `a file that the url names in sslrootcert, sslcert or sslkey cannot be read (${code})`;
  // https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg-connection-string/index.js
  if (message.includes('sslmode=verify-ca requires'))
    return 'sslmode=verify-ca needs sslrootcert=<file> in the url';
  return 'malformed url: write postgres://user:password@host:5432/database, with special characters of the password percent-encoded';
}

async function loadDriver(): Promise<typeof pg> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new UsageError(['--database needs the package pg: run npm install pg']);
  }
}
