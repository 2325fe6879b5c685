import type { RouteParams } from '../../../client/params.js';
import type { DenomMetadata, HoldersPage, HolderSummary } from '../../../client/answers.generated.js';
import type { Handler } from '../../http/answer-route.js';
import { serve } from '../shared-answers.js';
import { isBech32 } from '../../../../formats/list-definition.js';
import type { Position } from '../../http/cursor.js';
import { invalidCursor } from '../../http/service-problem.js';
import { WalkProblem } from './holders-failure.js';
import type { Snapshot, SnapshotPlace } from './snapshots.js';
import type { SnapshotSource } from './snapshot-source.js';

/** The handlers of the routes that read snapshots of holders. Answers are kept for `cacheMs`, those that are found fast for `freshMs`. */
export function createHolderHandlers(
  source: SnapshotSource,
  { cacheMs, freshMs }: { readonly cacheMs: number; readonly freshMs: number },
) {
  const hasKeyword = ({ keyword }: RouteParams) => keyword !== undefined;
  return {
    // A page is read as fast as it is found among those that are shared, and all requests that wait for a snapshot share that.
    holders: serve(
      createHoldersHandler(source),
      (params) => (hasKeyword(params) ? cacheMs : freshMs),
      hasKeyword,
    ),
    holderSummary: serve(createHolderSummaryHandler(source), () => cacheMs),
  };
}

function createHoldersHandler(source: SnapshotSource): Handler<HoldersPage> {
  return async (params, context) => {
    const key = { network: String(params['network']), denom: String(params['denom']) };
    const keyword = typeof params['keyword'] === 'string' ? params['keyword'] : null;
    const offset = typeof params['offset'] === 'number' ? params['offset'] : 0;
    const limit = typeof params['limit'] === 'number' ? params['limit'] : 20;
    const place = context.position === null ? null : readPosition(context.position);
    const { owner, signal } = context;
    const address = keyword?.toLowerCase() ?? '';
    if (place === null && isBech32(address) && !(await source.has(key))) {
      const { holder, asOf } = await source.readBalance(key, address, context);
      const holders = offset === 0 && holder !== null ? [holder] : [];
      // Nobody has counted the others.
      return { ...key, keyword, offset, limit, holders, asOf, complete: false, next: null };
    }
    // Where a cursor goes on, nothing is left out.
    const [from, skip] = place === null ? [0, offset] : [place.rank, 0];
    return source.read({ ...key, place }, context, async (snapshot, snapshots) => {
      const search = { from, skip, limit, owner, signal };
      const { holders, next } = await (keyword === null
        ? snapshots.readPage(snapshot, from + skip, limit)
        : snapshots.search(snapshot, { ...search, keyword: keyword.toLowerCase() }));
      const { asOf } = place ?? snapshot;
      return {
        ...key,
        keyword,
        offset,
        limit,
        holders,
        asOf,
        ...describeSum(snapshot),
        next: next === null ? null : context.createCursor([asOf.height, asOf.time, next, snapshot.content]),
      };
    });
  };
}

function createHolderSummaryHandler(source: SnapshotSource): Handler<HolderSummary> {
  return async (params, context) => {
    const key = { network: String(params['network']), denom: String(params['denom']) };
    try {
      return await source.read({ ...key, place: null }, context, (snapshot) => {
        const { supply, sum, holderCount, asOf, metadata } = snapshot;
        const difference = String(supply - sum);
        return { ...key, supply: String(supply), holderCount, sum: String(sum), difference, asOf, metadata };
      });
    } catch (error) {
      // Of nodes that do not list holders.
      if (!(error instanceof WalkProblem) || error.known === undefined) throw error;
      const { supply, metadata } = error.known as { supply: string; metadata: DenomMetadata | null };
      return { ...key, supply, holderCount: null, sum: null, difference: null, asOf: null, metadata };
    }
  };
}

function describeSum({ supply, sum }: Snapshot): Pick<HoldersPage, 'complete' | 'difference'> {
  return supply === sum ? { complete: true } : { complete: false, difference: String(supply - sum) };
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
    content,
    rank: Number(rank),
  };
}
