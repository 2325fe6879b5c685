import { peerToPeerKinds } from '../model/endpoint-kind.generated.js';
import { formatAmount } from '../model/amount.js';
import type { Report } from '../model/report.js';

/**
 * The peers of files, by their place in the report, that are inconclusive and have nothing but notices: many refuse data centres, so reports only
 * count them, without these notices.
 */
export function findQuietPeers({ endpoints, findings }: Report): ReadonlySet<number> {
  const peers = endpoints.flatMap(({ kind, verdict, file }, index) =>
    verdict === 'inconclusive' && file !== null && peerToPeerKinds.includes(kind) ? [index] : [],
  );
  const quiet = new Set(peers);
  for (const { severity, endpoint } of findings)
    if (severity !== 'notice' && endpoint !== null) quiet.delete(endpoint);
  return quiet;
}

/** How many peers are only counted; null if there are none. */
export function describeQuietPeers(report: Report): string | null {
  const count = findQuietPeers(report).size;
  return count === 0
    ? null
    : `${formatAmount(count, 'peer is', 'peers are')} inconclusive: many let nobody in from a data centre, or are full`;
}
