import { peerToPeerKinds } from '../model/endpoint-kind.generated.js';
import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';

/** Whether an endpoint is a peer of a file that is inconclusive: many refuse data centres, so reports only count them. */
export function isQuietPeer({ kind, verdict, file }: EndpointReport): boolean {
  return verdict === 'inconclusive' && file !== null && peerToPeerKinds.includes(kind);
}

/** How many peers are only counted; null if there are none. */
export function describeQuietPeers({ endpoints }: Report): string | null {
  const count = endpoints.filter(isQuietPeer).length;
  return count === 0
    ? null
    : `${formatAmount(count, 'peer is', 'peers are')} inconclusive: many let nobody in from a data centre, or are full`;
}

/** The findings that only say that an endpoint is such a peer. */
export function isQuietFinding({ severity, endpoint }: Finding, { endpoints }: Report): boolean {
  const about = endpoint === null ? undefined : endpoints[endpoint];
  return severity === 'notice' && about !== undefined && isQuietPeer(about);
}
