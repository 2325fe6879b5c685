import { countPerMille, formatAmount, formatShare } from '../../model/amount.js';
import { countUptime, takeDays } from '../../history/days.js';
import { isDead, isFlaky, usualDeadLimits } from '../../history/judge-line.js';
import type { ReportedHistory } from '../../model/history.js';
import type { EndpointReport } from '../../model/report.js';
import { describeLastPass, describeStreak, describeUptime, formatDate } from '../describe-history.js';
import { renderDays, renderDaysLegend, renderSharedDays, takeLastDays } from './days.js';
import { html, type Markup } from './markup.js';
import type { Column } from './table.js';
import { join } from './text.js';

/** The column of what earlier runs saw; its cells are a line of their own below the others. */
export const historyColumn: Column = { name: 'uptime', label: 'Uptime (30 days), last 90 days' };

/** The cell of an endpoint: its last days, its uptime, what is remarkable, and since when it does not pass. */
export function renderHistoryCell({ history }: EndpointReport, now: string): Markup {
  if (history === null) return html`<td class="lived" data-key="">never probed</td>`;
  const { uptime30d, streak, lastRun } = history;
  const texts = [
    ...(streak.verdict === 'pass' ? [] : [describeTrouble(history)]),
    ...(formatDate(lastRun) === formatDate(now) ? [] : [`last probed ${formatDate(lastRun)}`]),
  ];
  const more = texts.length === 0 ? null : html` <span>${texts.join(', ')}</span>`;
  return html`<td class="lived" data-key="${writeKey(uptime30d)}">
    ${renderOwnDays(history, now)} ${renderUptime(uptime30d)}${renderMarks(history, now)}${more}
  </td>`;
}

/** The last days of an endpoint as a picture, named by its uptime and its streak. */
export function renderOwnDays(history: ReportedHistory, now: string): Markup {
  return renderDays(
    takeLastDays(history, now),
    `${describeUptime(history.uptime30d)}, ${describeStreak(history)}`,
  );
}

/** The cell of a chain or a provider: the last days and the uptime of its endpoints together. */
export function renderSharedHistoryCell(endpoints: readonly EndpointReport[], now: string): Markup {
  const histories = endpoints.flatMap(({ history }) => history ?? []);
  if (histories.length === 0) return html`<td class="lived" data-key="">never probed</td>`;
  const uptime = countUptime(histories.map(({ days, lastRun }) => takeDays(days, lastRun, now, 30)).join(''));
  const days = histories.map((history) => takeLastDays(history, now));
  return html`<td class="lived" data-key="${writeKey(uptime)}">
    ${renderSharedDays(days, describeUptime(uptime))} ${renderUptime(uptime)}
  </td>`;
}

/** What the bars and the marks mean. */
export function renderHistoryLegend(): Markup {
  const { minRuns, minDays } = usualDeadLimits;
  return html`${renderDaysLegend()}
    <p class="history-legend">
      Uptime is that of the last 30 days. Dead: nothing was at the address in ${formatAmount(minRuns, 'run')} in a row and for
      ${formatAmount(minDays, 'day')}. Flaky: passed and failed within 7 days.
    </p>`;
}

function renderUptime(uptime: number | null): Markup {
  return html`<span class="uptime">${uptime === null ? 'no result' : formatShare(uptime)}</span>`;
}

function renderMarks(history: ReportedHistory, now: string): Markup | null {
  const marks = [
    ...(isDead(history, usualDeadLimits) ? [html`<b class="mark fail">dead</b>`] : []),
    ...(isFlaky(history, now) ? [html`<b class="mark warning">flaky</b>`] : []),
  ];
  return marks.length === 0 ? null : html` ${join(marks)}`;
}

function describeTrouble(history: ReportedHistory): string {
  const { verdict, runs, since } = history.streak;
  const trouble = `for ${formatAmount(runs, 'run')} since ${formatDate(since)}`;
  return verdict === 'fail' ? `failing ${trouble}, ${describeLastPass(history)}` : `inconclusive ${trouble}`;
}

/** What the page sorts by; empty where nothing is known. */
function writeKey(uptime: number | null): number | string {
  return uptime === null ? '' : countPerMille(uptime);
}
