import type { Problem } from '../model/rule.js';
import { isLimitLike } from '../checks/http/outcome.js';
import { backoff } from '../net/abort.js';
import { findSeverity, getRule } from './rule-catalogue.js';

/** Problems that take longer to pass than others. */
const slowCodes = /^net\/rate-limited$|\/node-error$/;

const longestWaitMs = 10_000;

/**
 * How long to wait before the next attempt, in milliseconds; null if there is nothing to retry: no problem, or one that is not
 * transient. Exponential backoff from 250 ms, after a limit or in a restart from a second, with ±50 % jitter (`random` is 0 to 1); Retry-After wins.
 */
export function chooseWait(problems: readonly Problem[], attempt: number, random: number): number | null {
  const decisive = problems.filter(isDecisive);
  if (decisive.length === 0 || !decisive.every(isTransientProblem)) return null;
  const retryAfterMs = findRetryAfter(decisive);
  if (retryAfterMs > 0) return Math.min(retryAfterMs, longestWaitMs);
  // A limit and a restart take seconds, not a moment.
  const isSlow = decisive.some((problem) => slowCodes.test(problem.code) || isLimitLike(problem));
  return backoff(attempt + (isSlow ? 2 : 0), random);
}

/** The longest Retry-After of problems, in milliseconds; 0 without any. */
export function findRetryAfter(problems: readonly Problem[]): number {
  return Math.max(0, ...problems.map(({ data }) => Number(data['retryAfterMs'] ?? 0)));
}

/** Failures that a stalled process may have caused: it reads too late, and by then the other side may have gone. */
const lostConnections: readonly string[] = [
  'net/connect-timeout',
  'net/response-timeout',
  'net/reset',
  'net/unreachable',
  'net/dns-failed',
  'grpc/connection-dropped',
];

/** The code of the problem if lost connections or unresolved names are all that decides; else null. */
export function findLostConnection(problems: readonly Problem[]): string | null {
  const codes = problems.filter(isDecisive).map(({ code, explains }) => explains?.code ?? code);
  return codes.every((code) => lostConnections.includes(code)) ? (codes[0] ?? null) : null;
}

/** Whether a problem decides the verdict: an error, or one that leaves it open. */
export function isDecisive(problem: Problem): boolean {
  return findSeverity(problem) === 'error' || getRule(problem).inconclusive === true;
}

function isTransientProblem(problem: Problem): boolean {
  const met = problem.explains ?? problem;
  const { transient, isTransient } = getRule(met);
  if (transient === true) return true;
  // A rule takes the data of its problems; the code links the two.
  return (isTransient as ((data: Problem['data']) => boolean) | undefined)?.(met.data) === true;
}
