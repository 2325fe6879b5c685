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

/** What each exit status means, for `--help` and `explain exit-codes`. */
export const exitStatusText = `Exit status:
  0    nothing at or above --fail-on
  1    findings at or above --fail-on (<kind> <address> without --fail-on: one
       that does not pass; query, add, smoke: the call or check failed;
       query --all: or the list is incomplete)
  2    usage error, including a path that does not exist and a registry in
       which nothing is found
  3    the program itself failed
  130  interrupted (what is known is still reported, marked "interrupted")
`;

/** Thrown for invalid options, arguments and paths, before anything is probed. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** Every error, a sentence each. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(errors.join('; '));
    this.errors = errors;
  }
}
