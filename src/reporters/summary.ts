import type { Report } from '../model/report.js';

/** Gives a text the colour of what it tells. */
export type Paint = (tone: 'bad' | 'doubtful' | 'good' | 'faint', text: string) => string;

/**
 * The last lines: whether the run was interrupted, the verdicts apart, then what was looked at, then the findings. `hidden` counts the findings that were not
 * shown above.
 */
export function renderSummary(report: Report, paint: Paint = (_, text) => text, hidden = 0): string {
  const { endpoints, files, errors, warnings, notices } = report.summary;
  const looked = `${formatAmount(endpoints, 'endpoint')}${files > 0 ? ` in ${formatAmount(files, 'file')}` : ''}`;
  const found = [
    formatAmount(errors, 'error'),
    formatAmount(warnings, 'warning'),
    formatAmount(notices, 'notice'),
  ];
  const more = hidden > 0 ? ` (${hidden} more with --verbose)` : '';
  const interrupted = report.interrupted ? `${paint('doubtful', 'interrupted')}: ` : '';
  return `${interrupted}${renderVerdicts(report, paint)} (${looked}, ${(report.durationMs / 1_000).toFixed(1)} s)\n${paint('faint', found.join(', ') + more)}\n`;
}

/** How many endpoints have which verdict, the worst first; those that nothing has are left out. */
export function renderVerdicts({ summary }: Report, paint: Paint = (_, text) => text): string {
  const { passed, failed, invalid, inconclusive, skipped } = summary;
  const verdicts = [
    failed > 0 ? paint('bad', `${failed} failed`) : null,
    invalid > 0 ? paint('bad', `${invalid} invalid`) : null,
    inconclusive > 0 ? paint('doubtful', `${inconclusive} inconclusive`) : null,
    skipped > 0 ? paint('faint', `${skipped} skipped`) : null,
    passed > 0 ? paint('good', `${passed} passed`) : null,
  ];
  return verdicts.filter((part) => part !== null).join(', ') || 'no endpoints';
}

/** A count and its noun: `1 endpoint`, `2 endpoints`. */
export function formatAmount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
