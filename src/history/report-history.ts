import type { HistoryLine, ReportedHistory } from '../model/history.js';
import { findUptime } from './days.js';

/** What a report of a run that began at `now` says of a line: its fields without the key, and the uptime of the last 30 days. */
export function reportHistory(line: HistoryLine, now: string): ReportedHistory {
  const { chains, firstSeen, lastSeen, lastRun, lastPass, streak, structural, days, latencyMs } = line;
  const uptime30d = findUptime([line], now)?.share ?? null;
  return { chains, firstSeen, lastSeen, lastRun, lastPass, streak, structural, days, latencyMs, uptime30d };
}

/**
 * What changed with the run that began at `startedAt`: an endpoint that was up is down, or one that was down is up. Null for all others, and
 * if the run did not probe the endpoint or was not recorded.
 */
export function findChange(
  { streak, lastPass, days }: ReportedHistory,
  startedAt: string,
): 'newly-failing' | 'recovered' | null {
  if (streak.since !== startedAt) return null;
  if (streak.verdict === 'fail') return lastPass === null ? null : 'newly-failing';
  // A streak of being up begins after failures, or at the first run that proved anything.
  return streak.verdict === 'pass' && /[FM]/.test(days) ? 'recovered' : null;
}
