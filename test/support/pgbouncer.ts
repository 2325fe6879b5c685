import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { createDirectory } from './directory.js';
import { findFreePort } from './free-port.js';
import { waitForListener } from './listener.js';
import { databasePassword, type Postgres, unprivileged } from './postgres.js';

/** Whether pgbouncer is installed here. */
export const hasPgbouncer = spawnSync('pgbouncer', ['--version']).error === undefined;

/**
 * Starts pgbouncer before a database until the test ends, with these lines of its section `[pgbouncer]`. Resolves to the url of that database, or
 * another one, through it, for the superuser or with another password.
 */
export async function startPgbouncer(
  { port }: Postgres,
  database: string,
  lines: readonly string[],
): Promise<(parts?: { readonly path?: string; readonly password?: string }) => string> {
  const poolerPort = await findFreePort();
  const directory = await createDirectory({
    'users.txt': `"postgres" "${databasePassword}"\n`,
    'pgbouncer.ini': [
      '[databases]',
      `${database} = host=127.0.0.1 port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${poolerPort}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      'auth_file = users.txt',
      ...lines,
      '',
    ].join('\n'),
  });
  // It refuses to run as root.
  if (unprivileged !== null) await chown(directory, unprivileged.uid, unprivileged.gid);
  const pgbouncer = spawn('pgbouncer', ['--quiet', 'pgbouncer.ini'], {
    ...unprivileged,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(pgbouncer, 'exit');
  onTestFinished(async () => {
    pgbouncer.kill('SIGKILL');
    await exited;
  });
  await waitForListener(poolerPort);
  return ({ path = database, password = databasePassword } = {}) =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${poolerPort}/${path}`;
}
