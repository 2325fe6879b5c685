import { createHash, randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { SnapshotTime } from '../api/answers.js';
import { Snapshot } from '../chain/holders/snapshot.js';
import type { DenomKey } from '../chain/holders/snapshot-store.js';

/** How many bytes of snapshots a denom keeps: of what is beyond, only those that were used within the last hour stay. */
const denomBytes = 4 * 2 ** 30;

/** What a snapshot in the database is found by: `key` and `name` of its row, see schema.ts. */
function nameDenom({ network, denom }: DenomKey): { readonly key: Buffer; readonly name: string } {
  const name = JSON.stringify([network, denom]);
  return { key: createHash('sha256').update(name).digest(), name };
}

/** When the newest snapshot was taken, or `asOf` where there is exactly that one. */
export async function findSnapshot(
  client: PoolClient,
  denom: DenomKey,
  asOf: SnapshotTime | null,
): Promise<SnapshotTime | null> {
  const { rows } = await client.query<{ readonly height: string | null; readonly time: string }>(
    `select height, time from endpoint_check_snapshots
     where key = $1 and used_at > now() - interval '24 hours'
       and ($3::text is null or (time = $3 and height is not distinct from $2::bigint))
     order by taken_at desc, id desc limit 1`,
    [nameDenom(denom).key, asOf?.height, asOf?.time],
  );
  const [row] = rows;
  return row === undefined ? null : { height: toNumber(row.height), time: row.time };
}

/** Saves a snapshot, in one transaction. Where there is the same one, notes that it is used. */
export async function saveSnapshot(client: PoolClient, denom: DenomKey, snapshot: Snapshot): Promise<void> {
  const { key, name } = nameDenom(denom);
  const { height, time } = snapshot.asOf;
  if (await touchSnapshot(client, denom, snapshot.asOf, '0')) return;
  await client.query('begin');
  const id = randomUUID();
  let [parts, bytes] = [0, 0];
  for (const part of snapshot.serialize()) {
    await client.query('insert into endpoint_check_parts values ($1, $2, $3)', [id, parts++, part]);
    bytes += part.length;
  }
  // Last: somebody who saves the same one at the same time waits from here to the end alone.
  const { rowCount } = await client.query(
    `insert into endpoint_check_snapshots (id, key, name, height, time, taken_at, parts, bytes)
     values ($1, $2, $3, $4, $5::text, $5::text::timestamptz, $6, $7)
     on conflict do nothing`,
    [id, key, name, height, time, parts, bytes],
  );
  await client.query(rowCount === 1 ? 'commit' : 'rollback');
}

/** Notes that a snapshot is used, where that was noted longer ago than an interval. Resolves to whether it was. */
export async function touchSnapshot(
  client: PoolClient,
  denom: DenomKey,
  { height, time }: SnapshotTime,
  interval: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update endpoint_check_snapshots set used_at = now()
     where key = $1 and time = $3 and height is not distinct from $2::bigint
       and used_at <= now() - $4::interval`,
    [nameDenom(denom).key, height, time, interval],
  );
  return rowCount === 1;
}

/** Loads a snapshot part by part. Null where there is none; `damaged` where it is not what was saved, which deletes it. */
export async function loadSnapshot(
  client: PoolClient,
  denom: DenomKey,
  { height, time }: SnapshotTime,
): Promise<Snapshot | 'damaged' | null> {
  // One view of the database for all parts, whoever deletes them meanwhile.
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ readonly id: string; readonly parts: number }>(
    `select id, parts from endpoint_check_snapshots
     where key = $1 and time = $3 and height is not distinct from $2::bigint`,
    [nameDenom(denom).key, height, time],
  );
  const [row] = rows;
  const snapshot = row === undefined ? null : await Snapshot.parse(readParts(client, row));
  await client.query('commit');
  if (row === undefined || snapshot !== null) return snapshot;
  await client.query('delete from endpoint_check_snapshots where id = $1', [row.id]);
  return 'damaged';
}

/** Ends early where a part is missing. */
async function* readParts(
  client: PoolClient,
  { id, parts }: { readonly id: string; readonly parts: number },
): AsyncGenerator<Buffer, undefined> {
  for (let part = 0; part < parts; part++) {
    const { rows } = await client.query<{ readonly bytes: Buffer }>(
      'select bytes from endpoint_check_parts where snapshot = $1 and part = $2',
      [id, part],
    );
    const [row] = rows;
    if (row === undefined) return;
    yield row.bytes;
  }
}

/**
 * Deletes snapshots that were not used for 24 hours, and the oldest of a denom that has too many bytes of them, unless they were used within
 * the last hour. One by one, since each may be large, and never one that another process is deleting.
 */
export async function removeExpired(client: PoolClient): Promise<void> {
  for (let rowCount: number | null = 1; rowCount === 1;) {
    ({ rowCount } = await client.query(
      `delete from endpoint_check_snapshots where id in (
         select id from endpoint_check_snapshots where id in (
           select id from (
             select id, used_at, sum(bytes) over (partition by key order by taken_at desc, id desc) as newer_bytes
             from endpoint_check_snapshots
           ) as ranked
           where used_at <= now() - interval '24 hours'
             or (newer_bytes > $1 and used_at <= now() - interval '1 hour')
         ) limit 1 for update skip locked
       )`,
      [denomBytes],
    ));
  }
  // Of walkers that have died; any walker writes its row again.
  await client.query(
    `delete from endpoint_check_walks w
     where not exists (select from pg_locks l where l.locktype = 'advisory' and l.pid = w.pid)`,
  );
}

function toNumber(height: string | null): number | null {
  return height === null ? null : Number(height);
}
