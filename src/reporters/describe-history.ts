import type { ReportedHistory } from '../model/history.js';
import { formatAmount } from './summary.js';

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
  return uptime === null ? 'no result in 30 days' : `uptime ${formatUptime(uptime)} over 30 days`;
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

/** A share, from 0 to 1, as a percentage with one decimal, rounded down, so that only all is 100 %. */
export function formatUptime(uptime: number): string {
  const perMille = countPerMille(uptime);
  return `${perMille === 1_000 ? '100' : (perMille / 10).toFixed(1)} %`;
}

/** A share, from 0 to 1, in thousandths, rounded down. */
export function countPerMille(share: number): number {
  return Math.floor(share * 1_000);
}

/** The day (UTC) of an ISO 8601 time. */
export function formatDate(time: string): string {
  return time.slice(0, 10);
}

/** An ISO 8601 time, UTC, to the minute. */
export function formatTime(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
