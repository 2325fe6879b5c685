import { evmChainId } from '../../../../checks/evm/calls.js';
import type { EventTransaction } from '../../../client/answers.generated.js';
import { DatabaseError, type Engine, type Row, type SqlValue } from '../../database/engine.js';
import { invalidParams } from '../../http/service-problem.js';
import type { JobState } from '../../jobs/job.js';
import { type JobTable, toState } from '../../jobs/job-table.js';
import type { ListedNetwork } from '../nodes/listed-nodes.js';
import type { EventFilter } from './event-filter.js';
import { type FilterRow, toFilterRow } from './filter-rows.js';
import type { Blocks, Log } from './get-logs.js';
import type { EventSearch, SearchPosition } from './search.js';

export interface FilterState {
  /** Null if nobody has wanted it yet. */
  readonly job: JobState | null;
  /** What is read of it; null if nothing is, or what is read does not count any more. */
  readonly row: FilterRow | null;
  /** How long ago the last block that is read was the newest, in milliseconds, by the clock of the database; infinite if nobody has looked. */
  readonly headAgeMs: number;
  /** How often the job was wanted before that look. */
  readonly lookedFor: number;
}

interface Place {
  readonly seq: number;
  readonly block: number;
  readonly tx: number;
  /** Characters of its events, with what JSON adds. */
  readonly size: number;
}

export interface FoundTransaction extends Omit<EventTransaction, 'logs'> {
  readonly logs: readonly Log[];
}

export interface PageDraft {
  readonly places: readonly Place[];
  readonly end: SearchPosition;
  /** Whether all transactions of the page are there. */
  readonly isWhole: boolean;
}

/** Maximum size of a page's events, with what JSON adds to each: a hostile node would fill the memory with it. */
const maxSize = 8 << 20;

/** What is known of a filter. What another chain has shown than the claimed one, or a node that is not listed any more, does not count. */
export async function findFilter(
  table: JobTable,
  { network, id, key }: EventFilter,
  { claims }: ListedNetwork,
): Promise<FilterState> {
  const { now, elements } = table.engine.dialect;
  const claim = [...claims.values()].flat().find((each) => each !== null);
  const chainId = claim == null ? '' : evmChainId.normalizeChainId(claim);
  const [row] = await table.engine.read(
    `select j.key, ${table.stateColumns}, f.generation, f.state, f.low, f.high, f.final, f.high_hash, f.count,
       f.looked_for, abs(${now} - f.looked_at) as head_age
     from endpoint_check_jobs j
     left join endpoint_check_networks n on n.network = j.network and n.kind = 'evm' and ($3 = '' or n.chain_id in ($3, ''))
     left join endpoint_check_filters f on f.network = j.network and f.id = j.id and f.generation = n.generation
       and not exists (select 1 from endpoint_check_chunks c where c.network = f.network and c.filter = f.id
         and c.node not in (select r.value->>0 from ${elements('$4')}))
     where j.network = $1 and j.id = $2`,
    [network, id, chainId, JSON.stringify([...claims.keys()].map((node) => [node]))],
  );
  if (row === undefined) return { job: null, row: null, headAgeMs: Infinity, lookedFor: 0 };
  if (row['key'] !== key) throw new DatabaseError('two filters have one number');
  const { low, head_age: headAge, looked_for: lookedFor } = row;
  return {
    job: toState(row),
    row: low == null ? null : toFilterRow(row),
    // It may be a little ahead, as by a transaction that began later, or far, since the clock was set back.
    headAgeMs: headAge == null ? Infinity : Number(headAge),
    lookedFor: Number(lookedFor ?? 0),
  };
}

/** The page as far as the blocks that are read have it; null if none of its blocks is. */
export async function draftPage(
  engine: Engine,
  search: EventSearch,
  start: SearchPosition,
  covered: Blocks,
): Promise<PageDraft | null> {
  const { sort, offset, page, position } = search;
  const { range, block, after } = start;
  const isAscending = sort === 'asc';
  if (isAscending && covered.from > range.startBlock) return null;
  const last = Math.max(covered.from, range.startBlock);
  const blocks = isAscending ? { from: block, to: range.endBlock } : { from: last, to: block };
  if (blocks.from > blocks.to) return null;
  const isByNumber = page > 1 && position === null;
  const placeRows = await listPlaces(engine, search, blocks, after, isByNumber ? (page - 1) * offset : 0);
  const places = cut(placeRows.slice(0, offset), isByNumber);
  const isFull = places.length < placeRows.length;
  const final = places.at(-1);
  const end: SearchPosition = isFull
    ? { range, block: final?.block ?? block, after: final?.tx ?? after }
    : { range, block: isAscending ? range.endBlock + 1 : last - 1, after: null };
  const isComplete = isAscending || last === range.startBlock;
  return { places, end, isWhole: isFull || places.length === offset || isComplete };
}

