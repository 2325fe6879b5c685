import type { Holder } from '../../api/answers.js';
import type { Engine, Row } from '../../database/engine.js';
import { FairLane } from '../nodes/fair-lane.js';
import { type Snapshot, SnapshotGone } from './snapshot.js';
import type { SnapshotTable } from './snapshot-table.js';

/** Which of the matching holders to find. */
export interface HolderSearch {
  /** The rank of the first holder that is looked at. */
  readonly from: number;
  /** Matching holders to pass over. */
  readonly skip: number;
  readonly limit: number;
  /** Whose turns the search takes. */
  readonly owner: string;
  readonly signal: AbortSignal;
}

/** Holders of a page, and the rank after the last one if there are more. */
export interface HolderPage {
  readonly holders: readonly Holder[];
  readonly next: number | null;
}

/** Holders that one statement searches. */
const searchedAtOnce = 100_000;
/** Statements of searches at once: the database has to have room for others. The searches of one owner, those that wait included. */
const searchLimits = { parts: 2, jobsPerOwner: 1_024 };

/** Reads the holders of snapshots from the database. All calls throw a SnapshotGone if the snapshot was deleted meanwhile. */
export class HolderPages {
  readonly #engine: Engine;
  readonly #table: SnapshotTable;
  readonly #searches = new FairLane(searchLimits);

  constructor(engine: Engine, table: SnapshotTable) {
    this.#engine = engine;
    this.#table = table;
  }

  /** At most `limit` holders from a rank on. */
  async list({ network, list, holderCount }: Snapshot, from: number, limit: number): Promise<HolderPage> {
    const to = Math.min(from + limit, holderCount);
    if (to <= from) return { holders: [], next: null };
    // One row of text is handed over in a third of the time of a hundred rows.
    const [row] = await this.#engine.read(
      `select count(*) as found, string_agg(address || ' ' || amount, ' ' order by rank) as holders
       from endpoint_check_holders where network = $1 and list = $2 and rank >= $3 and rank < $4`,
      [network, list, from, to],
    );
    if (row?.['found'] !== to - from) throw new SnapshotGone();
    return { holders: readHolders(String(row['holders'])), next: to < holderCount ? to : null };
  }

  /** Holders whose address contains a keyword, in lower case, in their order. Throws a 504 if the signal aborts. */
  search(snapshot: Snapshot, keyword: string, search: HolderSearch): Promise<HolderPage> {
    return this.#searches.run(
      () => [search.owner],
      search.signal,
      (takeTurn) =>
        this.#search(snapshot, search, (from, limit) =>
          takeTurn(() => this.#find(snapshot, keyword, from, limit)),
        ),
    );
  }

  async #search(
    snapshot: Snapshot,
    { from, skip, limit }: HolderSearch,
    find: (from: number, limit: number) => Promise<readonly Row[]>,
  ): Promise<HolderPage> {
    const found: Row[] = [];
    // One more than is asked for shows whether there are more.
    const enough = skip + limit + 1;
    for (let next = from; next < snapshot.holderCount && found.length < enough; next += searchedAtOnce)
      found.push(...(await find(next, enough - found.length)));
    if (!(await this.#table.exists(snapshot))) throw new SnapshotGone();
    const page = found.slice(skip, skip + limit);
    const last = found.length === enough ? Number(page.at(-1)?.['rank']) : null;
    return { holders: page.map(toHolder), next: last === null ? null : last + 1 };
  }

  #find({ network, list }: Snapshot, keyword: string, from: number, limit: number): Promise<readonly Row[]> {
    return this.#engine.read(
      `select rank, address, amount from endpoint_check_holders
       where network = $1 and list = $2 and rank >= $3 and rank < $4 and ${this.#engine.dialect.contains('address', '$5')}
       order by rank limit $6`,
      [network, list, from, from + searchedAtOnce, keyword, limit],
      'long',
    );
  }
}

function toHolder({ address, amount }: Row): Holder {
  return { address: String(address), amount: String(amount) };
}

function readHolders(text: string): readonly Holder[] {
  const parts = text.split(' ');
  const holders: Holder[] = [];
  for (let at = 0; at < parts.length; at += 2)
    holders.push({ address: parts[at] ?? '', amount: parts[at + 1] ?? '' });
  return holders;
}
