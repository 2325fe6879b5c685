import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import { compareFindings, summarize } from './report-order.js';
import { chooseVerdict } from './verdict.js';

/** Gives a report these findings, and chooses the verdicts of the endpoints again whose findings have changed. Pure. */
export function replaceFindings(
  report: Report,
  findings: readonly Finding[],
  changed: ReadonlySet<number | null>,
): Report {
  const problems = new Map<number | null, Parameters<typeof chooseVerdict>[0][number][]>();
  for (const { rule, data, endpoint, severity } of findings) {
    if (!changed.has(endpoint)) continue;
    const ofEndpoint = problems.get(endpoint) ?? [];
    ofEndpoint.push({ code: rule, data, atMost: severity });
    problems.set(endpoint, ofEndpoint);
  }
  const endpoints = report.endpoints.map((endpoint, index) =>
    changed.has(index) && endpoint.verdict !== 'skipped' && endpoint.verdict !== 'invalid'
      ? { ...endpoint, verdict: chooseVerdict(problems.get(index) ?? []) }
      : endpoint,
  );
  return {
    ...report,
    summary: summarize(report.files, endpoints, findings),
    endpoints,
    findings: findings.toSorted(compareFindings),
  };
}

/** The place of a finding, for another finding in its stead. */
export function pickPlace({ file, pointer, line, column, endLine, endColumn }: FindingPlace): FindingPlace {
  return { file, pointer, line, column, endLine, endColumn };
}

export type FindingPlace = Pick<Finding, 'file' | 'pointer' | 'line' | 'column' | 'endLine' | 'endColumn'>;