/** One place more than a page has: those of an account, or of the whole filter, in the order of the search, after a transaction of the first block. */
async function listPlaces(
  engine: Engine,
  { filter, account, sort, offset }: EventSearch,
  { from, to }: Blocks,
  after: number | null,
  skip: number,
): Promise<readonly Place[]> {
  const isAscending = sort === 'asc';
  const beyond = isAscending ? '>' : '<';
  const first = isAscending ? [from, after ?? -1] : [to, after ?? Number.MAX_SAFE_INTEGER];
  const read = async (where: string, order: string, values: readonly SqlValue[]) => {
    const rows = await engine.read(
      `select seq, block, tx, size from endpoint_check_places
       where network = $1 and filter = $2 and account = $3 and block between $4 and $5 and ${where} order by ${order}`,
      [filter.network, filter.id, account ?? '', from, to, ...values],
    );
    return rows.map(toPlace);
  };
  const order = `block ${sort}, tx ${sort} limit $8`;
  const readFirst = (count: number) => read(`(block, tx) ${beyond} ($6, $7)`, order, [...first, count]);
  if (skip === 0) return readFirst(offset + 1);
  // Numbered without gaps: the first place leads to any other.
  const [place] = await readFirst(1);
  if (place === undefined) return [];
  const seq = place.seq + (isAscending ? skip : -skip);
  return read(`seq ${beyond}= $6`, `seq ${sort} limit $7`, [seq, offset + 1]);
}

/** The transactions of places with their events, oldest first. */
export async function listTransactions(
  engine: Engine,
  { filter, account }: Pick<EventSearch, 'filter' | 'account'>,
  places: readonly Place[],
): Promise<FoundTransaction[]> {
  // SQLite would go through all events of the filter, but for the cross join, which it takes in this order: https://sqlite.org/optoverview.html#crossjoin
  const rows = await engine.read(
    `select e.block, e.tx, e.log, e.block_hash, e.tx_hash, e.time, e.event
     from ${engine.dialect.elements('$3')}
     cross join endpoint_check_events e
     where e.network = $1 and e.filter = $2
       and e.block = cast(r.value->>0 as bigint) and e.tx = cast(r.value->>1 as bigint)
       and ($4 = '' or e.sender = $4 or e.receiver = $4)
     order by e.block, e.tx, e.log`,
    [filter.network, filter.id, JSON.stringify(places.map(({ block, tx }) => [block, tx])), account ?? ''],
  );
  const transactions: (FoundTransaction & { readonly logs: Log[] })[] = [];
  for (const log of rows.map(toLog)) {
    const { transactionHash, transactionIndex, blockNumber, blockHash, blockTime } = log;
    const before = transactions.at(-1);
    const timestamp = blockTime === null ? null : new Date(blockTime * 1_000).toISOString();
    if (before?.blockNumber === blockNumber && before.transactionIndex === transactionIndex)
      before.logs.push(log);
    else
      transactions.push({
        transactionHash,
        transactionIndex,
        blockNumber,
        blockHash,
        timestamp,
        logs: [log],
      });
  }
  return transactions;
}

/** As many places as fit into an answer. Throws a 400 where all of them have to and don't: those who come by number would miss the others. */
function cut(places: readonly Place[], isByNumber: boolean): readonly Place[] {
  let size = 0;
  const at = places.findIndex((place) => (size += place.size) > maxSize);
  if (at === -1) return places;
  if (isByNumber && at > 0) {
    const detail =
      'the events of so many transactions are too large for one page; request fewer, or follow next';
    throw invalidParams([{ parameter: 'offset', detail }]);
  }
  return places.slice(0, Math.max(1, at));
}

function toPlace({ seq, block, tx, size }: Row): Place {
  return { seq: Number(seq), block: Number(block), tx: Number(tx), size: Number(size) };
}

function toLog(row: Row): Log {
  const event = JSON.parse(String(row['event'])) as Pick<Log, 'address' | 'topics' | 'data'>;
  return {
    ...event,
    blockNumber: Number(row['block']),
    blockHash: String(row['block_hash']),
    blockTime: row['time'] == null ? null : Number(row['time']),
    transactionHash: String(row['tx_hash']),
    transactionIndex: Number(row['tx']),
    logIndex: Number(row['log']),
  };
}
