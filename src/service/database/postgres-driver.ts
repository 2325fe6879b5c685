import type pg from 'pg';
import { UsageError } from '../../engine/usage-error.js';
import { createSettings } from './connection.js';

/** As libpq takes them; pg would look for one host of that name. */
const severalHosts = /^\w+:\/\/(?:[^/]*@)?[^/?@]*,/;

/** Loads pg, which few need, for the database at a url. Rejects with a UsageError if it is not installed, or cannot use the url. */
export async function loadPostgres(url: string): Promise<typeof pg> {
  const driver = await importDriver();
  if (severalHosts.test(url))
    throw new UsageError([
      '--database: the url names several hosts: name one, such as an address that always leads to the primary',
    ]);
  try {
    new driver.Client(createSettings(url));
  } catch (error) {
    throw new UsageError([`--database: ${explainRefusedUrl(error)}`]);
  }
  return driver;
}

async function importDriver(): Promise<typeof pg> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new UsageError(['--database: Postgres needs the package pg: run npm install pg']);
  }
}

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
