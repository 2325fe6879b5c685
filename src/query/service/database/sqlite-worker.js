// Runs statements of one SQLite connection away from the event loop of the service. Imported as text, since a worker loads no TypeScript.
const { createRequire } = require('node:module');
const { parentPort, workerData } = require('node:worker_threads');

/** @typedef {string | number | null} Value */
/** @typedef {{ readonly sql: string, readonly values: readonly Value[], readonly rows?: number }} Step */

const { driver, file, isWriter } =
  /** @type {{ driver: { from: string, name: string }, file: string, isWriter: boolean }} */ (workerData);
const { DatabaseSync } = /** @type {typeof import('@photostructure/sqlite')} */ (
  createRequire(driver.from)(driver.name)
);

/** @type {Map<string, import('@photostructure/sqlite').StatementSyncInstance>} */
const prepared = new Map();

/** Held until the process ends, however it ends: a second one with the same file finds it taken. */
const lock = isWriter ? new DatabaseSync(`${file}-lock`) : null;
const database = open();

function open() {
  // The lock file has no journal that would be left behind.
  lock?.exec('pragma journal_mode = memory; begin exclusive');
  const opened = new DatabaseSync(file, { readOnly: !isWriter });
  opened.exec('pragma busy_timeout = 5000; pragma temp_store = memory');
  if (!isWriter) return opened;
  const foreign = `select 1 from sqlite_schema where name not like 'endpoint_check_%' and name not like 'sqlite_%'`;
  // SQLITE_MISMATCH
  if (opened.prepare(foreign).all().length > 0) throw Object.assign(new Error(), { errcode: 20 });
  // Before the first table; a commit is in the WAL, which the kill of a process does not lose.
  opened.exec('pragma auto_vacuum = incremental; pragma journal_mode = wal; pragma synchronous = normal');
  opened.exec('pragma journal_size_limit = 16777216; pragma wal_autocheckpoint = 1000');
  return opened;
}

/** @param {string} sql */
function prepare(sql) {
  const statement = prepared.get(sql) ?? database.prepare(sql);
  // Few, since all statements are constants.
  prepared.set(sql, statement);
  return statement;
}

/**
 * Statements name their values $1, $2, …, as those of Postgres do.
 * @param {readonly Value[]} values
 */
function bind(values) {
  return Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]));
}

const tasks = {
  /** @param {Step} step */
  read: ({ sql, values }) => prepare(sql).all(bind(values)),
  /** @param {{ readonly steps: readonly Step[] }} input */
  write: ({ steps }) => {
    database.exec('begin immediate');
    try {
      for (const { sql, values, rows } of steps) {
        const { changes } = prepare(sql).run(bind(values));
        if (rows === undefined || rows === Number(changes)) continue;
        database.exec('rollback');
        return false;
      }
      database.exec('commit');
      return true;
    } catch (error) {
      // A full disk has rolled it back already.
      if (database.isTransaction !== false) database.exec('rollback');
      throw error;
    }
  },
  reclaim: () => {
    database.prepare('pragma incremental_vacuum').all();
    database.prepare('pragma wal_checkpoint(truncate)').all();
  },
  close: () => {
    // Also if the connection is not the last one, since a statement of another one is not freed yet.
    if (isWriter) database.prepare('pragma wal_checkpoint(truncate)').all();
    database.close();
    lock?.close();
    setImmediate(() => port.close());
  },
};

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
port.on('message', (/** @type {Step & { task: keyof typeof tasks, steps: readonly Step[] }} */ message) => {
  try {
    port.postMessage({ result: tasks[message.task](message) });
  } catch (error) {
    const { message: text, errcode } = /** @type {Error & { errcode?: number }} */ (error);
    port.postMessage({ failure: { message: text, errcode } });
  }
});
