import type { HistoryLine, ReportedHistory } from '../model/history.js';
import { findUptime, type Uptime } from './days.js';
import { type DeadLimits, isDead, isFlaky } from './judge-line.js';
import { findLastRun } from './update-history.js';

/** The line of an endpoint in the report of a run that began at `now`: its fields without the key, and the uptime of the last 30 days. */
export function reportHistory(line: HistoryLine, now: string): ReportedHistory {
  const { chains, firstSeen, lastSeen, lastRun, lastPass, streak, structural, days, latencyMs } = line;
  const uptime30d = findUptime([line], now)?.share ?? null;
  return { chains, firstSeen, lastSeen, lastRun, lastPass, streak, structural, days, latencyMs, uptime30d };
}

/**
 * The change of an endpoint with the run that began at `startedAt`: from up to down, or from down to up. Null without a change, and if the run did
 * not probe the endpoint or was not recorded.
 */
export function findChange(
  { streak, lastPass, days }: ReportedHistory,
  startedAt: string,
): 'newly-failing' | 'recovered' | null {
  if (streak.since !== startedAt) return null;
  // A streak that begins after a pause may go on with what was before.
  if (/([FP])\1$/.test(days.replaceAll(/[.I]/g, ''))) return null;
  if (streak.verdict === 'fail') return lastPass === null ? null : 'newly-failing';
  // An endpoint comes up after failures, or in the first run that proved anything.
  return streak.verdict === 'pass' && /[FM]/.test(days) ? 'recovered' : null;
}

export interface OverviewEndpoint {
  readonly line: HistoryLine;
  /** The share of the last 30 days with a result on which it was up, a mixed day as half: 0 to 1; null if no day has a result. */
  readonly uptime30d: number | null;
  readonly isFlaky: boolean;
  readonly isDead: boolean;
}

/** A summary of a history. Times are ISO 8601, UTC, null if it has no lines. */
export interface HistoryOverview {
  /** The time of the summary: uptime and flakiness depend on it. */
  readonly now: string;
  readonly firstSeen: string | null;
  readonly lastRun: string | null;
  readonly limits: DeadLimits;
  /** Of all endpoints together; null without endpoints. */
  readonly uptime: Uptime | null;
  /** The worst first: by uptime, then by kind and address; those without any result last. */
  readonly endpoints: readonly OverviewEndpoint[];
}

export function createOverview(
  lines: readonly HistoryLine[],
  now: string,
  limits: DeadLimits,
): HistoryOverview {
  const endpoints = lines.map((line): OverviewEndpoint => {
    const uptime30d = findUptime([line], now)?.share ?? null;
    return { line, uptime30d, isFlaky: isFlaky(line, now), isDead: isDead(line, limits) };
  });
  return {
    now,
    firstSeen: lines.map(({ firstSeen }) => firstSeen).sort()[0] ?? null,
    lastRun: findLastRun(lines) || null,
    limits,
    uptime: findUptime(lines, now),
    // Lines are sorted by kind and address, and sorting is stable.
    endpoints: endpoints.toSorted((a, b) => (a.uptime30d ?? 2) - (b.uptime30d ?? 2)),
  };
}

/** Counts the endpoints of an overview. A dead endpoint is also counted as down, and a flaky one as up or down. */
export function countOverview({ endpoints }: HistoryOverview) {
  const count = (matches: (endpoint: OverviewEndpoint) => boolean) => endpoints.filter(matches).length;
  return {
    endpoints: endpoints.length,
    up: count(({ line }) => line.streak.verdict === 'pass'),
    down: count(({ line }) => line.streak.verdict === 'fail'),
    inconclusive: count(({ line }) => line.streak.verdict === 'inconclusive'),
    flaky: count((endpoint) => endpoint.isFlaky),
    dead: count((endpoint) => endpoint.isDead),
  };
}
