import type { Problem, Severity } from '../model/rule.js';
import type { Report, Verdict } from '../model/report.js';
import { findSeverity, getRule } from './rule-catalogue.js';
import type { Finding } from '../model/finding.js';
import { compareFindings, summarize } from './report-order.js';

/**
 * The verdict of a probed endpoint, from all problems of it and its entry. An error that is only a notice here, as on a chain that may not have
 * begun, proves nothing; one that is only a warning, since it was there before, decides nothing.
 */
export function chooseVerdict(
  problems: readonly (Problem & { readonly atMost?: Severity | null })[],
): Verdict {
  const errors = problems.filter((problem) => findSeverity(problem) === 'error');
  if (errors.some(({ atMost }) => (atMost ?? 'error') === 'error')) return 'fail';
  const isUnproved = errors.some(({ atMost }) => atMost === 'notice');
  const isOpen = isUnproved || problems.some((problem) => getRule(problem).inconclusive);
  return isOpen ? 'inconclusive' : 'pass';
}

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
