import type { HistoryLine } from '../model/history.js';
import { dayMs } from './days.js';
import { type DeadLimits, isDead } from './judge-line.js';

/** How many other hosts of a provider must pass, so that a lasting refusal is not the fault of the place from which the runs looked. */
export const minControls = 2;

/**
 * What 403, 404, 5xx and faults of TLS are for each kind: a websocket that is not upgraded, and what Envoy sends for a gRPC service that it has no route
 * for. An endpoint that has come to need a key is refused too. All of `tls/` belongs to them. Limits and challenges are inconclusive, so they are
 * never the rules of a failure.
 */
const refusals = new Set([
  'http/status',
  'http/forbidden',
  'http/auth-required',
  'http/upstream-down',
  'grpc/not-routed',
  'grpc/wants-tls',
  'ws/upgrade-refused',
  'evm-ws/upgrade-refused',
  'evm/key-required',
  'rpc/key-required',
  'ws/key-required',
  'evm-ws/key-required',
]);

/** Whether an endpoint has been reached and refused for so many runs in a row, over so many days; a dead one has not been reached. */
export function isRefused(line: HistoryLine, limits: DeadLimits): boolean {
  const { streak, lastRun } = line;
  return (
    streak.verdict === 'fail' &&
    streak.runs >= limits.minRuns &&
    Date.parse(lastRun) - Date.parse(streak.since) >= limits.minDays * dayMs &&
    streak.rules.length > 0 &&
    streak.rules.every((rule) => refusals.has(rule) || rule.startsWith('tls/')) &&
    !isDead(line, limits)
  );
}

/** Whether an endpoint passed when it was last probed, no more than a day before the last run of another one. */
export function isControl(
  { lastPass, lastRun }: Pick<HistoryLine, 'lastPass' | 'lastRun'>,
  refused: Pick<HistoryLine, 'lastRun'>,
): boolean {
  return lastPass === lastRun && Date.parse(lastRun) >= Date.parse(refused.lastRun) - dayMs;
}

/** Counts the endpoints that passed in the run of a line, or within a day before it: whoever looks twice at some of them has two runs a night. */
export function createPassCounter(
  lines: readonly HistoryLine[],
): (line: Pick<HistoryLine, 'lastRun'>) => number {
  const passed = new Map<string, number>();
  for (const { lastPass, lastRun } of lines)
    if (lastPass === lastRun) passed.set(lastRun, (passed.get(lastRun) ?? 0) + 1);
  return (line) => {
    const end = Date.parse(line.lastRun);
    let count = 0;
    for (const [run, amount] of passed) {
      const time = Date.parse(run);
      if (time <= end && time >= end - dayMs) count += amount;
    }
    return count;
  };
}
