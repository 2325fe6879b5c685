import { type EndpointReport, listVerdicts, type Report, type Verdict } from '../model/report.js';

const worstFirst: readonly Verdict[] = ['fail', 'invalid', 'inconclusive', 'skipped', 'ok', 'pass'];

/** What endpoints with a verdict are called where they are counted. */
const names = {
  fail: 'failed',
  invalid: 'invalid',
  inconclusive: 'inconclusive',
  skipped: 'skipped',
  ok: 'ok',
  pass: 'passed',
} as const satisfies Record<Verdict, string>;

/** Endpoints that are counted together. */
export interface VerdictCount {
  readonly verdict: Verdict;
  readonly name: string;
  readonly count: number;
}

/** The place of a verdict where the worst comes first. */
export function rankVerdict(verdict: Verdict): number {
  return worstFirst.indexOf(verdict);
}

/** The verdicts that these endpoints may have, in the order of reports for people: the worst first. */
export function listWorstFirst(endpoints: readonly EndpointReport[]): readonly Verdict[] {
  const possible = listVerdicts(endpoints);
  return worstFirst.filter((verdict) => possible.includes(verdict));
}

/** How many of the endpoints have each verdict. */
export function countVerdicts(endpoints: readonly EndpointReport[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, ok: 0, fail: 0, invalid: 0, inconclusive: 0, skipped: 0 };
  for (const { verdict } of endpoints) counts[verdict] += 1;
  return counts;
}

/**
 * The endpoints of a report, or some of them, by verdict, the worst first, with what each count is called. Where nothing was probed, those that are
 * skipped for no other reason are well-formed, but not where they are compared: what was malformed before is skipped too.
 */
export function listCounts(
  { endpoints, summary, scope }: Report,
  some?: readonly EndpointReport[],
): VerdictCount[] {
  const { passed, failed, invalid, inconclusive, skipped } = summary;
  const { ok } = countVerdicts(endpoints);
  const ofAll = { pass: passed - ok, ok, fail: failed, invalid, inconclusive, skipped };
  const counts = some === undefined ? ofAll : countVerdicts(some);
  const isWellFormed = ({ verdict, skipReason }: EndpointReport) =>
    verdict === 'skipped' && skipReason === null;
  const isJudged = !scope.network && scope.since === null;
  const wellFormed = isJudged ? (some ?? endpoints).filter(isWellFormed).length : 0;
  return listWorstFirst(endpoints).flatMap((verdict): VerdictCount[] => {
    const one = { verdict, name: names[verdict], count: counts[verdict] };
    if (verdict !== 'skipped' || wellFormed === 0) return [one];
    const rest = { ...one, count: one.count - wellFormed };
    const unprobed = { verdict, name: 'well-formed, not probed', count: wellFormed };
    return rest.count === 0 ? [unprobed] : [rest, unprobed];
  });
}

/** The share of endpoints that passed, or of routes that are ok, among those that were proved right or wrong; null where none was. */
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
