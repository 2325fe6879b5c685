import type { StatementSyncInstance } from '@photostructure/sqlite';
import type { Row, SqlValue } from './engine.js';
import { loadSqliteDriver, type SqliteDriver } from './sqlite-driver.js';

/** A connection of this thread that only reads. */
export interface SqliteReader {
  readonly read: (sql: string, values: readonly SqlValue[]) => readonly Row[];
  readonly close: () => void;
}

/** Opens a file for short reads in this thread: to send a row of 20 kB here from another one takes longer than to read it. */
export function openReader(file: string, driver: SqliteDriver): SqliteReader {
  const { DatabaseSync } = loadSqliteDriver(driver);
  const database = new DatabaseSync(file, { readOnly: true });
  // Readers of a WAL wait for nobody; if one has to, all requests of the service wait with it.
  database.exec('pragma busy_timeout = 100; pragma temp_store = memory');
  // Few, since all statements are constants.
  const prepared = new Map<string, StatementSyncInstance>();
  return {
    read: (sql, values) => {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return statement.all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))) as Row[];
    },
    close: () => database.close(),
  };
}
