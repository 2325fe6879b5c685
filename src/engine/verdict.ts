import type { Problem, Severity } from '../model/rule.js';
import type { EndpointReport, FileReport, Report, Summary, Verdict } from '../model/report.js';
import { findSeverity, getRule } from './rule-catalogue.js';
import type { Finding } from '../model/finding.js';
import { compareFindings } from './findings.js';

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

export function summarize(
  files: readonly FileReport[],
  endpoints: readonly EndpointReport[],
  findings: readonly Finding[],
): Summary {
  const verdicts = countBy(endpoints, ({ verdict }) => verdict);
  const severities = countBy(findings, ({ severity }) => severity);
  const count = (verdict: Verdict) => verdicts.get(verdict) ?? 0;
  const weigh = (severity: Severity) => severities.get(severity) ?? 0;
  return {
    files: files.length,
    endpoints: endpoints.length,
    passed: count('pass') + count('ok'),
    failed: count('fail'),
    invalid: count('invalid'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    errors: weigh('error'),
    warnings: weigh('warning'),
    notices: weigh('notice'),
  };
}

function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
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
