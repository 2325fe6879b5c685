import type { Failure } from '../../model/failure.js';
import type { Problem } from '../../model/rule.js';

export type Outcome = { readonly kind: 'result' } | FailedOutcome<Problem>;

export interface FailedOutcome<Found extends Problem = Failure> {
  readonly kind: 'problem';
  readonly problem: Found;
}

/** Maximum Retry-After that is honoured for a request that follows an answered one, and how long its answer may take. */
export const longestPauseMs = 5_000;

export function findCode(outcome: Outcome): string | null {
  return outcome.kind === 'problem' ? outcome.problem.code : null;
}

/** Whether a problem leaves open what the endpoint would have answered, so that a refusal of another request does not decide. */
export function isOpen({ code }: Problem): boolean {
  return code.startsWith('net/') || code === 'http/challenged' || code === 'http/upstream-down';
}
