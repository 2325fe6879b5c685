import type { Problem } from '../model/rule.js';
import { backoff } from '../net/backoff.js';
import { getRule } from './rule-catalogue.js';

/** The longest wait that a server's Retry-After is granted. */
const longestWaitMs = 10_000;

/**
 * How long to wait before dialling again, in milliseconds; null where dialling again is of no use: nothing stands against the
 * endpoint, or something that will not pass by itself. Waits double from a quarter of a second and are spread by half
 * (`random` gives 0 to 1), so that retries of many endpoints do not fall together; a server's own wish comes first.
 */
export function chooseWait(problems: readonly Problem[], attempt: number, random: number): number | null {
  const decisive = problems.filter((problem) => {
    const { severity, inconclusive } = getRule(problem);
    return severity === 'error' || inconclusive === true;
  });
  if (decisive.length === 0 || !decisive.every(mayPass)) return null;
  const wished = Math.max(0, ...decisive.map(({ data }) => Number(data['retryAfterMs'] ?? 0)));
  if (wished > 0) return Math.min(wished, longestWaitMs);
  return backoff(attempt, random);
}

function mayPass(problem: Problem): boolean {
  const { transient, isTransient } = getRule(problem);
  if (transient === true) return true;
  // A rule takes the data of its own problems; the code joins the two.
  return (isTransient as ((data: Problem['data']) => boolean) | undefined)?.(problem.data) === true;
}
