import { formatAmount, formatShare } from '../model/amount.js';
import type { ReportedHistory } from '../model/history.js';

/** What is known of an endpoint from its runs, in one line; where it fails, with when it last passed. */
export function describeHistory(history: ReportedHistory): string {
  const { uptime30d, streak } = history;
  const parts = [
    describeUptime(uptime30d),
    describeStreak(history),
    ...(streak.verdict === 'fail' ? [describeLastPass(history)] : []),
  ];
  return parts.join(', ');
}

/** The uptime of the last 30 days, from 0 to 1, in words. */
export function describeUptime(uptime: number | null): string {
  return uptime === null ? 'no result in 30 days' : `uptime ${formatShare(uptime)} over 30 days`;
}

/** Since when an endpoint does what it does: `failing since 2026-11-02, 20 runs`. */
export function describeStreak({
  streak: { verdict, runs, since },
}: Pick<ReportedHistory, 'streak'>): string {
  return `${streakNames[verdict]} since ${formatDate(since)}, ${formatAmount(runs, 'run')}`;
}

const streakNames = { pass: 'passing', fail: 'failing', inconclusive: 'inconclusive' } as const;

/** When an endpoint last passed. */
export function describeLastPass({ lastPass }: Pick<ReportedHistory, 'lastPass'>): string {
  return lastPass === null ? 'has never passed' : `last passed ${formatTime(lastPass)}`;
}

/** The day (UTC) of an ISO 8601 time. */
export function formatDate(time: string): string {
  return time.slice(0, 10);
}

/** An ISO 8601 time, UTC, to the minute. */
export function formatTime(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
