import { createRequire } from 'node:module';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statSync } from 'node:fs';
import type pg from 'pg';
import { UsageError } from '../../../engine/exit-code.js';
import { truncate } from '../../../model/text.js';
import { DatabaseEmptied, DatabaseError, DatabaseRefusal } from './engine.js';

/** A module with the class DatabaseSync, and from where it is found. */
export interface SqliteDriver {
  readonly name: string;
  readonly from: string;
}

/** The package that stands in for node:sqlite. */
const packageName = '@photostructure/sqlite';
export const driverInstallation = describeInstallation(`--ignore-scripts ${packageName}`);

/** How to install a package where this program finds it: it only looks where it is itself. */
export function describeInstallation(packages: string, file = fileURLToPath(import.meta.url)): string {
  const command = `npm install ${packages}`;
  const at = file.lastIndexOf(`${sep}node_modules${sep}`);
  // In a clone of the repository it is there.
  if (at < 0) return command;
  return `${command} in ${file.slice(0, at)}, where endpoint-check is (with --global if that is installed so)`;
}

/** Finds the driver: that of Node from 22.13 on, else the package; null without one. */
export function findSqliteDriver(): SqliteDriver | null {
  const from = import.meta.url;
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 13)) return { name: 'node:sqlite', from };
  try {
    createRequire(from).resolve(packageName);
    return { name: packageName, from };
  } catch {
    return null;
  }
}

/** Loads the driver, without the warning that node:sqlite is experimental: standard error is the log of the service. */
export function loadSqliteDriver({ name, from }: SqliteDriver): typeof import('@photostructure/sqlite') {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return createRequire(from)(name) as typeof import('@photostructure/sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

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

const untrusted =
  'the certificate of the database is not trusted: add sslrootcert=<file> to the url, with the certificate of its CA';

const wrongPassword = 'the database refuses the user or the password';

const missing = 'the database does not exist: create it, or correct the name at the end of the url';

/**
 * Refusals by the begin of their code, of Postgres, https://www.postgresql.org/docs/current/errcodes-appendix.html, or of OpenSSL and Node, which verify its
 * certificate; without a code, by words of the message.
 */
const refusals: Readonly<Record<string, string>> = {
  '28000':
    'the database refuses the user, connections from this host, or connections without TLS, for which the url needs sslmode=verify-full',
  '28P01': wrongPassword,
  '3D000': missing,
  '3F000':
    'the database has no schema for tables that the user may use: create one, grant usage and create on it, or correct the search_path',
  '42501': 'the database user lacks privileges: let it create tables, or create them as another user',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the certificate of the database is for another host name: write the one that it is for into the url',
  // OpenSSL cannot read what pg gives it, https://nodejs.org/api/errors.html#openssl-errors
  ERR_OSSL_:
    'the files of sslcert and sslkey in the url are not a certificate and its key, both in PEM and without a password',
  // https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg/lib/crypto/sasl.js
  'client password must be a':
    'the database requires a password: add it to the url, or name a file in ENDPOINT_CHECK_DATABASE_PASSWORD_FILE',
  // The server answered, so this is no outage: https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg/lib/connection.js
  'server does not support SSL connections':
    'the database has no TLS, which sslmode in the url requires: turn ssl on in Postgres, or write sslmode=disable',
  // pgbouncer reports all its errors with the code of a protocol violation, https://github.com/pgbouncer/pgbouncer/blob/pgbouncer_1_18_0/src/client.c
  'transaction blocks not allowed in statement pooling mode':
    'the pooler before the database allows no transactions: set pool_mode = transaction, or session',
  'SASL authentication failed': wrongPassword,
  'password authentication failed': wrongPassword,
  'no such user': wrongPassword,
  'no such database': missing,
  'unsupported startup parameter':
    'the pooler before the database refuses a parameter of the url: take it out, or list it in ignore_startup_parameters of pgbouncer',
};

/** The error for callers from one of pg: a DatabaseError unless it is of a value; without the names and values that a server's message may repeat. */
export function toDatabaseError(error: unknown): Error {
  if (error instanceof DatabaseError) return error;
  if (!(error instanceof Error)) return new DatabaseError('the database cannot be used (unknown error)');
  if (lacksTables(error))
    return new DatabaseEmptied('the tables in the database have gone: they are made again');
  const code = getCode(error);
  // A value of one statement, as one with the character 0: a fault of this program. At the begin of a connection it is one of the url.
  if (code?.startsWith('22') === true && (error as { severity?: unknown }).severity === 'ERROR')
    return new Error(`the database refuses a value (${code})`);
  const isOf = (mark: string) =>
    mark.includes(' ') ? error.message.includes(mark) : code?.startsWith(mark) === true;
  const [, refusal] = Object.entries(refusals).find(([mark]) => isOf(mark)) ?? [];
  return refusal === undefined
    ? new DatabaseError(`the database cannot be used (${code ?? truncate(error.message)})`)
    : new DatabaseRefusal(refusal);
}

/** Whether a table, or the partition of a network, is not there. */
export function lacksTables(error: unknown): boolean {
  // Of a table without a partition for a row: https://github.com/postgres/postgres/blob/REL_15_0/src/backend/executor/execPartition.c#L342
  return error instanceof Error && ['42P01', '23514'].includes(getCode(error) ?? '');
}

function getCode(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' ? truncate(code) : undefined;
}
