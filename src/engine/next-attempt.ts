import type { Problem } from '../model/rule.js';
import { isLimitLike } from '../checks/http/outcome.js';
import { backoff, aborted, createChild, waitAtMost } from '../net/abort.js';
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

interface HedgeOptions<Value> {
  readonly signal: AbortSignal;
  /** How long the first attempt may take, by the loop clock, before another is made beside it; null to wait for it. */
  readonly delayMs: number | null;
  /** Whether a value ends the other attempt. */
  readonly isGood: (value: Value) => boolean;
  /** Whether a value says nothing but that no answer came. */
  readonly isSilence: (value: Value) => boolean;
}

/**
 * Makes an attempt, and if that takes long, another beside it, as gRPC's hedging does (https://grpc.io/docs/guides/request-hedging/): a balancer
 * gives one connection to a node that hangs, or a network loses it, and the next one is answered. The first good value counts; if neither is
 * good, the first attempt's, unless only that was silent. `make` gets the number of the attempt, which is `number` for the first.
 */
export async function hedge<Value>(
  make: (number: number, signal: AbortSignal) => Promise<Value>,
  number: number,
  { signal, delayMs, isGood, isSilence }: HedgeOptions<Value>,
): Promise<{ readonly value: Value; readonly attempts: 1 | 2 }> {
  const start = (numberOfAttempt: number) => {
    const child = createChild(signal);
    return { value: make(numberOfAttempt, child.signal).finally(child.release), cancel: child.abort };
  };
  const first = start(number);
  const early = delayMs === null ? await first.value : await waitAtMost(first.value, delayMs);
  if (early !== aborted) return { value: early, attempts: 1 };
  const second = start(number + 1);
  try {
    const goodValues = [first.value, second.value].map(async (value) => {
      if (!isGood(await value)) throw new Error('the other attempt may be better');
      return value;
    });
    return { value: await Promise.any(goodValues), attempts: 2 };
  } catch {
    const [value, other] = await Promise.all([first.value, second.value]);
    return { value: isSilence(value) && !isSilence(other) ? other : value, attempts: 2 };
  } finally {
    first.cancel();
    second.cancel();
  }
}
