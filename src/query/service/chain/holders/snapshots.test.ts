import { expect, test } from 'vitest';
import { engineOf, openEngine } from '../../../../../test/support/chain-handlers.js';
import { createOwners, writeSnapshot } from '../../../../../test/support/holders.js';
import { createAbortController } from '../../../../net/abort.js';
import { SnapshotTable } from './snapshots.js';

test('searches leave the database room for others: two at a time, and none in the way of a page', async () => {
  const engine = await openEngine();
  const snapshot = await writeSnapshot(engine, { network: 'kava', denom: 'ukava' }, createOwners(1_000));
  let [running, most] = [0, 0];
  let release: () => void = () => undefined;
  const released = new Promise<void>((done) => (release = done));
  const snapshots = new SnapshotTable({
    ...engineOf(engine),
    read: async (sql, values, pace) => {
      if (pace !== 'long') return engine.read(sql, values, pace);
      most = Math.max(most, ++running);
      await released;
      running -= 1;
      return engine.read(sql, values, pace);
    },
  });
  const { signal } = createAbortController();
  const search = { from: 0, skip: 0, limit: 1, owner: 'one', signal };
  const searches = Promise.all(
    Array.from({ length: 50 }, (_, at) => snapshots.search(snapshot, { ...search, keyword: `x${at}x` })),
  );
  expect((await snapshots.readPage(snapshot, 500, 100)).holders).toHaveLength(100);
  expect(running).toBe(2);
  release();
  await searches;
  expect(most).toBe(2);
});
