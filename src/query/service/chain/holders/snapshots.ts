import type { DenomMetadata, Holder, SnapshotTime } from '../../../client/answers.generated.js';
import { type Engine, pastTime, type Row } from '../../database/engine.js';
import { identify, type Job } from '../../jobs/job.js';
import { FairLane } from '../nodes/fair-lane.js';
import type { Origin } from '../nodes/listed-nodes.js';

export interface DenomKey {
  readonly network: string;
  readonly denom: string;
}

/** The snapshot of a cursor. */
export interface SnapshotPlace {
  readonly asOf: SnapshotTime;
  readonly content: string;
}

/** The holders of a denom at one time, beside their rows, which belong to its id. */
export interface Snapshot extends Origin, SnapshotPlace {
  readonly network: string;
  readonly id: number;
  /** The job that has read it. */
  readonly job: number;
  readonly holderCount: number;
  /** All balances together, in the denom's base unit. */
  readonly sum: bigint;
  readonly supply: bigint;
  readonly metadata: DenomMetadata | null;
  /** A hash of the supply and all holders: the same whenever these are the same. */
  readonly content: string;
  /** What its rows take. */
  readonly bytes: number;
  /** How long ago its walk began, when it was looked up, in milliseconds. */
  readonly ageMs: number;
  /** How long ago a cursor has used it, or it was made. */
  readonly usedAgoMs: number;
}

/** Thrown if a snapshot was deleted while it was read. */
export class SnapshotGone extends Error {}

/** The job that reads the holders of a denom: those of the latest block, or those of a cursor. */
export function createDenomJob({ network, denom }: DenomKey, place: SnapshotPlace | null = null): Job {
  const rebuilt = place === null ? [] : [place.asOf.height, place.asOf.time, place.content];
  const kind = place === null ? 'holders' : 'rebuild';
  return { ...identify(network, [kind, denom, ...rebuilt]), kind };
}

export function readDenomJob({ network, key }: Job): DenomKey & { readonly place: SnapshotPlace | null } {
  const [, denom, height, time, content] = JSON.parse(key) as [string, string, number, string, string?];
  return { network, denom, place: content === undefined ? null : { asOf: { height, time }, content } };
}

/** Which snapshots of a denom to find: those that a job has read, or those with the same holders. */
export type SnapshotsWhere = { readonly job: number } | { readonly content: string };

export interface HolderSearch {
  /** The rank of the first holder that is looked at. */
  readonly from: number;
  /** Matching holders to pass over. */
  readonly skip: number;
  readonly limit: number;
  /** A part of the address, in lower case. */
  readonly keyword: string;
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Holders of a page, and the rank after the last one if there are more. */
export interface HolderPage {
  readonly holders: readonly Holder[];
  readonly next: number | null;
}

/** How long a request counts as a use of its cursor's snapshot. */
export const cursorMs = 600_000;
/** Holders that one statement searches. */
const searchedAtOnce = 100_000;
/** Statements of searches at once: the database has to have room for others. The searches of one owner, those that wait included. */
const searchLimits = { parts: 2, jobsPerOwner: 1_024 };

/** Reads whole snapshots and their holders. */
export class SnapshotTable {
  readonly #engine: Engine;
  readonly #startedAt: string;
  readonly #usedAgo: string;
  readonly #searches = new FairLane(searchLimits);

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#startedAt = pastTime('started_at', engine.dialect);
    this.#usedAgo = `${engine.dialect.now} - ${pastTime('used_at', engine.dialect)}`;
  }

