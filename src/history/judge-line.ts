import type { HistoryLine } from '../model/history.js';
import { dayMs, type Days, findLastFailureMs, findLongestPause, takeDays } from './days.js';

/** How long nothing must have been at an address: both limits, so that many runs in one bad night are not enough. */
export interface DeadLimits {
  readonly minRuns: number;
  readonly minDays: number;
}

/** The limit of chain-registry-sentinel: 14 failing runs in a row. */
export const defaultDeadLimits: DeadLimits = { minRuns: 14, minDays: 7 };

export function isUp({ lastPass, lastRun }: Pick<HistoryLine, 'lastPass' | 'lastRun'>): boolean {
  return lastPass === lastRun;
}

/** Whether a streak of a line has lasted for so many runs, over so many days, without a pause that ends it. */
function isLasting(
  { runs, since }: Pick<HistoryLine['streak'], 'runs' | 'since'>,
  days: Days,
  { minRuns, minDays }: DeadLimits,
): boolean {
  return (
    runs >= minRuns &&
    findLastFailureMs(days) - Date.parse(since) >= minDays * dayMs &&
    findLongestPause(days, since) <= Math.max(1, minDays)
  );
}

export function isDead(line: Days & Pick<HistoryLine, 'structural'>, limits: DeadLimits): boolean {
  return line.structural !== null && isLasting(line.structural, line, limits);
}

/** What a dead endpoint is: gone, or only silent, which a firewall may make it for this machine alone. */
export type DeathSign = 'gone' | 'silent';

const goneRules: readonly string[] = ['net/dns-not-found', 'net/refused'];
/** Nothing is at the address: the name is not found, or nothing answers there. */
export const structuralRules: readonly string[] = [...goneRules, 'net/unreachable', 'net/connect-timeout'];

/** The sign of a dead endpoint: a single silent run of its streak casts doubt on it. */
export function findDeathSign({ streak }: Pick<HistoryLine, 'streak'>): DeathSign {
  const sorts = streak.rules.filter((rule) => structuralRules.includes(rule));
  return sorts.length > 0 && sorts.every((rule) => goneRules.includes(rule)) ? 'gone' : 'silent';
}

export function isFlaky({ days, lastRun }: Days, now: string): boolean {
  const week = takeDays(days, lastRun, now, 7);
  return week.includes('M') || (week.includes('P') && week.includes('F'));
}

/** How many other hosts of a provider must be up, so that a lasting refusal is not the fault of the vantage point. */
export const minControls = 2;

/**
 * The codes of 403, 404, 5xx and TLS faults in any kind: a websocket that is not upgraded, and Envoy's answer for a gRPC service without a route. An
 * endpoint that now needs a key is refused too. All of `tls/` belongs to them. Limits and challenges are inconclusive, so they are never the rules of
 * a failure. The names are without families, since a name means the same in each.
 */
const refusals = new Set([
  'status',
  'forbidden',
  'auth-required',
  'payment-required',
  'upstream-down',
  'not-routed',
  'wants-tls',
  'upgrade-refused',
  'key-required',
]);

/**
 * Whether an endpoint has been refused or not reached for so many runs in a row, over so many days, and is refused now. A dead endpoint is not
 * reached.
 */
export function isRefused(line: HistoryLine, limits: DeadLimits): boolean {
  const { streak } = line;
  return (
    streak.verdict === 'fail' &&
    isLasting(streak, line, limits) &&
    line.structural === null &&
    streak.rules.some(isRefusal) &&
    streak.rules.every((rule) => isRefusal(rule) || structuralRules.includes(rule))
  );
}

function isRefusal(rule: string): boolean {
  return rule.startsWith('tls/') || refusals.has(rule.slice(rule.indexOf('/') + 1));
}

/** Whether an endpoint was up when it was last probed, no more than a day before the last run of another one. */
export function isControl(
  control: Pick<HistoryLine, 'lastPass' | 'lastRun'>,
  refused: Pick<HistoryLine, 'lastRun'>,
): boolean {
  return isUp(control) && Date.parse(control.lastRun) >= Date.parse(refused.lastRun) - dayMs;
}

/** Counts the endpoints that were up in the run of a line, or within a day before it: a second look makes two runs a night. */
export function createPassCounter(
  lines: readonly HistoryLine[],
): (line: Pick<HistoryLine, 'lastRun'>) => number {
  const times = lines
    .filter(isUp)
    .map(({ lastRun }) => Date.parse(lastRun))
    .sort((a, b) => a - b);
  const counts = new Map<string, number>();
  return ({ lastRun }) => {
    const end = Date.parse(lastRun);
    const count = counts.get(lastRun) ?? countUpTo(times, end) - countUpTo(times, end - dayMs - 1);
    counts.set(lastRun, count);
    return count;
  };
}

function countUpTo(times: readonly number[], limit: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}
