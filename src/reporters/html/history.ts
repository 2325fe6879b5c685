import type { Uptime } from '../../history/days.js';
import { findUptime } from '../../history/days.js';
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
import { renderDays, renderDaysLegend, renderSharedDays, takeLastDays } from './days.js';
import { html, type Markup } from './markup.js';
import type { Column } from './table.js';
import { join } from './text.js';

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
