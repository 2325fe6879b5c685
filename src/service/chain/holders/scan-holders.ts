import { listDenomOwners } from '../../../net/grpc/bank-messages.js';
import type { Holder } from '../../api/answers.js';
import { type BankClient, expectAnswer } from '../nodes/bank-client.js';
import type { Bookmarks } from '../bookmarks.js';
import { NodeError } from '../nodes/node-error.js';

/** Which holders to return. */
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

const maxPageSize = 1_000;
/** Maximum number of pages that one request scans for a keyword. */
const maxPages = 50;

/**
 * Scans the owners of a denom page by page, by the keys of pages, from the nearest one that is remembered: with an offset, the node
 * would count up to it each time.
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
  for (let pages = 0; keyword === null || pages < maxPages; pages++) {
    const missing = count < offset ? offset - count : limit - holders.length;
    const size = keyword === null ? Math.min(missing, maxPageSize) : maxPageSize;
    const request = listDenomOwners({ denom, key, limit: size, countTotal: false });
    const { owners, nextKey } = expectAnswer(await client.call(request), 'DenomOwners');
    for (const owner of owners) {
      if (keyword !== null && !owner.address.toLowerCase().includes(keyword)) continue;
      if (count++ < offset) continue;
      if (holders.length === limit) return { holders, complete: true, hasMore: true };
      holders.push(owner);
    }
    if (nextKey.length === 0) return { holders, complete: true, hasMore: false };
    if (nextKey.equals(key)) throw new NodeError('the pages of DenomOwners repeat');
    key = nextKey;
    // With a keyword a page may hold more matches than are missing, but then the scan has returned above.
    marks.keep(search, count, key);
    if (holders.length === limit) return { holders, complete: true, hasMore: true };
  }
  return { holders, complete: false, hasMore: true };
}
