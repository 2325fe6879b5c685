import { findUptime, type Uptime } from '../history/days.js';
import { formatAmount, formatShare } from '../model/amount.js';
import type { ReportedHistory } from '../model/history.js';
import type { EndpointReport, Report } from '../model/report.js';
import { findChange } from '../history/report-history.js';

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

/** The changes of a run, as indexes into the endpoints of its report, in order. */
export interface Changes {
  readonly newlyFailing: readonly number[];
  readonly recovered: readonly number[];
  /** `first`: there is no earlier run. `uncounted`: the history did not count this run. */
  readonly comparison: 'compared' | 'first' | 'uncounted';
}

/** The changes since the last run that the history counted; null for a report without history. */
export function findChanges({ endpoints, startedAt }: Report): Changes | null {
  const histories = endpoints.flatMap(({ history }) => history ?? []);
  if (histories.length === 0) return null;
  const isCounted = histories.some(({ lastRun }) => lastRun === startedAt);
  const isFirst = histories.every(({ firstSeen }) => firstSeen === startedAt);
  return {
    newlyFailing: listIndexes(
      endpoints,
      (endpoint) => findEntryChange(endpoint, startedAt) === 'newly-failing',
    ),
    recovered: listIndexes(endpoints, (endpoint) => findEntryChange(endpoint, startedAt) === 'recovered'),
    comparison: isFirst ? 'first' : isCounted ? 'compared' : 'uncounted',
  };
}

/** An address has one history, however often it is listed. Its change counts for the entries whose verdict agrees with it. */
function findEntryChange(
  { history, verdict }: EndpointReport,
  startedAt: string,
): ReturnType<typeof findChange> {
  const change = history === null ? null : findChange(history, startedAt);
  return verdict === (change === 'newly-failing' ? 'fail' : 'pass') ? change : null;
}

function listIndexes(
  endpoints: readonly EndpointReport[],
  isListed: (endpoint: EndpointReport) => boolean,
): number[] {
  return endpoints.flatMap((endpoint, index) => (isListed(endpoint) ? [index] : []));
}

/** Describes the changes since the last run in one line; null for a report without history. */
export function describeChanges(report: Report): string | null {
  const changes = findChanges(report);
  if (changes === null) return null;
  if (report.endpoints.every(({ attempts }) => attempts === 0))
    return 'Nothing was probed, so nothing is compared with the last run';
  const { newlyFailing, recovered, comparison } = changes;
  if (comparison === 'first') return 'The history begins with this run: there is nothing to compare it with';
  if (comparison === 'uncounted') return 'The history did not count this run: what changed is not known';
  const counts = [
    ...(newlyFailing.length > 0 ? [`${newlyFailing.length} newly failing`] : []),
    ...(recovered.length > 0 ? [`${recovered.length} recovered`] : []),
  ];
  return `${counts.join(', ') || 'Nothing newly failing or recovered'} since the last run`;
}
