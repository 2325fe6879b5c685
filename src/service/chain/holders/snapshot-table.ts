import type { DenomMetadata, SnapshotTime } from '../../api/answers.js';
import { type Engine, pastTime, type Row } from '../../database/engine.js';
import { identify } from '../../jobs/identify.js';
import type { DenomKey } from './denom-key.js';
import type { Snapshot } from './snapshot.js';

/** A snapshot that was found, and how old it is. */
export interface FoundSnapshot {
  readonly snapshot: Snapshot;
  /** Since its walk began, in milliseconds. */
  readonly ageMs: number;
}

/** How many generations of a denom stay. */
const generations = 2;
/** How long an older one stays that a cursor has used. */
const cursorMs = 600_000;

/** The snapshots that are whole. */
export class SnapshotTable {
  readonly #engine: Engine;
  readonly #startedAt: string;
  readonly #usedAt: string;

  constructor(engine: Engine) {
    this.#engine = engine;
    this.#startedAt = pastTime('started_at', engine.dialect);
    this.#usedAt = pastTime('used_at', engine.dialect);
  }

  /** The newest snapshot of a denom; null without one. */
  async findLatest(key: DenomKey): Promise<FoundSnapshot | null> {
    return this.#find(key, `and is_latest = 1 order by ${this.#startedAt} desc, id limit 1`, []);
  }

  /** The snapshot of a height, or of a time if that has none; null without one. */
  async findAt(key: DenomKey, { height, time }: SnapshotTime): Promise<FoundSnapshot | null> {
    return height === null
      ? this.#find(key, 'and height is null and time = $4 limit 1', [time])
      : this.#find(key, 'and height = $4 order by started_at desc, id limit 1', [height]);
  }

  /** Notes that a snapshot is used. */
  async touch({ network, id }: Snapshot): Promise<void> {
    const sql = `update endpoint_check_snapshots set used_at = ${this.#engine.dialect.now} where network = $1 and id = $2`;
    await this.#engine.write([{ sql, values: [network, id] }]);
  }

  async exists({ network, id }: Snapshot): Promise<boolean> {
    const sql = 'select 1 as found from endpoint_check_snapshots where network = $1 and id = $2';
    return (await this.#engine.read(sql, [network, id])).length > 0;
  }

  /** The snapshots of a denom that newer ones have replaced, and no cursor uses. */
  async listReplaced({ network, denom }: DenomKey): Promise<readonly number[]> {
    const where = 'network = $1 and denom = $2';
    const rows = await this.#engine.read(
      `select id from endpoint_check_snapshots where ${where} and ${this.#usedAt} < ${this.#engine.dialect.now} - ${cursorMs}
         and id not in (select id from endpoint_check_snapshots
           where ${where} and is_latest = 1 order by ${this.#startedAt} desc, id limit ${generations})`,
      [network, identify(network, ['holders', denom]).id],
    );
    return rows.map(({ id }) => Number(id));
  }

  /** The snapshot that was used least recently; null without one. */
  async findOldest(): Promise<{
    readonly network: string;
    readonly id: number;
    readonly usedAt: number;
  } | null> {
    const [row] = await this.#engine.read(
      `select network, id, ${this.#usedAt} as used_at from endpoint_check_snapshots order by used_at limit 1`,
      [],
    );
    return row === undefined
      ? null
      : { network: String(row['network']), id: Number(row['id']), usedAt: Number(row['used_at']) };
  }

  /** What all of them take, in bytes, as they are reckoned. */
  async measure(): Promise<number> {
    const sql = 'select coalesce(sum(bytes), 0) as total from endpoint_check_snapshots';
    const [row] = await this.#engine.read(sql, []);
    return Number(row?.['total']);
  }

  async #find(
    { network, denom }: DenomKey,
    rest: string,
    values: readonly (string | number)[],
  ): Promise<FoundSnapshot | null> {
    const { id, key } = identify(network, ['holders', denom]);
    const [row] = await this.#engine.read(
      `select network, id, height, time, holders, sum, supply, metadata, content,
         ${this.#engine.dialect.now} - ${this.#startedAt} as age
       from endpoint_check_snapshots where network = $1 and denom = $2 and key = $3 ${rest}`,
      [network, id, key, ...values],
    );
    return row === undefined ? null : { snapshot: toSnapshot(row), ageMs: Number(row['age']) };
  }
}

function toSnapshot(row: Row): Snapshot {
  const { network, id, height, time, holders, sum, supply, metadata, content } = row;
  return {
    ...{ network: String(network), id: Number(id), holderCount: Number(holders), content: String(content) },
    asOf: { height: height == null ? null : Number(height), time: String(time) },
    ...{ sum: BigInt(sum ?? 0), supply: BigInt(supply ?? 0) },
    metadata: typeof metadata === 'string' ? (JSON.parse(metadata) as DenomMetadata) : null,
  };
}
