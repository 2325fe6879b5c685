import type { SnapshotStore } from '../chain/holders/snapshot-store.js';
import { UsageError } from '../../engine/usage-error.js';
import { loadPostgres } from '../database/postgres-driver.js';
import { createSetUp } from './connection.js';
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
  const pg = await loadPostgres(url);
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
