import type { Finding } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import { groupFindings, type JudgedEndpoint } from '../findings.js';
import { isQuietFinding, isQuietPeer } from '../quiet-peers.js';
import { rankVerdict } from '../verdicts.js';

export interface Row extends JudgedEndpoint {
  /** 0 for the worst verdict; the highest for peers about which nothing is proved. */
  readonly rank: number;
}

/** After all verdicts. */
const lastRank = 9;

/** Lists the endpoints with their findings, in the order of the report. */
export function listRows(report: Report): Row[] {
  const findings = report.findings.filter((finding) => !isQuietFinding(finding, report));
  return groupFindings({ ...report, findings }).endpoints.map((judged) => ({
    ...judged,
    rank: isQuietPeer(judged.endpoint) ? lastRank : rankVerdict(judged.endpoint.verdict),
  }));
}

export function listFileFindings({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}

export function hasHistory({ endpoints }: Report): boolean {
  return endpoints.some(({ history }) => history !== null);
}
