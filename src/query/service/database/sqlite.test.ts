import { expect, test } from 'vitest';
import { openEngine } from '../../../../test/support/chain-handlers.js';

test('short reads wait neither for a long one nor for a write', async () => {
  const engine = await openEngine();
  const count = `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000000)
    select count(*) as rows from numbers`;
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  const version = 'update endpoint_check_version set version = version where id = ';
  await Promise.all([
    engine.read(count, [], 'long').then(note('long read')),
    engine.write([{ sql: `${version} (${count}) - 2999999`, values: [] }]).then(note('long write')),
    ...[1, 2].map(() => engine.read('select id from endpoint_check_version', []).then(note('short read'))),
  ]);
  expect(ended.slice(0, 2)).toEqual(['short read', 'short read']);
});
