import type { HistoryLine } from '../model/history.js';
import { findUptime, type Uptime } from './days.js';
import { type DeadLimits, isDead, isFlaky } from './judge-line.js';

/** An endpoint of a history, and what is to be said of it. */
export interface OverviewEndpoint {
  readonly line: HistoryLine;
  /** The share of the last 30 days with a result on which it was up, a mixed day as half: 0 to 1; null if no day has a result. */
  readonly uptime30d: number | null;
  readonly isFlaky: boolean;
  readonly isDead: boolean;
}

/** What a history knows in all. Times are ISO 8601, UTC, null if it has no lines. */
export interface HistoryOverview {
  /** When it was looked at: uptime and flakiness depend on it. */
  readonly now: string;
  readonly firstSeen: string | null;
  readonly lastRun: string | null;
  readonly limits: DeadLimits;
  /** Of all endpoints together; null of none. */
  readonly uptime: Uptime | null;
  /** The worst first: by uptime, then by kind and address; those without any result last. */
  readonly endpoints: readonly OverviewEndpoint[];
}

/** Sums up the lines of a history at a time. */
export function createOverview(
  lines: readonly HistoryLine[],
  now: string,
  limits: DeadLimits,
): HistoryOverview {
  const endpoints = lines.map((line): OverviewEndpoint => {
    const uptime30d = findUptime([line], now)?.share ?? null;
    return { line, uptime30d, isFlaky: isFlaky(line, now), isDead: isDead(line, limits) };
  });
  const first = lines.map(({ firstSeen }) => firstSeen).reduce<string | null>(minOf, null);
  const last = lines.map(({ lastRun }) => lastRun).reduce<string | null>(maxOf, null);
  // Lines are in order of kind and address, and sorting keeps the order of what is equal.
  const sorted = endpoints.toSorted((a, b) => (a.uptime30d ?? 2) - (b.uptime30d ?? 2));
  return { now, firstSeen: first, lastRun: last, limits, uptime: findUptime(lines, now), endpoints: sorted };
}

function minOf(one: string | null, other: string): string {
  return one === null || other < one ? other : one;
}

function maxOf(one: string | null, other: string): string {
  return one === null || other > one ? other : one;
}

/** How many endpoints of an overview are up, down and so on. */
export interface OverviewCounts {
  readonly endpoints: number;
  readonly up: number;
  readonly down: number;
  readonly inconclusive: number;
  readonly flaky: number;
  readonly dead: number;
}

/** Counts the endpoints of an overview; an endpoint that is dead is down as well, and a flaky one is up or down. */
export function countOverview({ endpoints }: HistoryOverview): OverviewCounts {
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
