import { realpath, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import {
  DatabaseDamage,
  DatabaseError,
  DatabaseRefusal,
  type Dialect,
  type Engine,
  type Row,
} from './engine.js';
import type { SqliteDriver } from './sqlite-driver.js';
import { openReader } from './sqlite-reader.js';
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

/** SQLITE_BUSY and SQLITE_CORRUPT, https://sqlite.org/rescode.html */
const [busy, corrupt] = [5, 11];

/**
 * Opens a database in a file, which it creates. Short reads run in this thread, writes and long reads in a worker each. Rejects with a DatabaseRefusal
 * if another process has it, or the file is no database.
 */
export async function openSqlite(place: string, driver: SqliteDriver): Promise<Engine> {
  // Symbolic links to one file share its lock, hard links do not.
  const file = await realpath(place).catch(() => place);
  const stats = await stat(file).catch(() => null);
  if (stats?.isFile() === false) throw new DatabaseRefusal('it is not a regular file');
  if ((stats?.nlink ?? 1) > 1)
    throw new DatabaseRefusal(
      'the file has another hard link, with which a second process could open it: remove one of them, or use a copy',
    );
  const writer = await startWorker({ driver, file, isWriter: true });
  // The connection that is closed last removes the WAL, so it must be able to write.
  const closing: (() => void | Promise<void>)[] = [() => writer.close()];
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const long = await startWorker({ driver, file, isWriter: false });
    closing.push(() => long.close());
    const short = openReader(file, driver);
    closing.push(() => short.close());
    return {
      dialect: sqlite,
      read: async (sql, values, pace) =>
        pace === 'long'
          ? ((await long.call('read', { sql, values })) as readonly Row[])
          : rethrow(() => short.read(sql, values)),
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
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startWorker(settings: WorkerSettings): Promise<SqliteWorker> {
  const worker = new SqliteWorker(settings);
  await worker.call('read', { sql: 'select count(*) from sqlite_schema', values: [] });
  return worker;
}

function rethrow<Value>(work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw toError(error as SqliteFailure);
  }
}

interface WorkerSettings {
  readonly driver: SqliteDriver;
  readonly file: string;
  readonly isWriter: boolean;
}

/** What SQLite reports. */
interface SqliteFailure {
  readonly message: string;
  readonly errcode?: number;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: SqliteFailure;
}

/** A connection in a separate thread. */
class SqliteWorker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #exited: Promise<void>;
  #calls = 0;
  #ending: Error | null = null;

  constructor(workerData: WorkerSettings) {
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

function toError({ message, errcode }: SqliteFailure): DatabaseError {
  // The package omits the code when rows are read.
  const code = errcode ?? (message.includes('disk image is malformed') ? corrupt : -1);
  const refusal = refusals[code & 0xff];
  if (refusal === undefined)
    return new DatabaseError(`the database cannot be used (${message.slice(0, 200)})`);
  return (code & 0xff) === corrupt ? new DatabaseDamage(refusal) : new DatabaseRefusal(refusal);
}
