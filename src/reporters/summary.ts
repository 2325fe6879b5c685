import { formatAmount } from '../model/amount.js';
import type { Report } from '../model/report.js';
import { groupBy } from './findings.js';
import { listCounts } from './verdicts.js';
import type { RenderOptions } from './reporter.js';

/** Colours a text by its tone. */
export type Paint = (tone: 'bad' | 'doubtful' | 'good' | 'faint', text: string) => string;

/**
 * The last lines: whether the run was interrupted, the endpoints by verdict and in all, the duration, then the findings by severity.
 * `hidden` counts the findings that were not shown above.
 */
export function renderSummary(report: Report, paint: Paint = (_, text) => text, hidden = 0): string {
  const { endpoints, files, errors, warnings, notices } = report.summary;
  const total = `${formatAmount(endpoints, 'endpoint')}${files > 0 ? ` in ${formatAmount(files, 'file')}` : ''}`;
  const findings = [
    formatAmount(errors, 'error'),
    formatAmount(warnings, 'warning'),
    formatAmount(notices, 'notice'),
  ];
  const more = hidden > 0 ? ` (${hidden} more with --verbose)` : '';
  const interrupted = report.interrupted ? `${paint('doubtful', 'interrupted')}: ` : '';
  return `${interrupted}${renderVerdicts(report, paint)} (${total}, ${(report.durationMs / 1_000).toFixed(1)} s)\n${paint('faint', findings.join(', ') + more)}\n`;
}

/** How many endpoints have which verdict, the worst first, without those that none has. */
export function renderVerdicts(report: Report, paint: Paint = (_, text) => text): string {
  const counts = listCounts(report).filter(({ count }) => count > 0);
  return (
    counts.map(({ verdict, name, count }) => paint(tones[verdict], `${count} ${name}`)).join(', ') ||
    'no endpoints'
  );
}

const tones = {
  fail: 'bad',
  invalid: 'bad',
  inconclusive: 'doubtful',
  skipped: 'faint',
  ok: 'good',
  pass: 'good',
} as const;

/**
 * Which part of the registry a report is about, in sentences, for readers who did not type the command; null for all of it. What the
 * caller knows about it replaces what the report has. May hold untrusted text.
 */
export function describeScope(
  { scope: { network, only, since, shard } }: Report,
  { scope }: Pick<RenderOptions, 'scope'>,
): string | null {
  const sentences = [
    scope ?? (since === null ? null : `Compared with ${since}.`),
    scope !== null || shard === null ? null : `Part ${shard}.`,
    only === null ? null : `Only ${only.join(' and ')} endpoints were probed.`,
    network ? null : 'Nothing was probed (--no-network).',
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ') || null;
}

/** How many reasons are named. */
const reasonsShown = 5;

/**
 * Why endpoints were skipped whatever the options, the most frequent reason first; null where none was. Without it, nobody sees whether
 * an exclusion works. May hold untrusted text.
 */
export function describeSkipped({ endpoints }: Report): string | null {
  const skipped = endpoints.filter(({ verdict, skipReason }) => verdict === 'skipped' && skipReason !== null);
  const reasons = [...groupBy(skipped, ({ skipReason }) => skipReason)]
    .map(([reason, own]) => ({ reason: reason ?? '', count: own.length }))
    .sort((a, b) => b.count - a.count);
  const named = reasons.slice(0, reasonsShown);
  const others = reasons.slice(reasonsShown);
  const rest = others.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...named.map(({ reason, count }) => `${reason} (${count})`),
    ...(rest > 0 ? [`${formatAmount(others.length, 'other reason')} (${rest})`] : []),
  ];
  return parts.length === 0 ? null : `Skipped: ${parts.join('; ')}`;
}

/**
 * How many of the findings the options of `check` fix, and which option: a sentence; null where they fix none. What was there before the ref
 * of `--since` does not count, since the options leave it. What is fixed by a rule that is unknown counts for `--fix-all`, which also does
 * what `--fix` does.
 */
export function describeFixable(
  { findings }: Report,
  { rules }: Pick<RenderOptions, 'rules'>,
): string | null {
  const ofFix = new Set(rules.flatMap(({ code, fixable }) => (fixable === '--fix' ? [code] : [])));
  const fixable = findings.filter(({ fix, baselineState }) => fix !== null && baselineState !== 'unchanged');
  const simple = fixable.filter(({ rule }) => ofFix.has(rule)).length;
  const others = fixable.length - simple;
  if (fixable.length === 0) return null;
  if (simple === 0) return `${others} of these can be fixed with --fix-all`;
  return `${simple} of these can be fixed with --fix${others === 0 ? '' : `, ${others} more with --fix-all`}`;
}

/**
 * How many findings the change has, and how many were there before the ref of `--since`, whether they are shown or not; null where nothing was
 * compared.
 */
export function describeComparison({ scope, summary, findings }: Report): string | null {
  if (scope.since === null) return null;
  const fresh = findings.filter(({ baselineState }) => baselineState !== 'unchanged').length;
  // The summary counts those that are left out too.
  const before = summary.errors + summary.warnings + summary.notices - fresh;
  const found = fresh === 0 ? 'no new findings' : formatAmount(fresh, 'new finding');
  return `${found}; ${before === 0 ? 'none were' : formatAmount(before, 'was', 'were')} there before`;
}
