import type { Finding } from '../../model/finding.js';
import type { EndpointReport, Report, Verdict } from '../../model/report.js';
import { groupBy } from '../findings.js';

/** An endpoint with what was found about it. */
export interface Standing {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
  /** Not dialled because its entry is wrong. */
  readonly malformed: boolean;
  /** The worst have 0. */
  readonly rank: number;
}

/** What stands of each endpoint, in the order of the report. */
export function listStandings({ endpoints, findings }: Report): Standing[] {
  const own = groupBy(findings, ({ endpoint }) => endpoint);
  return endpoints.map((endpoint, index) => {
    const about = own.get(index) ?? [];
    const wrong = about.some(({ severity }) => severity === 'error');
    const malformed = endpoint.verdict === 'skipped' && wrong;
    return { endpoint, findings: about, malformed, rank: malformed ? 1 : ranks[endpoint.verdict] };
  });
}

const ranks: Readonly<Record<Verdict, number>> = { fail: 0, inconclusive: 2, skipped: 3, pass: 4 };

/** The verdicts in the order in which the page counts them. */
export const worstFirst: readonly Verdict[] = ['fail', 'inconclusive', 'skipped', 'pass'];

/** The findings of no endpoint that is in the report: about a file or the whole run. */
export function listUnowned({ endpoints, findings }: Report): Finding[] {
  return findings.filter(({ endpoint }) => endpoint === null || endpoints[endpoint] === undefined);
}
