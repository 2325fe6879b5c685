import { countUptime, dayMs, findUptime, keptDays, takeDays, type Uptime } from '../../history/days.js';
import { isDead, isFlaky, defaultDeadLimits } from '../../history/judge-line.js';
import { countPerMille, formatAmount, formatShare } from '../../model/amount.js';
import type { ReportedHistory } from '../../model/history.js';
import type { EndpointReport, Report } from '../../model/report.js';
import {
  describeLastUp,
  describeStreak,
  describeUptime,
  findSharedUptime,
  formatDate,
  isUpButFails,
  listHistories,
  streakNames,
  upButFails,
} from '../describe-history.js';
import { describeDeadLimits } from '../history/evidence.js';
import { type Column, html, join, type Markup } from './markup.js';

export const historyColumn: Column = { name: 'uptime', label: 'Uptime' };

export function renderUptimeCell({ history }: EndpointReport, now: string): Markup {
  const uptime = findUptime(history === null ? [] : [history], now);
  return html`<td data-label="Uptime" data-key="${writeKey(uptime)}">${nameUptime(uptime)}</td>`;
}

/** Renders the line below an endpoint: its last days, marks, and since when it is not up; null if it was never probed. */
export function renderHistoryLine(endpoint: EndpointReport, now: string): Markup | null {
  const { history } = endpoint;
  if (history === null) return null;
  const { streak, lastRun } = history;
  const texts = [
    ...(streak.verdict === 'pass' ? [] : [describeTrouble(history)]),
    ...(isUpButFails(endpoint, now) ? [`${streakNames.pass}, ${upButFails}`] : []),
    ...(formatDate(lastRun) === formatDate(now) ? [] : [`last probed ${formatDate(lastRun)}`]),
  ];
  const more = texts.length === 0 ? null : html` <span>${texts.join(', ')}</span>`;
  return html`${renderEndpointDays(history, now)}${renderMarks(history, now)}${more}`;
}

export function renderEndpointDays(history: ReportedHistory, now: string): Markup {
  return renderDays(
    takeLastDays(history, now),
    `${describeUptime(findUptime([history], now))}, ${describeStreak(history)}`,
    now,
  );
}

/** Renders the cell of a chain or a provider: the last days and the uptime of all its endpoints that were not skipped. */
export function renderSharedHistoryCell(endpoints: readonly EndpointReport[], report: Report): Markup {
  const uptime = findSharedUptime(endpoints, report);
  const days = listHistories(endpoints).map((history) => takeLastDays(history, report.startedAt));
  return html`<td data-label="Uptime" data-key="${writeKey(uptime)}">
    ${nameUptime(uptime)}
    ${uptime === null ? null : renderSharedDays(days, describeUptime(uptime), report.startedAt)}
  </td>`;
}

export function renderHistoryLegend(report: Report): Markup {
  const days = findSharedUptime(report.endpoints, report)?.days ?? 0;
  return html`${renderDaysLegend()}
    <p class="legend">
      Uptime is over ${formatAmount(days, 'day')}. Dead: ${describeDeadLimits(defaultDeadLimits)}. Flaky: up
      and down within 7 days.
    </p>`;
}

function nameUptime(uptime: Uptime | null): string {
  if (uptime === null) return 'not probed';
  return uptime.share === null ? 'no result' : formatShare(uptime.share);
}

function renderMarks(history: ReportedHistory, now: string): Markup | null {
  const marks = [
    ...(isDead(history, defaultDeadLimits) ? [html`<b class="mark fail">dead</b>`] : []),
    ...(isFlaky(history, now) ? [html`<b class="mark warning">flaky</b>`] : []),
  ];
  return marks.length === 0 ? null : html` ${join(marks)}`;
}

function describeTrouble(history: ReportedHistory): string {
  const { verdict, runs, since } = history.streak;
  const trouble = `${streakNames[verdict]} for ${formatAmount(runs, 'run')} since ${formatDate(since)}`;
  return verdict === 'fail' ? `${trouble}, ${describeLastUp(history)}` : trouble;
}

/** The sort key; empty if nothing is known. */
function writeKey(uptime: Uptime | null): number | string {
  return uptime?.share == null ? '' : countPerMille(uptime.share);
}

/** Height of the bar of a day, in units of the picture; its width is one unit. */
const fullHeight = 8;

