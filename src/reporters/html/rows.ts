import type { Finding } from '../../model/finding.js';
import type { Report } from '../../model/report.js';
import { findQuietPeers, groupFindings, type JudgedEndpoint } from '../findings.js';
import { rankVerdict } from '../summary.js';

export interface Row extends JudgedEndpoint {
  /** 0 for the worst verdict; the highest for peers about which nothing is proved. */
  readonly rank: number;
}

/** After all verdicts. */
const lastRank = 9;

export function listRows(report: Report): Row[] {
  const quiet = findQuietPeers(report);
  return groupFindings(report).endpoints.map(({ endpoint, findings }, index) =>
    quiet.has(index)
      ? { endpoint, findings: [], rank: lastRank }
      : { endpoint, findings, rank: rankVerdict(endpoint.verdict) },
  );
}

export function listFileFindings({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}

export function hasHistory({ endpoints }: Report): boolean {
  return endpoints.some(({ history }) => history !== null);
}
