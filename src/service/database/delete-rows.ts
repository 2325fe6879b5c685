import type { Engine, SqlValue, Step } from './engine.js';

const rowsPerStep = 5_000;

/** The rows of something in a table. */
export interface OwnedRows {
  readonly table: string;
  /** The columns that identify the owner of the rows; the first part of the primary key. */
  readonly owner: readonly string[];
  readonly values: readonly SqlValue[];
  /** The other columns of the primary key. */
  readonly key: readonly string[];
}

/**
 * Deletes rows in steps, so that other statements are not held up; false once `hold` changes nothing. Each step is a range of keys: as long as
 * Postgres has no statistics of a new table, it would search all of it for each key of a list.
 */
export async function deleteRows(
  engine: Engine,
  { table, owner, values, key }: OwnedRows,
  hold: Step,
): Promise<boolean> {
  const where = owner.map((column, at) => `${column} = $${at + 1}`).join(' and ');
  const columns = key.join(', ');
  const bounds = key.map((_, at) => `$${at + owner.length + 1}`).join(', ');
  for (;;) {
    const [end] = await engine.read(
      `select ${columns} from ${table} where ${where} order by ${columns} limit 1 offset ${rowsPerStep - 1}`,
      values,
    );
    const [rest, more] =
      end === undefined
        ? ['', []]
        : [` and (${columns}) <= (${bounds})`, key.map((column) => end[column] ?? null)];
    const sql = `delete from ${table} where ${where}${rest}`;
    if (!(await engine.write([hold, { sql, values: [...values, ...more] }]))) return false;
    if (end === undefined) return true;
  }
}
