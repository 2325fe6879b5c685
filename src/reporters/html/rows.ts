import type { Finding } from '../../model/finding.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { groupBy } from '../findings.js';
import { rankVerdict } from '../verdicts.js';

/** An endpoint with the findings about it. */
export interface Row {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
  /** 0 for the worst verdict. */
  readonly rank: number;
}

/** Each endpoint with its findings, in the order of the report. */
export function listRows({ endpoints, findings }: Report): Row[] {
  const own = groupBy(findings, ({ endpoint }) => endpoint);
  return endpoints.map((endpoint, index) => ({
    endpoint,
    findings: own.get(index) ?? [],
    rank: rankVerdict(endpoint.verdict),
  }));
}

/** The findings about a file or the whole run, not about an endpoint of the report. */
export function listFileFindings({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}

/** Whether the report knows what earlier runs saw. */
export function hasHistory({ endpoints }: Report): boolean {
  return endpoints.some(({ history }) => history !== null);
}
