import { randomBytes } from 'node:crypto';
import { explainDatabaseError } from '../http/service-problem.js';
import type { Engine } from './engine.js';

/** Reads the secret that signs cursors once it is needed; the first who needs it makes it. Rejects with a ServiceProblem while the database is down. */
export function createCursorKeyReader(engine: Engine): () => Promise<Buffer> {
  let key: Buffer | null = null;
  const find = async (): Promise<Buffer | null> => {
    const [row] = await engine.read(`select value from endpoint_check_keys where name = 'cursor'`, []);
    return row === undefined ? null : Buffer.from(String(row['value']), 'hex');
  };
  // Another instance may be faster: its key counts.
  const insert = `insert into endpoint_check_keys (name, value) values ('cursor', $1) on conflict do nothing`;
  return async () => {
    try {
      while ((key ??= await find()) === null)
        await engine.write([{ sql: insert, values: [randomBytes(32).toString('hex')] }]);
      return key;
    } catch (error) {
      throw explainDatabaseError(error);
    }
  };
}
