import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { createDirectory } from './directory.js';
import { findFreePort } from './ports.js';
import { runListener } from './servers.js';

const execute = promisify(execFile);

/** The directory of the latest Postgres' programs: Debian has one for each version, which is not in the PATH. Null without one. */
const programs = findPrograms();
/** Whether Postgres is installed here. */
export const hasPostgres = programs !== null;

/** Servers of databases refuse to run as root: `nobody`, by its number on Debian and Alpine. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : null;

/** The password of every user of a test's server. */
export const databasePassword = 's3cr3t/p@ss:word';

/** A Postgres server on a port of loopback, with password authentication. */
export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a server, with TLS if it gets a certificate: then it refuses connections without. Whoever starts it must remove it. */
export async function startPostgres(tls: { readonly cert: string; readonly key: string } | null = null) {
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-postgres-'));
  const data = join(directory, 'data');
  await mkdir(data);
  await chmod(directory, 0o755);
  if (unprivileged !== null) await chown(data, unprivileged.uid, unprivileged.gid);
  const access = ['--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'];
  await execute(getProgram('initdb'), ['--pgdata', data, ...access], { ...unprivileged, cwd: data });

  const files = tls === null ? {} : { 'server.crt': tls.cert, 'server.key': tls.key };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    if (unprivileged !== null) await chown(join(data, name), unprivileged.uid, unprivileged.gid);
  }
  const port = await findFreePort();
  let server: ChildProcess | null = null;
  /** Kills all its processes, like a crash of the machine. */
  const kill = async () => {
    const { pid } = server ?? {};
    if (server === null || pid === undefined || hasEnded(server)) return;
    const exited = once(server, 'exit');
    // While it is stopped, it starts no other process. It refuses to start again while a killed one still has its shared memory.
    server.kill('SIGSTOP');
    const children = await listChildren(pid);
    server.kill('SIGKILL');
    for (const child of children) sendSignal(child, 'SIGKILL');
    await exited;
    for (const child of children) while (await hasMemory(child)) await sleep(10);
  };
  const sendToAll = async (signal: NodeJS.Signals) => {
    const pid = server?.pid;
    if (pid === undefined) return;
    sendSignal(pid, signal);
    for (const child of await listChildren(pid)) sendSignal(child, signal);
  };
  /** The url of a database, for the superuser or another user. */
  const urlFor = (database: string, name = 'postgres', password = databasePassword) =>
    `postgres://${name}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  /** Runs one statement in a database, as the superuser. */
  const query = async (database: string, text: string, values: readonly unknown[] = []) => {
    const ssl = tls === null ? false : { rejectUnauthorized: false };
    const client = new pg.Client({ connectionString: urlFor(database), ssl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Record<string, unknown>>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  /** Starts it again, with the data that it has. */
  const start = async () => {
    const settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      // What is killed is the server, not the machine: nothing needs to wait for a disk that others keep busy.
      'fsync=off',
      `ssl=${tls === null ? 'off' : 'on'}`,
    ];
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const child = spawn(getProgram('postgres'), args, {
      ...unprivileged,
      cwd: data,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
    server = child;
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    // It listens before it can answer.
    while (!(await query('postgres', 'select 1').then(Boolean, () => false))) {
      if (hasEnded(child)) throw new Error(`Postgres has ended: ${output}`);
      await sleep(50);
    }
  };
  let databases = 0;
  /** Creates an empty database; resolves to its name. */
  const createDatabase = async () => {
    const name = `test_${++databases}`;
    await query('postgres', `create database ${name}`);
    return name;
  };
  /** Ends it, and removes its data. */
  const remove = async () => {
    await kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  await start();
  await query('postgres', `alter user postgres password '${databasePassword}'`);
  await query(
    'postgres',
    `copy (select '${tls === null ? 'host' : 'hostssl'} all all samehost scram-sha-256') to '${data}/pg_hba.conf'`,
  );
  await query('postgres', 'select pg_reload_conf()');
  return {
    ...{ port, urlFor, createDatabase, query, kill, start, remove },
    /** Has all its processes stand still, as a machine does that swaps, until they go on. */
    freeze: () => sendToAll('SIGSTOP'),
    thaw: () => sendToAll('SIGCONT'),
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function listChildren(pid: number): Promise<readonly number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Sends a signal to a process, or does nothing if it has ended. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether a process has memory: not if it has ended, even if its status is not yet read. */
async function hasMemory(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}

function getProgram(name: string): string {
  if (programs === null) throw new Error('Postgres is not installed');
  return join(programs, name);
}

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  const directories = [
    ...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return directories.find((directory) => existsSync(join(directory, 'initdb'))) ?? null;
}

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
  await runListener(poolerPort, ['pgbouncer', '--quiet', 'pgbouncer.ini'], {
    ...unprivileged,
    cwd: directory,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return ({ path = database, password = databasePassword } = {}) =>
    `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${poolerPort}/${path}`;
}

/**
 * A function that returns the place of an empty database, by the name of its engine: for those that are installed. A server of Postgres runs while
 * the tests of the file do.
 */
export function createPlaces(): Readonly<Record<string, () => Promise<string>>> {
  let postgres: Postgres | null = null;
  beforeAll(async () => {
    if (hasPostgres) postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  const requirePostgres = () => {
    if (postgres === null) throw new Error('Postgres has not started');
    return postgres;
  };
  return {
    sqlite: async () => join(await createDirectory({}), 'database.sqlite'),
    ...(hasPostgres
      ? { postgres: async () => requirePostgres().urlFor(await requirePostgres().createDatabase()) }
      : {}),
    ...(hasPostgres && hasPgbouncer
      ? {
          'postgres behind pgbouncer': async () => {
            const lines = ['pool_mode = transaction', 'ignore_startup_parameters = extra_float_digits'];
            const database = await requirePostgres().createDatabase();
            return (await startPgbouncer(requirePostgres(), database, lines))();
          },
        }
      : {}),
  };
}
