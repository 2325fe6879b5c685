import type { Finding } from '../model/finding.js';
import type { EndpointReport, FileReport, Summary } from '../model/report.js';

/** Counts over a report. */
export function summarize(
  files: readonly FileReport[],
  endpoints: readonly EndpointReport[],
  findings: readonly Finding[],
): Summary {
  const count = (verdict: string) => endpoints.filter((endpoint) => endpoint.verdict === verdict).length;
  const weigh = (severity: string) => findings.filter((finding) => finding.severity === severity).length;
  return {
    files: files.length,
    endpoints: endpoints.length,
    passed: count('pass'),
    failed: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    errors: weigh('error'),
    warnings: weigh('warning'),
    notices: weigh('notice'),
  };
}

/** Where something stands in a report. */
export type Position = Pick<EndpointReport, 'file' | 'line' | 'column'>;

/** By file, then line, then column; sorting is stable, so what stands nowhere keeps its order. */
export function comparePositions(a: Position, b: Position): number {
  return (
    compareTexts(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}

/** By place; at the same place by endpoint, what weighs most first. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    comparePositions(a, b) ||
    (a.endpoint ?? -1) - (b.endpoint ?? -1) ||
    weights[a.severity] - weights[b.severity] ||
    compareTexts(a.rule, b.rule)
  );
}

const weights = { error: 0, warning: 1, notice: 2 } as const;

/** By code unit, so that the order is the same everywhere. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
