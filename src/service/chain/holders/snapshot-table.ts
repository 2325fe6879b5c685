import type { DenomMetadata } from '../../api/answers.js';
import { type Engine, pastTime, type Row, type SqlValue } from '../../database/engine.js';
import type { Job } from '../../jobs/job.js';
import { createDenomJob, type DenomKey } from './denom-job.js';
import type { Snapshot } from './snapshot.js';

/** How long a request counts as a use. */
const cursorMs = 600_000;

/** The snapshots that are whole. */
export class SnapshotTable {
  readonly #engine: Engine;
  readonly #startedAt: string;
  readonly #unused: string;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#startedAt = pastTime('started_at', engine.dialect);
    this.#unused = `${pastTime('used_at', engine.dialect)} < ${engine.dialect.now} - ${cursorMs}`;
  }

  /** Those that a job has read, the newest first. */
  listOfJob(key: DenomKey, { id }: Job): Promise<readonly Snapshot[]> {
    return this.#list(key, `and job = $4 order by ${this.#startedAt} desc, id`, [id]);
  }

  /** Those of a denom with the same holders. */
  listEqual(key: DenomKey, content: string): Promise<readonly Snapshot[]> {
    return this.#list(key, 'and content = $4', [content]);
  }

  /** The jobs that have read a denom at a height, which no cursor needs now. */
  async listUnusedJobs({ network, denom }: DenomKey): Promise<readonly Job[]> {
    const { id } = createDenomJob({ network, denom });
    const rows = await this.#engine.read(
      `select distinct job from endpoint_check_snapshots
       where network = $1 and denom = $2 and job <> denom and ${this.#unused}`,
      [network, id],
    );
    return rows.map(({ job }) => ({ network, id: Number(job), kind: 'holders', key: '' }));
  }

  /** Notes that a cursor uses a snapshot. */
  async touch({ network, id }: Snapshot): Promise<void> {
    const sql = `update endpoint_check_snapshots set used_at = ${this.#engine.dialect.now} where network = $1 and id = $2`;
    await this.#engine.write([{ sql, values: [network, id] }]);
  }

  /** Its rows go after it: as long as it is there, they were all there. */
  async exists({ network, id }: Snapshot): Promise<boolean> {
    const sql =
      'select 1 as found from endpoint_check_snapshots where network = $1 and id = $2 and whole = 1';
    return (await this.#engine.read(sql, [network, id])).length > 0;
  }

  async #list(
    { network, denom }: DenomKey,
    rest: string,
    values: readonly SqlValue[],
  ): Promise<readonly Snapshot[]> {
    const { dialect } = this.#engine;
    const rows = await this.#engine.read(
      `select network, id, job, list, content, node, chain_id, height, time, holders, sum, supply, metadata, bytes,
         case when ${this.#unused} then 1 else 0 end as unused, ${dialect.now} - ${this.#startedAt} as age
       from endpoint_check_snapshots where network = $1 and denom = $2 and key = $3 and whole = 1 ${rest}`,
      [network, createDenomJob({ network, denom }).id, denom, ...values],
    );
    return rows.map(toSnapshot);
  }
}

function toSnapshot(row: Row): Snapshot {
  const { network, id, job, list, content, node, height, time, holders, sum, supply, metadata } = row;
  const chainId = row['chain_id'];
  return {
    ...{ network: String(network), id: Number(id), job: Number(job), list: Number(list) },
    ...{ node: String(node), chainId: chainId == null ? null : String(chainId) },
    ...{ holderCount: Number(holders), content: String(content) },
    asOf: { height: height == null ? null : Number(height), time: String(time) },
    ...{ sum: BigInt(sum ?? 0), supply: BigInt(supply ?? 0) },
    metadata: typeof metadata === 'string' ? (JSON.parse(metadata) as DenomMetadata) : null,
    ...{ bytes: Number(row['bytes']), ageMs: Number(row['age']), isUnused: row['unused'] === 1 },
  };
}
