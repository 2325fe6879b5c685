import { realpath, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  DatabaseDamage,
  DatabaseError,
  DatabaseRefusal,
  type Dialect,
  type Engine,
  type Row,
  type SqlValue,
} from './engine.js';
import { loadSqliteDriver, type SqliteDriver } from './drivers.js';
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

/** https://sqlite.org/rescode.html */
const codes = { corrupt: 11, notDatabase: 26 };
/** What SQLite says of damage: the package omits the code when rows are read. */
const damageWords: Readonly<Record<string, number>> = {
  'disk image is malformed': codes.corrupt,
  'file is not a database': codes.notDatabase,
};
const refusals: Readonly<Record<number, string>> = {
  5: 'another process uses the database: give each its own file, or share a Postgres database',
  8: 'the file cannot be written to',
  [codes.corrupt]: 'the file is damaged: remove it and start again; nodes are asked again for what is in it',
  14: 'the file cannot be opened or created',
  20: 'the file is the database of another program',
  [codes.notDatabase]: 'the file is not a database, or its first page is damaged',
};

/** Space below which a disk counts as full: SQLite would find out in the middle of its work, and may call it an I/O error. */
const leastBytes = 4 << 20;

/**
 * Opens a database in a file, which it creates. Reads by a key run in this thread, since to send a row of 20 kB here from another one takes longer than to
 * read it; writes and long reads run in a worker each. Rejects with a DatabaseRefusal if another process has it, or the file is no database.
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
  // The connection that is closed last removes the WAL, so it must be able to write.
  const opened: { readonly close: () => void | Promise<void> }[] = [];
  const close = async (): Promise<void> => {
    for (const connection of opened.splice(0).reverse()) await connection.close();
  };
  const open = async (isWriter: boolean): Promise<SqliteWorker> => {
    const worker = new SqliteWorker({ driver, file, isWriter });
    opened.push(worker);
    await worker.call('read', { sql: 'select count(*) from sqlite_schema', values: [] });
    return worker;
  };
  try {
    const [writer, reader] = [await open(true), await open(false)];
    const short = openShort(file, driver);
    opened.push(short);
    return {
      dialect: sqlite,
      read: async (sql, values, pace) =>
        pace === 'long'
          ? ((await reader.call('read', { sql, values })) as readonly Row[])
          : short.read(sql, values),
      write: async (steps) => (await writer.call('write', { steps })) as boolean,
      prepareNetwork: () => Promise.resolve(),
      measure: async () => {
        const parts = [file, `${file}-wal`].map((part) => stat(part).catch(() => ({ size: 0 })));
        return (await Promise.all(parts)).reduce((sum, { size }) => sum + size, 0);
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

/** The error of a file on a disk that is full; null while that has room. */
export async function findFullDisk(file: string): Promise<DatabaseError | null> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize < leastBytes ? new DatabaseError('the disk of the database is full') : null;
}

/** A connection of this thread that only reads. */
function openShort(file: string, driver: SqliteDriver) {
  const { DatabaseSync } = loadSqliteDriver(driver);
  const database = new DatabaseSync(file, { readOnly: true });
  // Readers of a WAL wait for nobody; if one has to, all requests of the service wait with it.
  database.exec('pragma busy_timeout = 100; pragma temp_store = memory');
  // Few, since all statements are constants.
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  return {
    read: (sql: string, values: readonly SqlValue[]): readonly Row[] => {
      try {
        const statement = prepared.get(sql) ?? database.prepare(sql);
        prepared.set(sql, statement);
        return statement.all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))) as Row[];
      } catch (error) {
        throw toError(error as SqliteFailure);
      }
    },
    close: () => database.close(),
  };
}

interface SqliteFailure {
  readonly message: string;
  readonly errcode?: number;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A connection in a separate thread, which answers one call after another. */
class SqliteWorker {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  readonly #exited: Promise<void>;
  #ending: Error | null = null;

  constructor(workerData: {
    readonly driver: SqliteDriver;
    readonly file: string;
    readonly isWriter: boolean;
  }) {
    this.#worker = new Worker(workerScript, { eval: true, workerData, execArgv: ['--no-warnings'] });
    // The server keeps the process alive, the database need not.
    this.#worker.unref();
    this.#worker.on('message', ({ result, failure }: { result?: unknown; failure?: SqliteFailure }) => {
      const waiting = this.#waiting.shift();
      if (failure === undefined) waiting?.resolve(result);
      else waiting?.reject(toError(failure));
    });
    this.#worker.on('error', (error) => this.#end(toError(error)));
    this.#exited = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#end(new DatabaseError('the database is closed'));
        resolve();
      });
    });
  }

  call(task: string, input: object): Promise<unknown> {
    if (this.#ending !== null) return Promise.reject(this.#ending);
    this.#worker.ref();
    this.#worker.postMessage({ task, ...input });
    return new Promise((resolve, reject) => void this.#waiting.push({ resolve, reject })).finally(() => {
      if (this.#waiting.length === 0) this.#worker.unref();
    });
  }

  async close(): Promise<void> {
    await this.call('close', {}).catch(() => this.#worker.terminate());
    // Until its statements are freed, SQLite keeps the file open.
    this.#worker.ref();
    await this.#exited;
  }

  #end(error: Error): void {
    this.#ending ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ending);
  }
}

function toError({ message, errcode }: SqliteFailure): DatabaseError {
  const [, said = -1] = Object.entries(damageWords).find(([words]) => message.includes(words)) ?? [];
  const code = (errcode ?? said) & 0xff;
  const refusal = refusals[code];
  if (refusal === undefined)
    return new DatabaseError(`the database cannot be used (${message.slice(0, 200)})`);
  const isDamage = Object.values<number>(codes).includes(code);
  return isDamage ? new DatabaseDamage(refusal) : new DatabaseRefusal(refusal);
}
