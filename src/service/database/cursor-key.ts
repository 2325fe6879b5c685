import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.js';

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
