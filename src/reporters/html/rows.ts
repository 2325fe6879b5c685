import type { Finding } from '../../model/finding.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { groupBy } from '../../model/group-by.js';
import { isQuietFinding, isQuietPeer } from '../quiet-peers.js';
import { rankVerdict } from '../verdicts.js';

export interface Row {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
  /** 0 for the worst verdict; the highest for peers about which nothing is proved. */
  readonly rank: number;
}

/** After all verdicts. */
const lastRank = 9;

/** Lists the endpoints with their findings, in the order of the report. */
export function listRows(report: Report): Row[] {
  const { endpoints, findings } = report;
  const byEndpoint = groupBy(
    findings.filter((finding) => !isQuietFinding(finding, report)),
    ({ endpoint }) => endpoint,
  );
  return endpoints.map((endpoint, index) => ({
    endpoint,
    findings: byEndpoint.get(index) ?? [],
    rank: isQuietPeer(endpoint) ? lastRank : rankVerdict(endpoint.verdict),
  }));
}

export function listFileFindings({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}

export function hasHistory({ endpoints }: Report): boolean {
  return endpoints.some(({ history }) => history !== null);
}
