import type { Report, Summary } from '../../model/report.js';
import { formatMs, showSentences, showText } from './markup.js';
import { listUnowned } from './standing.js';
import { formatAmount } from '../summary.js';

/** The top of the page: the verdict in one sentence, the counts, and when and with what the run was made. */
export function renderOverview(report: Report, scope: string | null): string {
  const { summary, tool, startedAt } = report;
  const when = showText(startedAt.slice(0, 16).replace('T', ' '));
  const counts = [...verdictCounts(summary), ...severityCounts(summary)];
  return `<header>
<h1>${describeResult(report)}</h1>
${scope === null ? '' : `<p class="scope">${showSentences(scope)}</p>\n`}<dl class="counts">${counts.map(renderCount).join('')}</dl>
${renderShares(summary)}<p class="run">${formatAmount(summary.endpoints, 'endpoint')} in ${formatAmount(summary.files, 'file')}, checked on <time datetime="${showText(startedAt)}">${when} UTC</time> in ${formatDuration(report.durationMs)} with ${showText(tool.name)} ${showText(tool.version)}</p>
</header>`;
}

/** The result of a run in one sentence, the worst first. */
export function describeResult(report: Report): string {
  return report.interrupted ? `Interrupted: ${describeVerdicts(report)}` : describeVerdicts(report);
}

function describeVerdicts(report: Report): string {
  const { endpoints, failed, invalid, inconclusive, passed, skipped } = report.summary;
  const outside = listUnowned(report).filter(({ severity }) => severity === 'error').length;
  const apart = outside > 0 ? `; ${formatAmount(outside, 'error')} outside of them` : '';
  const share = (count: number, one: string, many: string) =>
    `${count} of ${formatAmount(endpoints, 'endpoint')} ${count === 1 ? one : many}`;
  if (failed > 0) {
    const more = invalid > 0 ? `, ${invalid} more ${invalid === 1 ? 'is' : 'are'} invalid` : '';
    return `${share(failed, 'fails', 'fail')}${more}`;
  }
  if (invalid > 0) return share(invalid, 'is invalid', 'are invalid');
  if (endpoints === 0)
    return outside > 0 ? `No endpoints, ${formatAmount(outside, 'error')}` : 'No endpoints';
  if (skipped === endpoints) return `No endpoint was dialled${apart}`;
  if (inconclusive > 0)
    return `No endpoint fails, ${share(inconclusive, 'is inconclusive', 'are inconclusive')}${apart}`;
  if (passed < endpoints) return `${share(passed, 'passes', 'pass')}, none fails${apart}`;
  return `${endpoints === 1 ? 'The endpoint passes' : `All ${endpoints} endpoints pass`}${apart}`;
}

type Count = readonly [className: string, label: string, count: number];

function verdictCounts({ failed, invalid, inconclusive, skipped, passed }: Summary): Count[] {
  return [
    ['fail', 'failed', failed],
    ['invalid', 'invalid', invalid],
    ['inconclusive', 'inconclusive', inconclusive],
    ['skipped', 'skipped', skipped],
    ['pass', 'passed', passed],
  ];
}

function severityCounts({ errors, warnings, notices }: Summary): Count[] {
  return [
    ['error', 'errors', errors],
    ['warning', 'warnings', warnings],
    ['notice', 'notices', notices],
  ];
}

function renderCount([className, label, count]: Count): string {
  return `<div class="${className}${count === 0 ? ' zero' : ''}"><dt>${label}</dt><dd>${count}</dd></div>`;
}

/** The verdicts' shares as a line, for the eye; the counts above say the same. */
function renderShares(summary: Summary): string {
  if (summary.endpoints === 0) return '';
  let from = 0;
  const parts = verdictCounts(summary).map(([className, , count]) => {
    const width = (count / summary.endpoints) * 100;
    const part = `<rect class="${className}" x="${from.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    from += width;
    return count === 0 ? '' : part;
  });
  return `<svg class="shares" aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">${parts.join('')}</svg>\n`;
}

function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 1) return formatMs(milliseconds);
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
