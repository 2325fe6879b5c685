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
export function isLasting(
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

/** Whether nothing has been at an address for so many runs in a row, over so many days. */
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

/** Whether an endpoint was up and down in the last seven days. */
export function isFlaky({ days, lastRun }: Days, now: string): boolean {
  const week = takeDays(days, lastRun, now, 7);
  return week.includes('M') || (week.includes('P') && week.includes('F'));
}
