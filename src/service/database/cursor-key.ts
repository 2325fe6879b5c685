import { randomBytes } from 'node:crypto';
import { databaseDown } from '../http/service-problem.js';
import { DatabaseError, type Engine } from './engine.js';

const name = 'cursor';

/** The secret with which the instances of a database sign cursors, made by whoever needs it first. */
export async function readCursorKey(engine: Engine): Promise<Buffer> {
  const read = () => engine.read('select value from endpoint_check_keys where name = $1', [name]);
  let [row] = await read();
  if (row === undefined) {
    // Another instance may be faster: its key counts.
    const sql = 'insert into endpoint_check_keys (name, value) values ($1, $2) on conflict do nothing';
    await engine.write([{ sql, values: [name, randomBytes(32).toString('hex')] }]);
    [row] = await read();
  }
  return Buffer.from(String(row?.['value']), 'hex');
}

/** Reads the key once it is needed, and keeps it; rejects with a ServiceProblem while the database cannot be used. */
export function createCursorKeyReader(engine: Engine): () => Promise<Buffer> {
  let key: Buffer | null = null;
  return async () => {
    try {
      return (key ??= await readCursorKey(engine));
    } catch (error) {
      throw error instanceof DatabaseError ? databaseDown(error.message) : error;
    }
  };
}
