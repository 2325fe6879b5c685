import { formatAmount } from '../model/amount.js';
import { type EndpointReport, listVerdicts, type Report, type Verdict } from '../model/report.js';
import { groupBy } from '../model/group-by.js';
import type { RenderOptions } from './reporter.js';

export type Paint = (tone: Tone, text: string) => string;

/**
 * Renders two lines: whether the run was interrupted, the endpoints by verdict and in total, and the duration; then the findings by severity.
 * `hidden` is the number of findings that were not shown above.
 */
export function renderSummary(
  report: Report,
  paint: Paint = (_, text) => text,
  hidden = 0,
): readonly [verdicts: string, findings: string] {
  const { endpoints, files, errors, warnings, notices } = report.summary;
  const total = `${formatAmount(endpoints, 'endpoint')}${files > 0 ? ` in ${formatAmount(files, 'file')}` : ''}`;
  const findings = [
    formatAmount(errors, 'error'),
    formatAmount(warnings, 'warning'),
    formatAmount(notices, 'notice'),
  ];
  const more = hidden > 0 ? ` (${hidden} more with --verbose)` : '';
  const interrupted = report.interrupted ? `${paint('doubtful', 'interrupted')}: ` : '';
  return [
    `${interrupted}${renderVerdicts(report, paint)} (${total}, ${(report.durationMs / 1_000).toFixed(1)} s)`,
    paint('faint', findings.join(', ') + more),
  ];
}

/** Counts the endpoints by verdict, worst first, without verdicts that none has. */
export function renderVerdicts(report: Report, paint: Paint = (_, text) => text): string {
  const counts = listCounts(report).filter(({ count }) => count > 0);
  return (
    counts
      .map(({ verdict, name, count }) => paint(verdictRows[verdict].tone, `${count} ${name}`))
      .join(', ') || 'no endpoints'
  );
}

/**
 * Describes which part of the registry a report covers, in sentences, for readers who did not type the command; null for all of it. The caller's
 * description replaces that of the report. May contain untrusted text.
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

const reasonsShown = 5;

/**
 * Describes why endpoints were skipped regardless of options, most frequent reason first; null if none was. Shows, for instance, whether an
 * exclusion works. May contain untrusted text.
 */
export function describeSkipped({ endpoints }: Report): string | null {
  const skipped = endpoints.filter(({ verdict, skipReason }) => verdict === 'skipped' && skipReason !== null);
  const reasons = [...groupBy(skipped, ({ skipReason }) => skipReason)]
    .map(([reason, group]) => ({ reason: reason ?? '', count: group.length }))
    .sort((a, b) => b.count - a.count);
  const named = reasons.slice(0, reasonsShown);
  const unnamed = reasons.slice(reasonsShown);
  const rest = unnamed.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    ...named.map(({ reason, count }) => `${reason} (${count})`),
    ...(rest > 0 ? [`${formatAmount(unnamed.length, 'other reason')} (${rest})`] : []),
  ];
  return parts.length === 0 ? null : `Skipped: ${parts.join('; ')}`;
}

/**
 * Describes how many findings the options of `check` can fix, and with which option; null if none. Ignores findings of the baseline of
 * `--since`, which the options leave alone. Fixes of unknown rules count for `--fix-all`, which includes `--fix`.
 */
export function describeFixable(
  { findings }: Report,
  { rules }: Pick<RenderOptions, 'rules'>,
): string | null {
  const ofFix = new Set(rules.flatMap(({ code, fixable }) => (fixable === '--fix' ? [code] : [])));
  const fixable = findings.filter(({ fix, baselineState }) => fix !== null && baselineState !== 'unchanged');
  const simple = fixable.filter(({ rule }) => ofFix.has(rule)).length;
  const rest = fixable.length - simple;
  if (fixable.length === 0) return null;
  if (simple === 0) return `${rest} of these can be fixed with --fix-all`;
  return `${simple} of these can be fixed with --fix${rest === 0 ? '' : `, ${rest} more with --fix-all`}`;
}

