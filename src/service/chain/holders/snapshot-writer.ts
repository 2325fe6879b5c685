import { randomInt } from 'node:crypto';
import { deleteRows } from '../../database/delete-rows.js';
import type { Engine, Row, Step } from '../../database/engine.js';
import { jobBytes, type JobTable } from '../../jobs/job-table.js';
import { type Lease, LeaseLost } from '../../jobs/lease.js';
import { createDenomJob, readDenomJob } from './denom-job.js';
import type { Snapshot, SnapshotFacts } from './snapshot.js';
import { SnapshotTable } from './snapshot-table.js';
import { dropOwners, type StagedOwners } from './staged-owners.js';

/** What a walk has found. */
export interface Walked {
  readonly facts: SnapshotFacts;
  readonly owners: StagedOwners;
  /** How long ago it began, by `performance.now`. */
  readonly startedAt: number;
}

/** Writes and deletes the snapshots of a job, under its lease. Throws a LeaseLost if another worker has it. */
export class SnapshotWriter {
  readonly #holdersPerStep: number;
  readonly #jobs: JobTable;
  readonly #engine: Engine;
  readonly #snapshots: SnapshotTable;

  /** @param holdersPerStep those that one statement puts in order: they are in memory meanwhile */
  constructor(jobs: JobTable, holdersPerStep = 250_000) {
    this.#holdersPerStep = holdersPerStep;
    this.#jobs = jobs;
    this.#engine = jobs.engine;
    this.#snapshots = new SnapshotTable(jobs.engine);
  }