  /** Some snapshots of a denom, the newest first. */
  async list({ network, denom }: DenomKey, where: SnapshotsWhere): Promise<readonly Snapshot[]> {
    const [column, value] = 'job' in where ? ['job', where.job] : ['content', where.content];
    const rows = await this.#engine.read(
      `select network, id, job, content, node, chain_id, height, time, holders, sum, supply, metadata, bytes,
         ${this.#engine.dialect.now} - ${this.#startedAt} as age, ${this.#usedAgo} as used_ago
       from endpoint_check_snapshots where network = $1 and denom = $2 and key = $3 and ${column} = $4 and whole = 1
       order by ${this.#startedAt} desc, id`,
      [network, createDenomJob({ network, denom }).id, denom, value],
    );
    return rows.map(toSnapshot);
  }

  /** The jobs that have read a denom at a height, which no cursor needs now. */
  async listUnusedJobs({ network, denom }: DenomKey): Promise<readonly Job[]> {
    const sql = `select distinct job from endpoint_check_snapshots
      where network = $1 and denom = $2 and job <> denom and ${this.#usedAgo} > ${cursorMs}`;
    const rows = await this.#engine.read(sql, [network, createDenomJob({ network, denom }).id]);
    return rows.map(({ job }) => ({ network, id: Number(job), kind: 'rebuild', key: '' }));
  }

  /** Notes that a cursor uses a snapshot. */
  async touch({ network, id }: Snapshot): Promise<void> {
    const sql = `update endpoint_check_snapshots set used_at = ${this.#engine.dialect.now} where network = $1 and id = $2`;
    await this.#engine.write([{ sql, values: [network, id] }]);
  }

  /** At most `limit` holders from a rank on. Throws a SnapshotGone if the snapshot was deleted meanwhile. */
  async readPage({ network, id, holderCount }: Snapshot, from: number, limit: number): Promise<HolderPage> {
    const to = Math.min(from + limit, holderCount);
    if (to <= from) return { holders: [], next: null };
    // One row of text is handed over in a third of the time of a hundred rows.
    const [row] = await this.#engine.read(
      `select count(*) as found, string_agg(address || ' ' || amount, ' ' order by rank) as holders
       from endpoint_check_holders where network = $1 and snapshot = $2 and rank >= $3 and rank < $4`,
      [network, id, from, to],
    );
    if (row?.['found'] !== to - from) throw new SnapshotGone();
    const parts = String(row['holders']).split(' ');
    const holders = Array.from({ length: to - from }, (_, at) => ({
      address: parts[2 * at] ?? '',
      amount: parts[2 * at + 1] ?? '',
    }));
    return { holders, next: to < holderCount ? to : null };
  }

  /** Holders whose address contains a keyword, in their order. Throws a SnapshotGone like `readPage`, a 504 if the signal aborts. */
  search(snapshot: Snapshot, search: HolderSearch): Promise<HolderPage> {
    const { from, skip, limit, owner, signal } = search;
    // One more than is asked for shows whether there are more.
    const enough = skip + limit + 1;
    return this.#searches.run(
      () => [owner],
      signal,
      async (takeTurn) => {
        const rows: Row[] = [];
        for (let rank = from; rank < snapshot.holderCount && rows.length < enough; rank += searchedAtOnce) {
          const part = { ...search, from: rank, limit: enough - rows.length };
          rows.push(...(await takeTurn(() => this.#searchPart(snapshot, part))));
        }
        if (!(await this.#exists(snapshot))) throw new SnapshotGone();
        const page = rows.slice(skip, skip + limit);
        return {
          holders: page.map(({ address, amount }) => ({ address: String(address), amount: String(amount) })),
          next: rows.length === enough ? Number(page.at(-1)?.['rank']) + 1 : null,
        };
      },
    );
  }

  #searchPart({ network, id }: Snapshot, { from, limit, keyword }: HolderSearch): Promise<readonly Row[]> {
    return this.#engine.read(
      `select rank, address, amount from endpoint_check_holders
       where network = $1 and snapshot = $2 and rank >= $3 and rank < $4 and ${this.#engine.dialect.contains('address', '$5')}
       order by rank limit $6`,
      [network, id, from, from + searchedAtOnce, keyword, limit],
      'long',
    );
  }

  /** Its row goes after its holders: as long as it is whole, they are all there. */
  async #exists({ network, id }: Snapshot): Promise<boolean> {
    const sql =
      'select 1 as found from endpoint_check_snapshots where network = $1 and id = $2 and whole = 1';
    return (await this.#engine.read(sql, [network, id])).length > 0;
  }
}

function toSnapshot(row: Row): Snapshot {
  const { network, id, job, content, node, height, time, holders, sum, supply, metadata } = row;
  const chainId = row['chain_id'];
  return {
    network: String(network),
    id: Number(id),
    job: Number(job),
    content: String(content),
    node: String(node),
    chainId: chainId == null ? null : String(chainId),
    asOf: { height: height == null ? null : Number(height), time: String(time) },
    holderCount: Number(holders),
    sum: BigInt(sum ?? 0),
    supply: BigInt(supply ?? 0),
    metadata: typeof metadata === 'string' ? (JSON.parse(metadata) as DenomMetadata) : null,
    bytes: Number(row['bytes']),
    ageMs: Number(row['age']),
    usedAgoMs: Number(row['used_ago']),
  };
}
