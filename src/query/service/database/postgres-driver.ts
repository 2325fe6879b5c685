import { statSync } from 'node:fs';
import type pg from 'pg';
import { UsageError } from '../../../engine/usage-error.js';
import { describeInstallation } from './sqlite-driver.js';

/** As libpq reads them; pg would look for one host of that name. */
const severalHosts = /^\w+:\/\/(?:[^/]*@)?[^/?@]*,/;

/** Loads pg, which few users need, for the database at a url. Rejects with a UsageError if it is not installed, or cannot use the url. */
export async function loadPostgres(url: string): Promise<typeof pg> {
  const driver = await importDriver();
  if (severalHosts.test(url))
    throw new UsageError([
      '--database: the url names several hosts: name one, such as an address that always leads to the primary',
    ]);
  try {
    requireRegularFiles(url);
    new driver.Client(createSettings(url));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([`--database: ${explainRefusedUrl(error)}`]);
  }
  return driver;
}

/** How connections start; settings of the session come later: https://www.pgbouncer.org/config.html#ignore_startup_parameters */
export function createSettings(url: string): pg.ClientConfig {
  return {
    connectionString: verifyFully(url),
    connectionTimeoutMillis: 3_000,
    // In case the server does not end a statement, since it does not answer at all.
    query_timeout: 12_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: 'endpoint-check',
  };
}

/**
 * The url with the TLS mode that pg uses for it anyway: it verifies the certificate in all of these modes, and warns on standard error that a later
 * version will not, https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg-connection-string/index.js
 */
function verifyFully(url: string): string {
  return /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
}

/** Throws if a url names a device or a pipe: pg would read it for each connection, to an end that it may not have. Throws the system's errors too. */
function requireRegularFiles(url: string): void {
  const params = new URLSearchParams(url.replace(/^[^?]*/, ''));
  for (const name of ['sslrootcert', 'sslcert', 'sslkey']) {
    const file = params.get(name) ?? '';
    if (file === '' || statSync(file).isFile()) continue;
    throw new UsageError([`--database: what the url names in ${name} is not a regular file`]);
  }
}

async function importDriver(): Promise<typeof pg> {
  try {
    return (await import('pg')).default;
  } catch (error) {
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new UsageError([`--database: Postgres needs the package pg: run ${describeInstallation('pg')}`]);
  }
}

/** Why pg cannot use a url. Its own message may quote the url. */
function explainRefusedUrl(error: unknown): string {
  const { code, message = '' } = error as Partial<NodeJS.ErrnoException>;
  if (code !== undefined && /^E[A-Z]+$/.test(code))
    return `a file that the url names in sslrootcert, sslcert or sslkey cannot be read (${code})`;
  // https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg-connection-string/index.js
  if (message.includes('sslmode=verify-ca requires'))
    return 'sslmode=verify-ca needs sslrootcert=<file> in the url';
  return 'malformed url: write postgres://user:password@host:5432/database, with special characters of the password percent-encoded';
}