/** The level of a day: the share of endpoints that were up, from 0 to `fullHeight`, or why that is unknown. */
type Level = number | 'inconclusive' | 'unknown';

/** The last days of a history, one character each; the last one is the day of `now`. */
function takeLastDays({ days, lastRun }: ReportedHistory, now: string): string {
  return takeDays(days, lastRun, now, keptDays);
}

/** Renders the days of an endpoint as a picture, the last one on the right, which is the day of `now`. */
export function renderDays(days: string, label: string, now: string): Markup {
  return renderPicture(Array.from(days, readDay), label, now);
}

/** Renders the days of several endpoints as one picture: the share that was up on each day. */
export function renderSharedDays(all: readonly string[], label: string, now: string): Markup {
  const results = Array.from({ length: keptDays }, (_, at) => all.map((days) => days.charAt(at)).join(''));
  return renderPicture(results.map(readShare), label, now);
}

function renderDaysLegend(): Markup {
  const keys = [
    ['P', 'up'],
    ['F', 'down'],
    ['M', 'partly up'],
    ['I', 'inconclusive'],
    ['.', 'no run'],
  ] as const;
  const samples = keys.map(
    ([day, label]) =>
      html` <span class="key"
        ><svg aria-hidden="true" viewBox="0 0 3 ${fullHeight}" preserveAspectRatio="none">
          ${drawLevel(readDay(day), 0, 3)}
        </svg>
        ${label}</span
      >`,
  );
  return html`<p class="legend">Last ${keptDays} days (UTC), today at the right:${samples}</p>`;
}

function readDay(day: string): Level {
  if (day === 'I') return 'inconclusive';
  return day === 'P' ? fullHeight : day === 'M' ? fullHeight / 2 : day === 'F' ? 0 : 'unknown';
}

/** Rounded, but full only if all were up, and empty only if none was up. */
function readShare(results: string): Level {
  const share = countUptime(results);
  if (share === null) return results.includes('I') ? 'inconclusive' : 'unknown';
  if (share === 0 || share === 1) return share * fullHeight;
  return Math.min(fullHeight - 1, Math.max(1, Math.round(share * fullHeight)));
}

/** Draws days in a row with the same level, and a rectangle over them, whose title has their dates. */
function renderPicture(levels: readonly Level[], label: string, now: string): Markup {
  const lastDayMs = Date.parse(now);
  // A report from elsewhere may have any time.
  const nameDay = (day: number) =>
    Number.isNaN(lastDayMs)
      ? '?'
      : formatDate(new Date(lastDayMs - (levels.length - 1 - day) * dayMs).toISOString());
  const groups: Markup[] = [];
  for (let from = 0; from < levels.length;) {
    const level = levels[from] ?? 'unknown';
    let to = from + 1;
    while (levels[to] === level) to++;
    const days = to - from === 1 ? nameDay(from) : `${nameDay(from)} to ${nameDay(to - 1)}`;
    // Dashes have gaps, where the pointer is on nothing but the rectangle.
    groups.push(
      html`${drawLevel(level, from, to - from)}<rect x="${from}" width="${to - from}"
          ><title>${days}: ${describeLevel(level)}</title></rect
        >`,
    );
    from = to;
  }
  return html`<svg
    class="days"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${levels.length} ${fullHeight}"
    preserveAspectRatio="none"
  >
    ${groups}
  </svg>`;
}

function describeLevel(level: Level): string {
  if (level === 'unknown') return 'no run';
  if (level === 'inconclusive') return level;
  return level === fullHeight ? 'up' : level === 0 ? 'down' : 'partly up';
}

/** Draws days in a row as horizontal lines as thick as their bars are high, up below down. */
function drawLevel(level: Level, from: number, days: number): Markup {
  const draw = (className: string, height: number, center: number) =>
    height === 0
      ? null
      : height === fullHeight
        ? html`<path class="${className}" d="M${from} ${center}h${days}" />`
        : html`<path class="${className}" stroke-width="${height}" d="M${from} ${center}h${days}" />`;
  if (level === 'unknown') return html`${draw('unknown', 1, fullHeight - 0.5)}`;
  if (level === 'inconclusive') return html`${draw('inconclusive', 3, fullHeight - 1.5)}`;
  const failed = fullHeight - level;
  return html`${draw('pass', level, fullHeight - level / 2)}${draw('fail', failed, failed / 2)}`;
}
