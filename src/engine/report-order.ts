import type { Finding } from '../model/finding.js';
import type { EndpointReport, FileReport, Summary, Verdict } from '../model/report.js';
import type { Severity } from '../model/rule.js';

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

export type Position = Pick<EndpointReport, 'file' | 'line' | 'column'>;

/** By file, then line, then column; sorting is stable, so endpoints without a place keep their order. */
export function comparePositions(a: Position, b: Position): number {
  return (
    compareTexts(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}

/** By place, then endpoint, then severity, then rule. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    comparePositions(a, b) ||
    (a.endpoint ?? -1) - (b.endpoint ?? -1) ||
    weights[a.severity] - weights[b.severity] ||
    compareTexts(a.rule, b.rule)
  );
}

const weights = { error: 0, warning: 1, notice: 2 } as const;

/** By code unit, so that the order does not depend on the machine's language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
