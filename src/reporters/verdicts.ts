import { type EndpointReport, listVerdicts, type Report, type Verdict } from '../model/report.js';

/** Worst first: what reports for people call the endpoints that have a verdict, and the tone of it. */
export const verdictRows: Readonly<Record<Verdict, { readonly name: string; readonly tone: Tone }>> = {
  fail: { name: 'failed', tone: 'bad' },
  invalid: { name: 'invalid', tone: 'bad' },
  inconclusive: { name: 'inconclusive', tone: 'doubtful' },
  skipped: { name: 'skipped', tone: 'faint' },
  ok: { name: 'ok', tone: 'good' },
  pass: { name: 'passed', tone: 'good' },
};

export type Tone = 'bad' | 'doubtful' | 'good' | 'faint';

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