  /** Makes a snapshot of what a walk has found: of the rows of one with the same holders, if there is one. */
  async publish(lease: Lease, walked: Walked): Promise<void> {
    const { network } = lease.job;
    const [equal] = await this.#snapshots.listEqual(readDenomJob(lease.job), walked.facts.content);
    if (equal !== undefined && (await this.#share(lease, walked, equal))) return;
    const id = createId();
    await lease.write([this.#insert(lease, walked, { id, list: id, isWhole: false })]);
    await this.#arrange(lease, walked, id);
    const sql = 'update endpoint_check_snapshots set whole = 1 where network = $1 and id = $2';
    await lease.write([{ sql, values: [network, id] }]);
  }

  /** Deletes what an earlier worker has left of a job, and its snapshots but for those that stay; counts anew what they take. */
  async tidy(
    lease: Lease,
    stays: (snapshot: Snapshot, place: number) => boolean | Promise<boolean>,
  ): Promise<void> {
    const { job } = lease;
    const kept: Snapshot[] = [];
    for (const snapshot of await this.#snapshots.listOfJob(readDenomJob(job), job))
      if (await stays(snapshot, kept.length)) kept.push(snapshot);
    await this.clear(lease, kept);
    const lists = new Map(kept.map(({ list, bytes }) => [list, bytes]));
    const bytes = [...lists.values()].reduce((sum, part) => sum + part, jobBytes);
    await lease.write([], bytes - (await this.#jobs.measure(job)));
  }

  /** Deletes all rows of a job but for those of some snapshots, in steps. */
  async clear(lease: Lease, kept: readonly Snapshot[] = []): Promise<void> {
    const { network, id } = lease.job;
    await dropOwners(this.#engine, lease);
    const rows = await this.#engine.read(
      'select id, denom, list from endpoint_check_snapshots where network = $1 and job = $2',
      [network, id],
    );
    for (const row of rows)
      if (!kept.some((snapshot) => snapshot.id === row['id'])) await this.#drop(lease, row);
  }

  /** Deletes a snapshot, and its rows unless others share them: from the first step on, none can begin to. */
  async #drop(lease: Lease, { id = null, denom = null, list = null }: Row): Promise<void> {
    const { network } = lease.job;
    const values = [network, id];
    const where = 'where network = $1 and id = $2';
    await lease.write([{ sql: `update endpoint_check_snapshots set whole = 0 ${where}`, values }]);
    const sharing = await this.#engine.read(
      'select id from endpoint_check_snapshots where network = $1 and denom = $2 and list = $3 and whole = 1',
      [network, denom, list],
    );
    const rows = {
      ...{ table: 'endpoint_check_holders', owner: ['network', 'list'], values: [network, list] },
      key: ['rank'],
    };
    if (sharing.length === 0 && !(await deleteRows(this.#engine, rows, lease.hold()))) throw new LeaseLost();
    await lease.write([{ sql: `delete from endpoint_check_snapshots ${where}`, values }]);
  }

  /** Makes a snapshot with the rows of another one; false if that has gone meanwhile. */
  async #share(lease: Lease, walked: Walked, { id, list }: Snapshot): Promise<boolean> {
    return this.#engine.write([
      lease.hold(),
      {
        // Whoever deletes the other one waits for this transaction, or this one finds it gone.
        sql: 'update endpoint_check_snapshots set used_at = used_at where network = $1 and id = $2 and whole = 1',
        values: [lease.job.network, id],
        rows: 1,
      },
      this.#insert(lease, walked, { id: createId(), list, isWhole: true }),
    ]);
  }

  #insert(
    { job }: Lease,
    { facts, owners, startedAt }: Walked,
    { id, list, isWhole }: { readonly id: number; readonly list: number; readonly isWhole: boolean },
  ): Step {
    const { network, denom } = readDenomJob(job);
    const { asOf, holderCount, sum, supply, metadata, content, node, chainId } = facts;
    const { now } = this.#engine.dialect;
    return {
      sql: `insert into endpoint_check_snapshots
          (network, id, job, denom, key, whole, list, content, node, chain_id, height, time, holders, sum, supply, metadata, bytes, started_at, used_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, ${now} - $18, ${now})`,
      values: [
        ...[network, id, job.id, createDenomJob({ network, denom }).id, denom, Number(isWhole), list],
        ...[content, node, chainId, asOf.height, asOf.time, holderCount, String(sum), String(supply)],
        ...[metadata === null ? null : JSON.stringify(metadata), owners.rankedBytes],
        Math.round(performance.now() - startedAt),
      ],
    };
  }

  /** Writes all owners in the order of their amounts. */
  async #arrange(lease: Lease, { facts: { holderCount }, owners }: Walked, list: number): Promise<void> {
    const { network, id } = lease.job;
    const most = this.#holdersPerStep;
    const order = 'length(amount) desc, amount desc, address';
    for (let rank = 0; rank < holderCount; rank += most) {
      const [last] = await this.#engine.read(
        'select address, amount from endpoint_check_holders where network = $1 and list = $2 and rank = $3',
        [network, list, rank - 1],
      );
      const amount = String(last?.['amount'] ?? '');
      // Within as many digits, amounts have the order of their text.
      const isAfter = `(length(amount) < $6 or (length(amount) = $6 and
        (amount < $7 or (amount = $7 and address > $8))))`;
      const rows = Math.min(most, holderCount - rank);
      const step: Step = {
        sql: `insert into endpoint_check_holders (network, list, rank, address, amount)
          select network, cast($4 as bigint), $5 - 1 + row_number() over (order by ${order}), address, amount
          from (select network, address, amount from endpoint_check_owners
            where network = $1 and job = $2 and walk = $3 ${last === undefined ? '' : `and ${isAfter}`}
            order by ${order} limit ${most}) as following`,
        values: [
          ...[network, id, owners.walk, list, rank],
          ...(last === undefined ? [] : [amount.length, amount, String(last['address'])]),
        ],
        ...{ rows, pace: 'long' },
      };
      await lease.write([step], rank === 0 ? owners.rankedBytes : 0);
    }
  }
}

/** As many bits as `randomInt` gives; two of one network with the same ones cannot be written. */
function createId(): number {
  return randomInt(2 ** 48 - 1);
}
