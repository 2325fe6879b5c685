import type { Finding } from '../../model/finding.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { groupBy } from '../../model/group-by.js';
import { rankVerdict } from '../verdicts.js';

/** An endpoint and its findings. */
export interface Row {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
  /** 0 for the worst verdict. */
  readonly rank: number;
}

/** Lists the endpoints with their findings, in the order of the report. */
export function listRows({ endpoints, findings }: Report): Row[] {
  const byEndpoint = groupBy(findings, ({ endpoint }) => endpoint);
  return endpoints.map((endpoint, index) => ({
    endpoint,
    findings: byEndpoint.get(index) ?? [],
    rank: rankVerdict(endpoint.verdict),
  }));
}

/** Lists the findings about a file or the whole run. */
export function listFileFindings({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}

/** Whether the report contains the history of earlier runs. */
export function hasHistory({ endpoints }: Report): boolean {
  return endpoints.some(({ history }) => history !== null);
}
