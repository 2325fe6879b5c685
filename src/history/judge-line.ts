import type { HistoryLine } from '../model/history.js';
import { dayMs, findLastFailureMs, takeDays } from './days.js';

/** How long nothing must have been there: both, so that many runs in one bad night are not enough. */
export interface DeadLimits {
  readonly minRuns: number;
  readonly minDays: number;
}

/** As chain-registry-sentinel has them: 14 failing runs in a row. */
export const defaultDeadLimits: DeadLimits = { minRuns: 14, minDays: 7 };

/** Whether an endpoint was up when it was last probed. */
export function isUp({ lastPass, lastRun }: Pick<HistoryLine, 'lastPass' | 'lastRun'>): boolean {
  return lastPass === lastRun;
}

/** Whether nothing has been at an address for so many runs in a row, over so many days. */
export function isDead(
  { structural, days, lastRun }: Pick<HistoryLine, 'structural' | 'days' | 'lastRun'>,
  limits: DeadLimits,
): boolean {
  return (
    structural !== null &&
    structural.runs >= limits.minRuns &&
    findLastFailureMs({ days, lastRun }) - Date.parse(structural.since) >= limits.minDays * dayMs
  );
}

/** Whether an endpoint was up and down in the last seven days. */
export function isFlaky({ days, lastRun }: Pick<HistoryLine, 'days' | 'lastRun'>, now: string): boolean {
  const week = takeDays(days, lastRun, now, 7);
  return week.includes('M') || (week.includes('P') && week.includes('F'));
}
