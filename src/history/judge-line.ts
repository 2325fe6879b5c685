import type { HistoryLine } from '../model/history.js';
import { dayMs, findLastFailureMs, takeDays } from './days.js';

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

/** Whether a streak of a line has lasted for so many runs, over so many days. */
export function isLasting(
  { runs, since }: Pick<HistoryLine['streak'], 'runs' | 'since'>,
  { days, lastRun }: Pick<HistoryLine, 'days' | 'lastRun'>,
  { minRuns, minDays }: DeadLimits,
): boolean {
  return runs >= minRuns && findLastFailureMs({ days, lastRun }) - Date.parse(since) >= minDays * dayMs;
}

/** Whether nothing has been at an address for so many runs in a row, over so many days. */
export function isDead(
  line: Pick<HistoryLine, 'structural' | 'days' | 'lastRun'>,
  limits: DeadLimits,
): boolean {
  return line.structural !== null && isLasting(line.structural, line, limits);
}

/** Whether an endpoint was up and down in the last seven days. */
export function isFlaky({ days, lastRun }: Pick<HistoryLine, 'days' | 'lastRun'>, now: string): boolean {
  const week = takeDays(days, lastRun, now, 7);
  return week.includes('M') || (week.includes('P') && week.includes('F'));
}
