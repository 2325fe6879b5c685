import type { Report } from '../model/report.js';

/** What makes a run fail; each level includes those before it. */
export const failLevels = ['error', 'warning', 'inconclusive'] as const;
export type FailLevel = (typeof failLevels)[number];

export const exitCodes = { ok: 0, findings: 1, usage: 2, failure: 3, interrupted: 130 } as const;

export function chooseExitCode({ summary }: Report, { failOn }: { readonly failOn: FailLevel }): number {
  const counts = [summary.errors, summary.warnings, summary.inconclusive];
  const level = failLevels.indexOf(failOn);
  return counts.slice(0, level + 1).some((count) => count > 0) ? exitCodes.findings : exitCodes.ok;
}
