import type { RouteParams } from '../../../query/request-path.js';
import type { DenomMetadata, HoldersAnswer, HolderSummaryAnswer } from '../../api/answers.js';
import type { Position } from '../../http/cursor.js';
import type { Handler } from '../../http/handler.js';
import { invalidCursor, ServiceProblem } from '../../http/service-problem.js';
import type { DenomKey } from './denom-job.js';
import type { HolderPage } from './holder-pages.js';
import { type Snapshot, SnapshotGone } from './snapshot.js';
import { notListed } from './snapshot-problems.js';
import type { Asker, SnapshotPlace, SnapshotSource } from './snapshot-source.js';

/** Route 9: who holds a denom. */
export function createHoldersHandler(snapshots: SnapshotSource): Handler {
  return async (params, context): Promise<HoldersAnswer> => {
    const key = readDenom(params);
    const keyword = typeof params['keyword'] === 'string' ? params['keyword'] : null;
    const offset = typeof params['offset'] === 'number' ? params['offset'] : 0;
    const limit = typeof params['limit'] === 'number' ? params['limit'] : 20;
    const place = context.position === null ? null : readPosition(context.position);
    const request = {
      ...(place === null ? { from: 0, skip: offset } : { from: place.rank, skip: 0 }),
      ...{ limit, keyword: keyword?.toLowerCase() ?? null },
    };
    const find = () =>
      place === null ? snapshots.getLatest(key, context) : snapshots.getAt(key, place, context);
    const { snapshot, holders, next } = await useWhole(find, snapshots, key, async (found) => ({
      snapshot: found,
      ...(await readPage(snapshots, found, request, context)),
    }));
    const { content, supply, sum } = snapshot;
    const { asOf } = place ?? snapshot;
    return {
      ...{ ...key, keyword, offset, limit, holders, asOf },
      ...describeSum(supply, sum),
      next: next === null ? null : context.createCursor([asOf.height, asOf.time, next, content]),
    };
  };
}

/** Route 10: how a denom is held. */
export function createHolderSummaryHandler(snapshots: SnapshotSource): Handler {
  return async (params, asker): Promise<HolderSummaryAnswer> => {
    const key = readDenom(params);
    try {
      const { supply, sum, holderCount, asOf, metadata } = await snapshots.getLatest(key, asker);
      const difference = String(supply - sum);
      return { ...key, supply: String(supply), holderCount, sum: String(sum), difference, asOf, metadata };
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.extras.type !== notListed) throw error;
      const known = await snapshots.findKnown(key);
      if (known === null) throw error;
      const { supply, metadata } = known as { supply: string; metadata: DenomMetadata | null };
      return { ...key, supply, holderCount: null, sum: null, difference: null, asOf: null, metadata };
    }
  };
}

function describeSum(supply: bigint, sum: bigint): Pick<HoldersAnswer, 'complete' | 'difference'> {
  return supply === sum ? { complete: true } : { complete: false, difference: String(supply - sum) };
}

/** How often a snapshot is looked up again that was deleted while it was read. */
const attempts = 3;

/** Reads from a snapshot that is whole until the end of that. */
async function useWhole<Value>(
  find: () => Promise<Snapshot>,
  snapshots: SnapshotSource,
  key: DenomKey,
  read: (snapshot: Snapshot) => Promise<Value>,
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const snapshot = await find();
    try {
      return await read(snapshot);
    } catch (error) {
      if (!(error instanceof SnapshotGone) || attempt === attempts) throw error;
      snapshots.forget(key);
    }
  }
}

interface PageRequest {
  /** The rank of the first holder that is looked at. */
  readonly from: number;
  readonly skip: number;
  readonly limit: number;
  /** In lower case; null for all holders. */
  readonly keyword: string | null;
}

function readPage(
  { pages }: SnapshotSource,
  snapshot: Snapshot,
  { keyword, ...place }: PageRequest,
  { owner, signal }: Asker,
): Promise<HolderPage> {
  return keyword === null
    ? pages.list(snapshot, place.from + place.skip, place.limit)
    : pages.search(snapshot, keyword, { ...place, owner, signal });
}

function readPosition([height, time, rank, content, ...others]: Position): SnapshotPlace & {
  readonly rank: number;
} {
  const isHeight = height === null || (Number.isSafeInteger(height) && Number(height) > 0);
  const isRank = Number.isSafeInteger(rank) && Number(rank) > 0;
  if (!isHeight || !isRank || typeof time !== 'string' || typeof content !== 'string' || others.length > 0)
    throw invalidCursor();
  return {
    asOf: { height: height === null ? null : Number(height), time },
    ...{ content, rank: Number(rank) },
  };
}

function readDenom(params: RouteParams): DenomKey {
  return { network: String(params['network']), denom: String(params['denom']) };
}
