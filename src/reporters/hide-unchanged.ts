import { formatAmount } from '../model/amount.js';
import type { Report } from '../model/report.js';
import type { RenderOptions } from './reporter.js';

/** The reporters that people read during a review; reviewdog turns `rdjson` into comments. */
const reviewReporters = new Set(['pretty', 'github', 'markdown', 'rdjson']);

/**
 * Removes the findings of the baseline from reports for reviews, and adds a sentence that counts them. The summary still includes them, as do
 * reports for programs.
 */
export function hideUnchanged(
  report: Report,
  options: RenderOptions,
  reporter: string,
): { readonly report: Report; readonly options: RenderOptions } {
  const findings = report.findings.filter(({ baselineState }) => baselineState !== 'unchanged');
  const hidden = report.findings.length - findings.length;
  if (hidden === 0 || !reviewReporters.has(reporter)) return { report, options };
  const sentence = `${formatAmount(hidden, 'finding that was there before is', 'findings that were there before are')} not shown.`;
  const scope = options.scope === null ? sentence : `${options.scope} ${sentence}`;
  return { report: { ...report, findings }, options: { ...options, scope } };
}
