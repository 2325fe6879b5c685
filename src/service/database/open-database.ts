import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../../engine/usage-error.js';
import { DatabaseRefusal, type Engine } from './engine.js';
import { findFullDisk } from './full-disk.js';
import { loadPostgres } from './postgres-driver.js';
import { openPostgres } from './postgres.js';
import { migrate } from './schema.js';
import { driverInstallation, findSqliteDriver, type SqliteDriver } from './sqlite-driver.js';
import { openSqlite } from './sqlite.js';
import { WatchedEngine } from './watched-engine.js';

/** An open database, and its maximum size. */
export interface OpenedDatabase {
  readonly engine: WatchedEngine;
  readonly bytes: number;
  /** Its description, without a secret. */
  readonly description: string;
}

export interface OpenOptions {
  /** The maximum size, in bytes. */
  readonly bytes: number;
  /** Called with events that operators should know, without a secret. */
  readonly log: (state: 'down' | 'up' | 'none', message: string) => void;
}

/**
 * Opens the database at a url of Postgres or in a file, else in a temporary file that is removed when it is closed. Null without a driver for SQLite,
 * unless a file is named. Rejects with a UsageError if it will never work.
 */
export async function openDatabase(
  place: string | null,
  options: OpenOptions,
): Promise<OpenedDatabase | null> {
  if (place !== null && isPostgresUrl(place)) {
    const engine = openPostgres(await loadPostgres(place), place);
    return { engine: await watch(engine, options, []), bytes: options.bytes, description: 'postgres' };
  }
  const driver = findSqliteDriver();
  if (driver === null) {
    const message = `needs Node 22.13 or later, or: ${driverInstallation}`;
    if (place !== null) throw new UsageError([`--database: a file ${message}`]);
    options.log('none', `events and holders are not served: a database ${message}`);
    return null;
  }
  if (place !== null) {
    const engine = await openFile(place, driver);
    return {
      engine: await watch(engine, options, [dirname(place)]),
      bytes: options.bytes,
      description: place,
    };
  }
  await removeLeftovers(driver);
  const directory = await mkdtemp(join(tmpdir(), temporaryPrefix));
  const engine = await openFile(join(directory, fileName), driver).catch(async (error: unknown) => {
    await rm(directory, { recursive: true, force: true });
    throw error;
  });
  const { bavail, bsize } = await statfs(directory);
  // A second signal ends the process at once.
  const removeNow = () => rmSync(directory, { recursive: true, force: true });
  process.once('exit', removeNow);
  const temporary: Engine = {
    ...engine,
    close: async () => {
      await engine.close();
      process.off('exit', removeNow);
      await rm(directory, { recursive: true, force: true });
    },
  };
  return {
    engine: await watch(temporary, options, [directory]),
    // Other programs use that disk too.
    bytes: Math.min(options.bytes, Math.floor((bavail * bsize) / 2)),
    description: `a temporary file in ${directory}`,
  };
}

/** Whether a string is a url of Postgres rather than a file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

const temporaryPrefix = 'endpoint-check-serve-';
const fileName = 'database.sqlite';
/** Younger directories do not count as leftovers. */
const youngMs = 60_000;

async function openFile(file: string, driver: SqliteDriver): Promise<Engine> {
  try {
    return await openSqlite(file, driver);
  } catch (error) {
    if (error instanceof DatabaseRefusal) throw new UsageError([`--database: ${error.message}`]);
    throw (await findFullDisk(dirname(file))) ?? error;
  }
}

/** Migrates the tables. A database that cannot be reached at the moment is used as soon as it can. */
async function watch(
  engine: Engine,
  { log }: OpenOptions,
  directories: readonly string[],
): Promise<WatchedEngine> {
  const watched = new WatchedEngine(engine, { log, directories });
  try {
    await watched.open(async () => {
      await migrate(engine);
      // A file has one process, so earlier leases in it are void.
      const release = ['filters', 'drafts'].map((table) => ({
        sql: `update endpoint_check_${table} set leased_by = null, leased_until = 0`,
        values: [],
      }));
      if (engine.dialect.name === 'sqlite') await engine.write(release);
    });
  } catch (error) {
    await watched.close();
    if (!(error instanceof DatabaseRefusal)) throw error;
    throw new UsageError([`--database: ${error.message}`]);
  }
  return watched;
}

/** Removes the files of killed processes, which no process has open. */
async function removeLeftovers(driver: SqliteDriver): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((candidate) => candidate.startsWith(temporaryPrefix))) {
    const directory = join(tmpdir(), name);
    // A process that has just started may not have locked it yet.
    const madeAt = await stat(directory).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (Date.now() - madeAt < youngMs) continue;
    const engine = await openSqlite(join(directory, fileName), driver).catch(() => null);
    if (engine === null) continue;
    await engine.close();
    // Other processes that start now find and remove it too.
    await rm(directory, { recursive: true, force: true }).catch(() => undefined);
  }
}
