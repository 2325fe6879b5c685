import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { Report } from '../model/report.js';
import { severities, sortBySeverity } from './findings.js';

const fileLimit = 100;

/**
 * The findings that a report for people shows: at most a hundred about the contents of each file, new ones first and most severe first, and one that
 * counts the others and is as severe as the worst of them. All that probes found out is shown. Findings stay in their order.
 */
export function capFindings(
  findings: readonly Finding[],
  { endpoints }: Pick<Report, 'endpoints'>,
): readonly Finding[] {
  const isOfContents = ({ file, endpoint }: Finding) =>
    file !== null && (endpoint === null || endpoints[endpoint]?.attempts === 0);
  const hidden = new Set<Finding>();
  const notes = new Map<Finding, Finding>();
  for (const all of groupBy(findings.filter(isOfContents), ({ file }) => file).values()) {
    const last = all.at(-1);
    if (last === undefined || all.length <= fileLimit) continue;
    const isOld = ({ baselineState }: Finding) => baselineState === 'unchanged';
    const byWeight = [
      ...sortBySeverity(all.filter((finding) => !isOld(finding))),
      ...sortBySeverity(all.filter(isOld)),
    ];
    const rest = sortBySeverity(byWeight.slice(fileLimit));
    for (const finding of rest) hidden.add(finding);
    notes.set(last, describeRest(rest));
  }
  return findings.flatMap((finding) => {
    const note = notes.get(finding);
    return [...(hidden.has(finding) ? [] : [finding]), ...(note === undefined ? [] : [note])];
  });
}

/** The finding that stands for others of its file, given worst first. */
function describeRest(rest: readonly Finding[]): Finding {
  const [worst, ...others] = rest;
  if (worst === undefined) throw new Error('nothing is left out');
  const counts = severities
    .map((severity) => ({ severity, count: rest.filter((finding) => finding.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => formatAmount(count, severity));
  const isOld = [worst, ...others].every(({ baselineState }) => baselineState === 'unchanged');
  return {
    rule: worst.rule,
    severity: worst.severity,
    message: `${formatAmount(rest.length, 'more finding of this file is', 'more findings of this file are')} not shown: ${counts.join(', ')}`,
    hint: 'fix these first; reports for programs, such as json, have all',
    fix: null,
    file: worst.file,
    pointer: '',
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
    endpoint: null,
    baselineState: isOld ? 'unchanged' : worst.baselineState === null ? null : 'new',
    data: {},
  };
}
