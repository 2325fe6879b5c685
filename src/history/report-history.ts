import type { HistoryLine, ReportedHistory } from '../model/history.js';
import { findUptime } from './days.js';

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
