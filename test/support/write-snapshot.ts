import { randomUUID } from 'node:crypto';
import type { Holder, SnapshotTime } from '../../src/service/api/answers.js';
import { createDenomJob, type DenomKey } from '../../src/service/chain/holders/denom-job.js';
import type { Snapshot } from '../../src/service/chain/holders/snapshot.js';
import { SnapshotTable } from '../../src/service/chain/holders/snapshot-table.js';
import { SnapshotWriter } from '../../src/service/chain/holders/snapshot-writer.js';
import { StagedOwners } from '../../src/service/chain/holders/staged-owners.js';
import type { Engine } from '../../src/service/database/engine.js';
import type { Job } from '../../src/service/jobs/job.js';
import { JobTable } from '../../src/service/jobs/job-table.js';
import { Lease } from '../../src/service/jobs/lease.js';

const asOf: SnapshotTime = { height: 7, time: '2026-11-20T08:15:30.000Z' };

/** Works on a job under a lease. */
export async function workOn<Value>(
  engine: Engine,
  job: Job,
  work: (lease: Lease, table: JobTable) => Promise<Value>,
): Promise<Value> {
  const table = new JobTable(engine, 60_000, () => performance.now());
  const holder = randomUUID();
  await table.want(job, 'test');
  if (!(await table.claim(job, holder))) throw new Error('another one has the lease');
  const lease = new Lease(table, { job, holder, token: 'test', onProgress: () => undefined });
  try {
    return await work(lease, table);
  } finally {
    await lease.end();
    await table.finish(job, holder);
  }
}

/** Writes a snapshot, like the service. */
export function writeSnapshot(
  engine: Engine,
  key: DenomKey,
  owners: readonly Holder[],
  { pageSize = 1_000, height = null as number | null, holdersPerStep = 250_000 } = {},
): Promise<Snapshot> {
  const job = createDenomJob(key, height);
  return workOn(engine, job, async (lease, table) => {
    const supply = owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
    const onOwners = () => Promise.resolve();
    const staged = new StagedOwners({ engine, lease, walk: 0, supply, mostHeld: supply, onOwners });
    for (let at = 0; at < owners.length; at += pageSize) await staged.add(owners.slice(at, at + pageSize));
    const origin = { node: 'http 127.0.0.1 1 ', chainId: null };
    const facts = { ...staged.finish(), ...origin, asOf, supply, metadata: null };
    const writer = new SnapshotWriter(table, holdersPerStep);
    await writer.publish(lease, { facts, owners: staged, startedAt: performance.now() });
    await writer.tidy(lease, () => true);
    const [snapshot] = await new SnapshotTable(engine).listOfJob(key, job);
    if (snapshot === undefined) throw new Error('no snapshot');
    return snapshot;
  });
}
