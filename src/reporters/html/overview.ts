import { formatAmount, nameAmount } from '../../model/amount.js';
import type { Report, Summary } from '../../model/report.js';
import { describeChanges, formatTime, upIsNotPass } from '../describe-history.js';
import { describeQuietPeers } from '../findings.js';
import type { RenderOptions } from '../reporter.js';
import { countVerdicts, describeScope, describeSkipped, listCounts } from '../summary.js';
import { describeChains, nameShare } from './groups.js';
import { formatMs, html, type Markup, renderSentences } from './markup.js';
import { hasHistory, listFileFindings } from './findings.js';

/** Renders the top of the page: the result in one sentence, the counts, and when and with which version the run was made. */
export function renderOverview(report: Report, options: RenderOptions): Markup {
  const { summary, tool, startedAt } = report;
  const counts = [
    ...listCounts(report).map(({ verdict, name, count }): Count => [verdict, name, count]),
    ...countSeverities(summary),
  ].filter(([, , count]) => count > 0);
  const chains = describeChains(report);
  const paragraphs = [
    describeChanges(report),
    describeScope(report, options),
    describeSkipped(report),
    describeQuietPeers(report),
  ].filter((part) => part !== null);
  return html`<header>
    <h1>${describeHeading(report, options)}</h1>
    ${chains === null ? null : html`<p>${renderSentences(chains)}</p>`}
    ${paragraphs.map((paragraph) => html`<p class="scope">${renderSentences(paragraph)}</p>`)}
    ${counts.length === 0 ? null : html`<dl class="counts">${counts.map(renderCount)}</dl>`}
    ${renderShares(report)}
    <p class="run">
      ${formatAmount(summary.endpoints, 'endpoint')} in ${formatAmount(summary.files, 'file')}, checked on
      <time datetime="${startedAt}">${formatTime(startedAt)}</time> in ${formatDuration(report.durationMs)}
      with ${tool.name} ${tool.version}
    </p>
    ${report.endpoints.length === 0 ? null : html`<p class="run">${renderSentences(describeTerms(report))}</p>`}
  </header>`;
}

function describeTerms(report: Report): string {
  const share = nameShare(report);
  const best = share === 'Passing' ? 'passed' : 'ok';
  const passing = `${share} = ${best} ÷ (${best} + failed + invalid). Inconclusive and skipped endpoints are left out.`;
  return hasHistory(report) ? `${passing} ${upIsNotPass}.` : passing;
}

/** The registry, if its name is known, and the result of the run in one sentence, worst first. */
export function describeHeading(report: Report, { registry }: Pick<RenderOptions, 'registry'>): string {
  const parts = [registry, report.interrupted ? 'Interrupted' : null, describeVerdicts(report)];
  return parts.filter((part) => part !== null).join(': ');
}

function describeVerdicts(report: Report): string {
  const { endpoints, failed, invalid, inconclusive, passed, skipped } = report.summary;
  const outside = listFileFindings(report).filter(({ severity }) => severity === 'error').length;
  const more = outside > 0 ? `; ${formatAmount(outside, 'other error')}` : '';
  const share = (count: number, singular: string, plural: string) =>
    `${count} of ${formatAmount(endpoints, 'endpoint')} ${nameAmount(count, singular, plural)}`;
  if (failed > 0) {
    const rest = invalid > 0 ? `, ${formatAmount(invalid, 'more is', 'more are')} invalid` : '';
    return `${share(failed, 'fails', 'fail')}${rest}${more}`;
  }
  if (invalid > 0) return `${share(invalid, 'is invalid', 'are invalid')}${more}`;
  if (endpoints === 0)
    return outside > 0 ? `No endpoints, ${formatAmount(outside, 'error')}` : 'No endpoints';
  if (skipped === endpoints) return `No endpoint was probed${more}`;
  if (inconclusive > 0)
    return `No endpoint fails, ${share(inconclusive, 'is inconclusive', 'are inconclusive')}${more}`;
  const { pass, ok } = countVerdicts(report.endpoints);
  const [singular, plural] =
    ok === 0 ? ['passes', 'pass'] : pass === 0 ? ['is ok', 'are ok'] : ['', 'pass or are ok'];
  if (passed < endpoints) return `${share(passed, singular, plural)}, none fails${more}`;
  return `${endpoints === 1 ? `The endpoint ${singular}` : `All ${endpoints} endpoints ${plural}`}${more}`;
}

type Count = readonly [className: string, label: string, count: number];

function countSeverities({ errors, warnings, notices }: Summary): Count[] {
  return [
    ['error', nameAmount(errors, 'error'), errors],
    ['warning', nameAmount(warnings, 'warning'), warnings],
    ['notice', nameAmount(notices, 'notice'), notices],
  ];
}

function renderCount([className, label, count]: Count): Markup {
  return html`<div class="${className}">
    <dt>${label}</dt>
    <dd>${count}</dd>
  </div>`;
}

/** Renders the shares of the verdicts as a bar. The counts above it contain the same numbers. */
function renderShares(report: Report): Markup | null {
  const { endpoints } = report;
  if (endpoints.length === 0) return null;
  let from = 0;
  const parts = listCounts(report).map(({ verdict, count }) => {
    const width = (count / endpoints.length) * 100;
    const start = from;
    from += width;
    return count === 0
      ? null
      : html`<rect class="${verdict}" x="${start.toFixed(2)}" width="${width.toFixed(2)}" />`;
  });
  return html`<svg class="shares" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
    ${parts}
  </svg> `;
}

function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 1) return formatMs(milliseconds);
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
