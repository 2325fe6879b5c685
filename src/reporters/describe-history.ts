import { findUptime, type Uptime } from '../history/days.js';
import { formatAmount, formatShare } from '../model/amount.js';
import type { ReportedHistory } from '../model/history.js';
import type { EndpointReport, Report } from '../model/report.js';

/** Explains how the terms of a history and of a run differ, for pages that show both. */
export const upIsNotPass =
  '"Up" only means that something of the right kind answered. An endpoint can be up and still fail, for example because it serves another chain';

export const streakNames = { pass: 'up', fail: 'down', inconclusive: 'inconclusive' } as const;

/** Describes what the runs up to that of the report say about an endpoint, in one line; if it is down, with the time when it last was up. */
export function describeHistory(
  { verdict, history }: Pick<EndpointReport, 'verdict'> & { readonly history: ReportedHistory },
  now: string,
): string {
  const parts = [
    describeUptime(findUptime([history], now)),
    describeStreak(history),
    ...(history.streak.verdict === 'fail' ? [describeLastUp(history)] : []),
    ...(isUpButFails({ verdict, history }, now) ? [upButFails] : []),
  ];
  return parts.join(', ');
}

export const upButFails = 'though this entry fails';

/** Whether a run found an endpoint up although its entry fails, for instance because it serves another chain. */
export function isUpButFails(
  { verdict, history }: Pick<EndpointReport, 'verdict' | 'history'>,
  startedAt: string,
): boolean {
  return verdict === 'fail' && history?.streak.verdict === 'pass' && history.lastRun === startedAt;
}

/** The common uptime of the endpoints of a report that were not skipped; null if none of them has a history. */
export function findSharedUptime(
  endpoints: readonly EndpointReport[],
  { startedAt }: Pick<Report, 'startedAt'>,
): Uptime | null {
  return findUptime(listHistories(endpoints), startedAt);
}

export function listHistories(endpoints: readonly EndpointReport[]): readonly ReportedHistory[] {
  return endpoints.flatMap(({ verdict, history }) => (verdict === 'skipped' ? [] : (history ?? [])));
}

export function describeUptime(uptime: Uptime | null): string {
  if (uptime === null) return 'no run';
  const days = formatAmount(uptime.days, 'day');
  return uptime.share === null ? `no result in ${days}` : `uptime ${formatShare(uptime.share)} over ${days}`;
}

/** Describes the current streak of an endpoint: `down since 2026-11-02, 20 runs`. */
export function describeStreak({
  streak: { verdict, runs, since },
}: Pick<ReportedHistory, 'streak'>): string {
  return `${streakNames[verdict]} since ${formatDate(since)}, ${formatAmount(runs, 'run')}`;
}

export function describeLastUp({ lastPass }: Pick<ReportedHistory, 'lastPass'>): string {
  return lastPass === null ? 'never up' : `last up ${formatTime(lastPass)}`;
}

/** The date (UTC) of an ISO 8601 time. */
export function formatDate(time: string): string {
  return time.slice(0, 10);
}

/** An ISO 8601 time in UTC, without seconds. */
export function formatTime(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
