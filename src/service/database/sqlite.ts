import { realpath, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import {
  DatabaseDamage,
  DatabaseError,
  DatabaseRefusal,
  type Dialect,
  type Engine,
  type Row,
} from './engine.js';
import workerScript from './sqlite-worker.js?raw';

/** SQLite 3.44 or later. */
const sqlite: Dialect = {
  name: 'sqlite',
  now: `cast(unixepoch('subsec') * 1000 as integer)`,
  elements: (value) => `json_each(${value}) as r`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  partitioned: 'without rowid',
  bytewise: '',
};

/** A module with the class DatabaseSync, and from where it is found. */
export interface SqliteDriver {
  readonly name: string;
  readonly from: string;
}

/** The package that stands in for node:sqlite. */
const packageName = '@photostructure/sqlite';
/** How to get it. */
export const driverInstallation = `npm install --ignore-scripts ${packageName}`;

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

/** SQLITE_BUSY and SQLITE_CORRUPT, https://sqlite.org/rescode.html */
const [busy, corrupt] = [5, 11];

/**
 * Opens a database in a file, which it creates. Three workers run its statements: for writes, for reads, and for long reads. Rejects with a
 * DatabaseRefusal if another process has it, or the file is no database.
 */
export async function openSqlite(place: string, driver: SqliteDriver): Promise<Engine> {
  // Links to one file share its lock.
  const file = await realpath(place).catch(() => place);
  const stats = await stat(file).catch(() => null);
  if (stats?.isFile() === false) throw new DatabaseRefusal('it is not a regular file');
  const start = async (isWriter: boolean): Promise<SqliteWorker> => {
    const worker = new SqliteWorker({ driver, file, isWriter });
    await worker.call('read', { sql: 'select count(*) from sqlite_schema', values: [] });
    return worker;
  };
  const writer = await start(true);
  const workers = [writer];
  try {
    for (let reader = 0; reader < 2; reader++) workers.push(await start(false));
  } catch (error) {
    await Promise.all(workers.map((worker) => worker.close()));
    throw error;
  }
  const [, short = writer, long = writer] = workers;
  const read: Engine['read'] = async (sql, values, pace) =>
    (await (pace === 'long' ? long : short).call('read', { sql, values })) as readonly Row[];
  return {
    dialect: sqlite,
    read,
    write: async (steps) => (await writer.call('write', { steps })) as boolean,
    prepareNetwork: () => Promise.resolve(),
    measure: async () => {
      const sizes = await Promise.all(
        [file, `${file}-wal`].map((part) => stat(part).catch(() => ({ size: 0 }))),
      );
      return sizes.reduce((sum, { size }) => sum + size, 0);
    },
    reclaim: async () => {
      await writer.call('reclaim', {});
    },
    close: async () => {
      // The connection that is closed last removes the WAL, so it must be able to write.
      await Promise.all(workers.slice(1).map((worker) => worker.close()));
      await writer.close();
    },
  };
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: { readonly message: string; readonly errcode?: number };
}

/** A connection in a separate thread. */
class SqliteWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #calls = 0;
  #ending: Error | null = null;

  constructor(workerData: {
    readonly driver: SqliteDriver;
    readonly file: string;
    readonly isWriter: boolean;
  }) {
    this.#worker = new Worker(workerScript, { eval: true, workerData, execArgv: ['--no-warnings'] });
    // The server keeps the process alive, the database need not.
    this.#worker.unref();
    this.#worker.on('message', ({ id, result, failure }: Reply) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failure === undefined) waiting?.resolve(result);
      else waiting?.reject(toError(failure));
    });
    this.#worker.on('error', (error) => this.#end(toError(error)));
    this.#worker.on('exit', () => this.#end(new DatabaseError('the database is closed')));
    this.#exited = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
  }

  call(task: string, input: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ending !== null) {
        reject(this.#ending);
        return;
      }
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, task, ...input });
    }).finally(() => {
      if (this.#waiting.size === 0) this.#worker.unref();
    });
  }

  async close(): Promise<void> {
    await this.call('close', {}).catch(() => undefined);
    // Until its statements are freed, SQLite keeps the file open.
    this.#worker.ref();
    await this.#exited;
  }

  #end(error: Error): void {
    this.#ending ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ending);
    this.#waiting.clear();
  }
}

/** https://sqlite.org/rescode.html */
const refusals: Readonly<Record<number, string>> = {
  [busy]: 'another process uses the database: give each its own file, or share a Postgres database',
  14: 'the file cannot be opened or created',
  26: 'the file is not a database',
  8: 'the file cannot be written to',
  [corrupt]: 'the file is damaged: remove it and start again; nodes are asked again for what is in it',
  20: 'the file is the database of another program',
};

function toError({
  message,
  errcode,
}: {
  readonly message: string;
  readonly errcode?: number;
}): DatabaseError {
  // The package omits the code when rows are read.
  const code = errcode ?? (message.includes('disk image is malformed') ? corrupt : -1);
  const refusal = refusals[code & 0xff];
  if (refusal === undefined)
    return new DatabaseError(`the database cannot be used (${message.slice(0, 200)})`);
  return (code & 0xff) === corrupt ? new DatabaseDamage(refusal) : new DatabaseRefusal(refusal);
}
