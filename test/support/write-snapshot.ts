import type { Holder, SnapshotTime } from '../../src/service/api/answers.js';
import {
  createDenomJob,
  type DenomKey,
  type Snapshot,
  type SnapshotPlace,
} from '../../src/service/chain/holders/snapshot.js';
import { SnapshotTable } from '../../src/service/chain/holders/snapshot-table.js';
import {
  clearSnapshots,
  SnapshotWriter,
  type WriterContext,
} from '../../src/service/chain/holders/snapshot-writer.js';
import type { Engine } from '../../src/service/database/engine.js';
import type { Job } from '../../src/service/jobs/job.js';
import { JobTable } from '../../src/service/jobs/job-table.js';
import type { Lease } from '../../src/service/jobs/lease.js';

const asOf: SnapshotTime = { height: 7, time: '2026-11-20T08:15:30.000Z' };

/** Works on a job under a lease. */
export async function workOn<Value>(
  engine: Engine,
  job: Job,
  work: (lease: Lease) => Promise<Value>,
): Promise<Value> {
  const table = new JobTable(engine, 60_000, () => performance.now());
  await table.want(job, 'test');
  const lease = await table.claim(job, 'test');
  if (lease === null) throw new Error('another one has the lease');
  return work(lease).finally(() => lease.finish());
}

/** Writes a snapshot, like the service. */
export function writeSnapshot(
  engine: Engine,
  key: DenomKey,
  owners: readonly Holder[],
  { pageSize = 1_000, place = null as SnapshotPlace | null, holdersPerStep = 250_000 } = {},
): Promise<Snapshot> {
  const job = createDenomJob(key, place);
  const context: WriterContext = {
    ...{ engine, holdersPerStep, isListed: () => Promise.resolve(true) },
    room: { largestBytes: Infinity, stepBytes: Infinity, make: () => Promise.resolve(true) },
  };
  return workOn(engine, job, async (lease) => {
    const snapshots = new SnapshotTable(engine);
    const before = await snapshots.list(key, { job: job.id });
    const supply = owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const writer = new SnapshotWriter(lease, context, { supply, height: 7 });
    for (let at = 0; at < owners.length; at += pageSize)
      await writer.add(owners.slice(at, at + pageSize), () => Promise.resolve(null));
    const origin = { node: 'http 127.0.0.1 1 ', chainId: null };
    const equal = before.find(({ content }) => content === writer.content);
    await writer.publish({ asOf, supply, metadata: null }, origin, equal);
    await clearSnapshots(engine, lease, await snapshots.list(key, { job: job.id }));
    const [snapshot] = await snapshots.list(key, { job: job.id });
    if (snapshot === undefined) throw new Error('no snapshot');
    return snapshot;
  });
}
