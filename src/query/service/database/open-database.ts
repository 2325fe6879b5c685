import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberRoutes } from '../../client/routes.js';
import { UsageError } from '../../../engine/exit-code.js';
import { DatabaseError, DatabaseRefusal, type Engine } from './engine.js';
import { driverInstallation, findSqliteDriver, loadPostgres, type SqliteDriver } from './drivers.js';
import { openPostgres } from './postgres.js';
import { migrate } from './schema.js';
import { findFullDisk, openSqlite } from './sqlite.js';
import { WatchedEngine, type WatchOptions } from './watched-engine.js';

export interface OpenedDatabase {
  readonly engine: WatchedEngine;
  readonly bytes: number;
  /** Its description, without a secret. */
  readonly description: string;
}

export interface OpenOptions {
  readonly bytes: number;
  /** Called with events that operators should know, without a secret. */
  readonly log: WatchOptions['log'];
}

const temporaryPrefix = 'endpoint-check-serve-';
const fileName = 'database.sqlite';
/** Younger directories do not count as leftovers. */
const youngMs = 60_000;

/** Opens a database of Postgres or in a file, else in a temporary one, removed in the end. Rejects with a UsageError if it will never work. */
export async function openDatabase(
  place: string | null,
  { bytes, log }: OpenOptions,
): Promise<OpenedDatabase> {
  if (place !== null && isPostgresUrl(place)) {
    const engine = openPostgres(await loadPostgres(place), place);
    return { engine: await prepare(engine, { log }), bytes, description: 'postgres' };
  }
  const driver = findSqliteDriver();
  if (driver === null)
    throw new UsageError([
      `${place === null ? 'the temporary database of serve' : 'a database file'} needs Node 22.13 or later, or: ${driverInstallation}; --no-database serves routes ${numberRoutes().ofFiles} without one`,
    ]);
  if (place !== null) {
    const engine = await openFile(place, driver);
    return {
      engine: await prepare(engine, { log, findFault: await watchFile(place) }),
      bytes,
      description: place,
    };
  }
  await removeLeftovers(driver);
  const directory = await mkdtemp(join(tmpdir(), temporaryPrefix));
  const file = join(directory, fileName);
  // A second signal ends the process at once.
  const removeNow = () => rmSync(directory, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async () => {
    process.off('exit', removeNow);
    await rm(directory, { recursive: true, force: true });
  };
  const opened = await openFile(file, driver).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  const { bavail, bsize } = await statfs(directory);
  const temporary: Engine = { ...opened, close: () => opened.close().then(remove) };
  return {
    engine: await prepare(temporary, { log, findFault: await watchFile(file) }),
    // Other programs use that disk too.
    bytes: Math.min(bytes, Math.floor((bavail * bsize) / 2)),
    description: `a temporary file in ${directory}`,
  };
}

export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

async function openFile(file: string, driver: SqliteDriver): Promise<Engine> {
  try {
    return await openSqlite(file, driver);
  } catch (error) {
    if (error instanceof DatabaseRefusal) throw new UsageError([`--database: ${error.message}`]);
    throw (await findFullDisk(file)) ?? error;
  }
}

/** A test of a file that is open: SQLite itself goes on in one that was removed, which nobody finds after a restart. */
async function watchFile(file: string): Promise<() => Promise<DatabaseError | null>> {
  const opened = await stat(file);
  return async () => {
    const { ino, dev } = await stat(file).catch(() => ({ ino: null, dev: null }));
    return ino === opened.ino && dev === opened.dev
      ? findFullDisk(file)
      : new DatabaseError('the file of the database was removed or replaced: restart the service');
  };
}

/** Makes the tables. A database that cannot be reached at the moment is used as soon as it can. */
async function prepare(
  engine: Engine,
  options: Pick<WatchOptions, 'log' | 'findFault'>,
): Promise<WatchedEngine> {
  const watched = new WatchedEngine(engine, {
    ...options,
    prepare: async () => {
      await migrate(engine);
      // A file has one process, so earlier leases in it are void.
      const sql = 'update endpoint_check_jobs set leased_by = null, leased_until = 0';
      if (engine.dialect.name === 'sqlite') await engine.write([{ sql, values: [] }]);
    },
  });
  try {
    await watched.use(() => Promise.resolve());
  } catch (error) {
    const isRefusal = error instanceof DatabaseRefusal;
    if (error instanceof DatabaseError && !isRefusal) return watched;
    await engine.close();
    throw isRefusal ? new UsageError([`--database: ${error.message}`]) : error;
  }
  return watched;
}

/** Removes the files of killed processes, which no process has open. */
async function removeLeftovers(driver: SqliteDriver): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(temporaryPrefix))) {
    const directory = join(tmpdir(), name);
    // A process that has just started may not have locked it yet.
    const { mtimeMs } = await stat(directory).catch(() => ({ mtimeMs: Infinity }));
    if (Date.now() - mtimeMs < youngMs) continue;
    const engine = await openSqlite(join(directory, fileName), driver).catch(() => null);
    if (engine === null) continue;
    await engine.close();
    // Other processes that start now find and remove it too.
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}
