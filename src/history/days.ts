import type { HistoryLine } from '../model/history.js';

export const keptDays = 90;

/** How many milliseconds a day has; days are those of UTC, which have no leap seconds here. */
export const dayMs = 86_400_000;

export type Day = '.' | 'P' | 'F' | 'M' | 'I';

/** The days of a line. The last one is the day of its last run. */
export type Days = Pick<HistoryLine, 'days' | 'lastRun'>;

/** The longest pause between two runs from a time to the last run: in days without any run. */
export function findLongestPause({ days, lastRun }: Days, since: string): number {
  const pauses = days.slice(-1 - countDays(since, lastRun)).split(/[^.]+/);
  return Math.max(...pauses.map(({ length }) => length));
}

export function countDays(from: string, to: string): number {
  return Math.max(0, numberDay(to) - numberDay(from));
}

/** The number of the day of a time: days since 1970-01-01 UTC. */
function numberDay(time: string): number {
  return Math.floor(Date.parse(time) / dayMs);
}

/** Adds the result of a run to the days that end with the day of the run before it. A run on an earlier day counts for the day of that run. */
export function addDay(days: string, lastRun: string, run: string, result: 'P' | 'F' | 'I'): string {
  const gap = countDays(lastRun, run);
  const today = gap === 0 ? (days.at(-1) ?? '.') : '.';
  const earlier = gap === 0 ? days.slice(0, -1) : days + '.'.repeat(Math.min(gap, keptDays) - 1);
  return `${earlier}${joinDay(today, result)}`.slice(-keptDays);
}

/** A result that proves nothing does not change that of another run of the day. */
function joinDay(day: string, result: 'P' | 'F' | 'I'): string {
  if (day === '.' || day === 'I' || day === result) return result === 'I' && day !== '.' ? day : result;
  return result === 'I' ? day : 'M';
}

/** The last of the days that end on the day of `lastRun`, up to today: days since then have no run. */
export function takeDays(days: string, lastRun: string, now: string, count: number): string {
  const gap = countDays(lastRun, now);
  return (days.padStart(keptDays, '.') + '.'.repeat(Math.min(gap, count))).slice(-count);
}

const uptimeDays = 30;

export interface Uptime {
  /** Of the days with a result, the share on which they were up, a mixed day as half: 0 to 1; null if no day has a result. */
  readonly share: number | null;
  /** How many days it covers: the last 30, or all since the first run. */
  readonly days: number;
}

/** The uptime of endpoints, up to now; null without endpoints. */
export function findUptime(
  histories: readonly Pick<HistoryLine, 'days' | 'lastRun' | 'firstSeen'>[],
  now: string,
): Uptime | null {
  if (histories.length === 0) return null;
  const days = histories.map((line) => takeDays(line.days, line.lastRun, now, uptimeDays));
  const ages = histories.map(({ firstSeen }) => numberDay(now) - numberDay(firstSeen) + 1);
  const oldest = ages.reduce((most, age) => Math.max(most, age), 1);
  return { share: countUptime(days.join('')), days: Math.min(uptimeDays, oldest) };
}

/** The share of days with a result on which an endpoint was up, a mixed day as half; 0 to 1, null if no day has a result. */
export function countUptime(days: string): number | null {
  const count = (day: Day) => days.split(day).length - 1;
  const [up, down, mixed] = [count('P'), count('F'), count('M')];
  const all = up + down + mixed;
  return all === 0 ? null : (up + mixed / 2) / all;
}

/**
 * When the last run that failed began at the latest, in milliseconds since 1970; minus infinity if no day of the history has one. Runs that proved
 * nothing since then, on later days, are not counted: such a day counts from midnight (UTC).
 */
export function findLastFailureMs({ days, lastRun }: Days): number {
  const lastDay = Math.max(days.lastIndexOf('F'), days.lastIndexOf('M'));
  const daysAgo = days.length - 1 - lastDay;
  if (lastDay === -1) return Number.NEGATIVE_INFINITY;
  return daysAgo === 0 ? Date.parse(lastRun) : (numberDay(lastRun) - daysAgo) * dayMs;
}
