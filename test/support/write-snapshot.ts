import type { Holder, SnapshotTime } from '../../src/service/api/answers.js';
import type { DenomKey } from '../../src/service/chain/holders/denom-key.js';
import { DraftTable } from '../../src/service/chain/holders/draft-table.js';
import { DraftWriter } from '../../src/service/chain/holders/draft-writer.js';
import type { Snapshot } from '../../src/service/chain/holders/snapshot.js';
import type { Engine } from '../../src/service/database/engine.js';

const asOf: SnapshotTime = { height: 7, time: '2026-11-20T08:15:30.000Z' };

/** Writes a snapshot, like the service. */
export async function writeSnapshot(
  engine: Engine,
  key: DenomKey,
  owners: readonly Holder[],
  pageSize = 1_000,
): Promise<Snapshot> {
  const drafts = new DraftTable(engine, 'one', 60_000);
  const claimed = await drafts.claim(key, null);
  if (!('draft' in claimed)) throw new Error('another one writes it');
  const { draft } = claimed;
  const writer = new DraftWriter({ table: drafts, draft, onOwners: () => Promise.resolve() });
  for (let at = 0; at < owners.length; at += pageSize) await writer.add(owners.slice(at, at + pageSize));
  await writer.finish();
  const facts = { ...writer.facts, asOf, supply: 2n ** 256n, metadata: null };
  if (!(await drafts.publish(draft, key, { ...facts, bytes: writer.snapshotBytes, isLatest: true })))
    throw new Error('another one writes it');
  return { ...facts, ...draft };
}
