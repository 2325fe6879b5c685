import type { Finding } from '../../model/finding.js';
import { type EndpointReport, listVerdicts, type Report, type Verdict } from '../../model/report.js';
import { groupBy } from '../findings.js';

/** An endpoint with the findings about it. */
export interface Row {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
  /** 0 for the worst verdict. */
  readonly rank: number;
}

const worstFirst: readonly Verdict[] = ['fail', 'invalid', 'inconclusive', 'skipped', 'ok', 'pass'];

/** The verdicts that the endpoints may have, in the order in which the page lists them. */
export function listWorstFirst(endpoints: readonly EndpointReport[]): readonly Verdict[] {
  const possible = listVerdicts(endpoints);
  return worstFirst.filter((verdict) => possible.includes(verdict));
}

/** Each endpoint with its findings, in the order of the report. */
export function listRows({ endpoints, findings }: Report): Row[] {
  const own = groupBy(findings, ({ endpoint }) => endpoint);
  return endpoints.map((endpoint, index) => ({
    endpoint,
    findings: own.get(index) ?? [],
    rank: worstFirst.indexOf(endpoint.verdict),
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