/** Describes how many findings are new, and how many are in the baseline of `--since`, whether shown or not; null if nothing was compared. */
export function describeComparison({ scope, summary, findings }: Report): string | null {
  if (scope.since === null) return null;
  const fresh = findings.filter(({ baselineState }) => baselineState !== 'unchanged').length;
  // The summary includes hidden ones.
  const before = summary.errors + summary.warnings + summary.notices - fresh;
  if (fresh === 0 && before === 0) return 'Nothing is wrong, and nothing was wrong before.';
  const text = fresh === 0 ? 'no new findings' : formatAmount(fresh, 'new finding');
  return `${text}; ${before === 0 ? 'none were' : formatAmount(before, 'was', 'were')} there before`;
}

/** Worst first: what reports for people call the endpoints that have a verdict, and the tone of it. */
export const verdictRows: Readonly<Record<Verdict, { readonly name: string; readonly tone: Tone }>> = {
  fail: { name: 'failed', tone: 'bad' },
  invalid: { name: 'invalid', tone: 'bad' },
  inconclusive: { name: 'inconclusive', tone: 'doubtful' },
  skipped: { name: 'skipped', tone: 'faint' },
  ok: { name: 'ok', tone: 'good' },
  pass: { name: 'passed', tone: 'good' },
};

type Tone = 'bad' | 'doubtful' | 'good' | 'faint';

const worstFirst = Object.keys(verdictRows) as readonly Verdict[];

export interface VerdictCount {
  readonly verdict: Verdict;
  readonly name: string;
  readonly count: number;
}

export function rankVerdict(verdict: Verdict): number {
  return worstFirst.indexOf(verdict);
}

/** The verdicts that these endpoints may have, worst first, as in reports for people. */
export function listWorstFirst(endpoints: readonly EndpointReport[]): readonly Verdict[] {
  const possible = listVerdicts(endpoints);
  return worstFirst.filter((verdict) => possible.includes(verdict));
}

export function countVerdicts(endpoints: readonly EndpointReport[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, ok: 0, fail: 0, invalid: 0, inconclusive: 0, skipped: 0 };
  for (const { verdict } of endpoints) counts[verdict] += 1;
  return counts;
}

/**
 * Counts the endpoints of a report, or some of them, by verdict, worst first, with the name of each count. If nothing was probed, endpoints that
 * are skipped for no other reason are well-formed; not so in a comparison, which also skips endpoints that were malformed before.
 */
export function listCounts(
  { endpoints, summary, scope }: Report,
  selected?: readonly EndpointReport[],
): VerdictCount[] {
  const { passed, failed, invalid, inconclusive, skipped } = summary;
  const { ok } = countVerdicts(endpoints);
  const ofAll = { pass: passed - ok, ok, fail: failed, invalid, inconclusive, skipped };
  const counts = selected === undefined ? ofAll : countVerdicts(selected);
  const isWellFormed = ({ verdict, skipReason }: EndpointReport) =>
    verdict === 'skipped' && skipReason === null;
  const isJudged = !scope.network && scope.since === null;
  const wellFormed = isJudged ? (selected ?? endpoints).filter(isWellFormed).length : 0;
  return listWorstFirst(endpoints).flatMap((verdict): VerdictCount[] => {
    const total = { verdict, name: verdictRows[verdict].name, count: counts[verdict] };
    if (verdict !== 'skipped' || wellFormed === 0) return [total];
    const rest = { ...total, count: total.count - wellFormed };
    const unprobed = { verdict, name: 'well-formed, not probed', count: wellFormed };
    return rest.count === 0 ? [unprobed] : [rest, unprobed];
  });
}

/** The share of endpoints that passed, or of routes that are ok, without inconclusive and skipped ones; null if there are none. */
export function findPassing(endpoints: readonly EndpointReport[]): {
  readonly passed: number;
  readonly judged: number;
  readonly share: number;
} | null {
  const { pass, ok, fail, invalid } = countVerdicts(endpoints);
  const passed = pass + ok;
  const judged = passed + fail + invalid;
  return judged === 0 ? null : { passed, judged, share: passed / judged };
}
