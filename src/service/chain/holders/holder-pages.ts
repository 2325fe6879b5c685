import type { Holder } from '../../api/answers.js';
import type { Engine, Row } from '../../database/engine.js';
import { keepJson } from '../../http/format-answer.js';
import { BoundedMap } from '../../bounded-map.js';
import { FairLane } from '../nodes/fair-lane.js';
import { compareHolders, placeAmount } from './holder-order.js';
import { holdersPerRow, readHolders } from './holder-row.js';
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

/** Holders of a page, and whether there are more. */
export interface HolderPage {
  readonly holders: readonly Holder[];
  readonly hasMore: boolean;
}

/** The holders of a row, and their JSON with commas between. */
interface HolderRow {
  readonly holders: readonly Holder[];
  readonly json: Uint8Array;
  /** Where that of each ends. */
  readonly ends: readonly number[];
}

/** Rows that are remembered, of some twenty kilobytes each: popular pages need no statement. */
const maxRows = 1_000;
/** Rows of matches that one statement reads. */
const rowsPerSearch = 50;
const noHolders: HolderRow = { holders: [], json: new Uint8Array(), ends: [] };
/** Statements of searches at once: the database has to have room for others. The searches of one owner, those that wait included. */
const searchLimits = { parts: 2, jobsPerOwner: 1_024 };

/** Reads the holders of snapshots from the database. All calls throw a SnapshotGone if the snapshot was deleted meanwhile. */
export class HolderPages {
  readonly #engine: Engine;
  readonly #table: SnapshotTable;
  readonly #searches = new FairLane(searchLimits);
  readonly #rows = new BoundedMap<string, HolderRow>(maxRows);

  constructor(engine: Engine, table: SnapshotTable) {
    this.#engine = engine;
    this.#table = table;
  }

  /** At most `limit` holders from a rank on. */
  async list(snapshot: Snapshot, from: number, limit: number): Promise<HolderPage> {
    const to = Math.min(from + limit, snapshot.holderCount);
    const hasMore = to < snapshot.holderCount;
    if (to <= from) return { holders: [], hasMore };
    const first = from - (from % holdersPerRow);
    const rows = await this.#readRows(snapshot, first, to);
    const slices = rows.map((row, at) => {
      const rank = first + at * holdersPerRow;
      return sliceRow(row, from - rank, to - rank);
    });
    const holders = ([] as Holder[]).concat(...slices.map((slice) => slice.holders));
    keepJson(
      holders,
      slices.map(({ json }) => json),
    );
    return { holders, hasMore };
  }

  /** The rank of the first holder after a place in the order, whether or not a holder has it. */
  async findAfter(snapshot: Snapshot, holder: Holder): Promise<number> {
    const [row] = await this.#engine.read(
      `select first_rank from endpoint_check_holders
       where network = $1 and snapshot = $2 and (place, address) <= ($3, $4)
       order by place desc, address desc limit 1`,
      [snapshot.network, snapshot.id, placeAmount(holder.amount), holder.address],
    );
    if (row === undefined) {
      await this.#requireWhole(snapshot);
      return 0;
    }
    const first = Number(row['first_rank']);
    const [{ holders } = noHolders] = await this.#readRows(snapshot, first, first + 1);
    const at = holders.findIndex((candidate) => compareHolders(candidate, holder) > 0);
    return first + (at < 0 ? holders.length : at);
  }

  /** Holders whose address contains a keyword, in lower case, in their order. Throws a 504 if the signal aborts. */
  search(snapshot: Snapshot, keyword: string, search: HolderSearch): Promise<HolderPage> {
    // Nothing else is in an address; a space would match across two.
    if (!/^[\da-z]+$/.test(keyword)) return Promise.resolve({ holders: [], hasMore: false });
    return this.#searches.run(
      () => [search.owner],
      search.signal,
      (takeTurn) =>
        this.#search(snapshot, keyword, search, (from) =>
          takeTurn(() =>
            this.#engine.read(
              `select first_rank, addresses, amounts from endpoint_check_holders
             where network = $1 and snapshot = $2 and first_rank > $3 and ${this.#engine.dialect.contains('addresses', '$4')}
             order by first_rank limit ${rowsPerSearch}`,
              [snapshot.network, snapshot.id, from - holdersPerRow, keyword],
              'long',
            ),
          ),
        ),
    );
  }

  async #search(
    snapshot: Snapshot,
    keyword: string,
    { from, skip, limit }: HolderSearch,
    readFrom: (rank: number) => Promise<readonly Row[]>,
  ): Promise<HolderPage> {
    const found: Holder[] = [];
    let [next, skipped] = [from, 0];
    // One more than is asked for shows whether there are more.
    while (found.length <= limit && next < snapshot.holderCount) {
      const rows = await readFrom(next);
      for (const row of rows) {
        const first = Number(row['first_rank']);
        for (const holder of readHolders(row).slice(Math.max(0, next - first))) {
          if (!holder.address.includes(keyword)) continue;
          if (skipped < skip) skipped += 1;
          else found.push(holder);
        }
        next = first + holdersPerRow;
      }
      if (rows.length < rowsPerSearch) break;
    }
    await this.#requireWhole(snapshot);
    return { holders: found.slice(0, limit), hasMore: found.length > limit };
  }

  /** The rows with the holders from a rank, which is the first of a row, up to another one. */
  async #readRows(snapshot: Snapshot, first: number, to: number): Promise<readonly HolderRow[]> {
    const count = Math.ceil((to - first) / holdersPerRow);
    const keys = Array.from(
      { length: count },
      (_, at) => `${snapshot.network} ${snapshot.id} ${first + at * holdersPerRow}`,
    );
    const known = keys.map((key) => this.#rows.get(key)).filter((row) => row !== undefined);
    if (known.length === count) return known;
    const rows = await this.#engine.read(
      `select addresses, amounts from endpoint_check_holders
       where network = $1 and snapshot = $2 and first_rank >= $3 and first_rank < $4 order by first_rank`,
      [snapshot.network, snapshot.id, first, to],
    );
    if (rows.length < count) throw new SnapshotGone();
    const read = rows.map((row) => formatRow(readHolders(row)));
    for (const [at, key] of keys.entries()) this.#rows.set(key, read[at] ?? noHolders);
    return read;
  }

  /** Its rows go after the snapshot itself: as long as that is there, they were all there. */
  async #requireWhole(snapshot: Snapshot): Promise<void> {
    if (!(await this.#table.exists(snapshot))) throw new SnapshotGone();
  }
}

function formatRow(holders: readonly Holder[]): HolderRow {
  const texts = holders.map((holder) => JSON.stringify(holder));
  let end = -1;
  const ends = texts.map((text) => (end += Buffer.byteLength(text) + 1));
  return { holders, json: Buffer.from(texts.join(',')), ends };
}

/** The holders of a row from a place up to another, as far as it has them. */
function sliceRow(
  { holders, json, ends }: HolderRow,
  from: number,
  to: number,
): Pick<HolderRow, 'holders' | 'json'> {
  if (from <= 0 && to >= holders.length) return { holders, json };
  const start = from <= 0 ? 0 : (ends[from - 1] ?? 0) + 1;
  return { holders: holders.slice(Math.max(0, from), to), json: json.subarray(start, ends[to - 1]) };
}
