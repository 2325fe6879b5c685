import { listDenomOwners } from '../../../net/grpc/bank-messages.js';
import type { Holder } from '../../api/answers.js';
import { type BankClient, expectAnswer } from '../nodes/bank-client.js';
import type { Bookmarks } from '../bookmarks.js';
import { NodeError } from '../nodes/node-error.js';

/** Which holders to give. */
export interface HolderScan {
  readonly denom: string;
  /** Part of an address, in lower case; null for all holders. */
  readonly keyword: string | null;
  readonly offset: number;
  readonly limit: number;
}

/** What a scan found. */
export interface ScannedHolders {
  readonly holders: readonly Holder[];
  readonly complete: boolean;
  readonly hasMore: boolean;
}

const largestPart = 1_000;
/** Holders that one request looks through for a keyword: parts of the largest size. */
const mostParts = 50;

/**
 * Walks through the owners of a denom by the keys of parts, from the nearest one that is remembered: a node that is asked for an
 * offset would count up to it each time.
 */
export async function scanHolders(
  client: BankClient,
  { denom, keyword, offset, limit }: HolderScan,
  { marks, key: search }: { readonly marks: Bookmarks<Buffer>; readonly key: string },
): Promise<ScannedHolders> {
  const holders: Holder[] = [];
  const mark = marks.findNearest(search, offset);
  let count = mark?.count ?? 0;
  let key = mark?.place ?? Buffer.alloc(0);
  for (let parts = 0; keyword === null || parts < mostParts; parts++) {
    const wanted =
      keyword === null ? (count < offset ? offset - count : limit - holders.length) : largestPart;
    const size = Math.min(wanted, largestPart);
    const request = listDenomOwners({ denom, key, limit: size, countTotal: false });
    const { owners, nextKey } = expectAnswer(await client.call(request), 'DenomOwners');
    for (const owner of owners) {
      if (keyword !== null && !owner.address.toLowerCase().includes(keyword)) continue;
      if (count++ < offset) continue;
      if (holders.length === limit) return { holders, complete: true, hasMore: true };
      holders.push(owner);
    }
    if (nextKey.length === 0) return { holders, complete: true, hasMore: false };
    if (nextKey.equals(key)) throw new NodeError('its parts of the list of owners go in a circle');
    key = nextKey;
    // With a keyword a part may hold more than were wanted, but then the scan has ended above.
    marks.keep(search, count, key);
    if (holders.length === limit) return { holders, complete: true, hasMore: true };
  }
  return { holders, complete: false, hasMore: true };
}
