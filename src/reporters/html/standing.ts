import type { Finding } from '../../model/finding.js';
import type { EndpointReport, Report, Verdict } from '../../model/report.js';
import { groupBy } from '../findings.js';

/** An endpoint with what was found about it. */
export interface Standing {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
  /** The worst have 0. */
  readonly rank: number;
}

/** What stands of each endpoint, in the order of the report. */
export function listStandings({ endpoints, findings }: Report): Standing[] {
  const own = groupBy(findings, ({ endpoint }) => endpoint);
  return endpoints.map((endpoint, index) => {
    const about = own.get(index) ?? [];
    return { endpoint, findings: about, rank: ranks[endpoint.verdict] };
  });
}

const ranks: Readonly<Record<Verdict, number>> = {
  fail: 0,
  invalid: 1,
  inconclusive: 2,
  skipped: 3,
  pass: 4,
};

/** The verdicts in the order in which the page counts them. */
export const worstFirst: readonly Verdict[] = ['fail', 'invalid', 'inconclusive', 'skipped', 'pass'];

/** The findings of no endpoint that is in the report: about a file or the whole run. */
export function listUnowned({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}
