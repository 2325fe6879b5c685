import { isStale } from '../../checks/block/stale.js';
import { formats } from '../../formats/index.js';
import { describeAddress } from '../../model/kind.js';
import type { Entry } from '../../model/entry.js';
import type { Finding, PlacedProblem } from '../../model/finding.js';
import { nowhere, type Place } from '../../model/place.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { pointerOf } from '../../registry/chains.js';
import { readTarget } from '../shared-limits.js';
import { describeFinding, pickPlace } from '../findings.js';
import type { Outcome } from '../report.js';
import { replaceFindings } from '../verdict.js';
import { type ChainMember, judgeChains } from './judge-chains.js';
import { groupBy } from '../../model/group-by.js';

/** What a run knows of a probed endpoint that its report does not hold. */
export interface ProbedEntry {
  readonly entry: Pick<Entry, 'target' | 'urlPlace' | 'claimPlace'>;
  /** When it was observed, in milliseconds since 1970. */
  readonly observedAt: number;
}

/** On a chain that may not have begun, every problem on the network is a notice. */
export function limitUnbegun({ chainStatus }: Pick<EndpointReport, 'chainStatus'>): {
  readonly atMost?: 'notice';
} {
  return chainStatus === 'upcoming' ? { atMost: 'notice' } : {};
}

/**
 * Judges what the endpoints of each chain show together: adds the findings of `chain/`, removes those that an outvoted claim or other heads
 * explain, and chooses the verdicts of these endpoints again. Pure. `probed` has what a run knows of each endpoint, in the order of the report;
 * a joined report has none of it, so that a finding is at the entry, where none was before.
 */
export function judgeReport(report: Report, probed: readonly (ProbedEntry | null)[] = []): Report {
  const members = listMembers(report, probed);
  const { problems, outvoted, explained } = judgeChains(members);
  const outvotedAt = new Set([...outvoted.keys()].map(({ index }) => index));
  const explainedAt = new Set([...explained].map(({ index }) => index));
  const isOutdated = ({ rule, endpoint }: Finding) =>
    (rule.startsWith('chain/') && rule !== 'chain/still-alive') ||
    (endpoint !== null && outvotedAt.has(endpoint) && comparesClaim(rule)) ||
    (endpoint !== null && explainedAt.has(endpoint) && isStale(rule));
  const outdated = report.findings.filter(isOutdated);
  const earlier = new Map(outdated.map((finding) => [`${finding.rule} ${finding.endpoint ?? ''}`, finding]));
  const baselineState = report.scope.since === null ? null : 'new';
  const ofEndpoints = problems.map(({ member, problem }) => {
    const { index, probed: source } = member;
    const placed = {
      problem,
      place: source?.entry.urlPlace ?? nowhere,
      entry: null,
      ...limitUnbegun(member.endpoint),
    };
    const finding = describeFinding(placed, { endpoint: index, baselineState });
    if (source !== null) return finding;
    const place = earlier.get(`${problem.code} ${index}`) ?? {
      ...member.endpoint,
      endLine: null,
      endColumn: null,
    };
    return { ...finding, ...pickPlace(place) };
  });
  const ofClaims = new Map<string, Finding>();
  const formatNames = new Map(report.files.map(({ path, format }) => [path, format]));
  for (const [member, problem] of outvoted) {
    const { file } = member.endpoint;
    const place = member.probed?.entry.claimPlace ?? {
      file,
      pointer: locateClaim(member.endpoint, formatNames.get(file ?? '') ?? null),
      range: null,
    };
    // Once for each claim, however many entries it is about. By its place: a file may hold several chains.
    const placed = { problem, place, entry: null, ...limitUnbegun(member.endpoint) };
    const finding = describeFinding(placed, { endpoint: null, baselineState });
    ofClaims.set(`${file ?? ''}${place.pointer ?? ''}`, finding);
  }
  const findings = [
    ...report.findings.filter((finding) => !isOutdated(finding)),
    ...ofEndpoints,
    ...ofClaims.values(),
  ];
  const changed = new Set([...outdated, ...ofEndpoints].map(({ endpoint }) => endpoint));
  return replaceFindings(report, findings, changed);
}

interface Member extends ChainMember {
  readonly endpoint: EndpointReport;
  readonly index: number;
  readonly probed: ProbedEntry | null;
}

/** Those that were not probed show nothing, and may be almost all of a large registry. */
function listMembers(report: Report, probed: readonly (ProbedEntry | null)[]): readonly Member[] {
  const startMs = Date.parse(report.startedAt);
  return report.endpoints.flatMap((endpoint, index): readonly Member[] => {
    if (endpoint.attempts === 0) return [];
    const source = probed[index] ?? null;
    const target = source === null ? readTarget(endpoint) : source.entry.target;
    return [
      {
        endpoint,
        index,
        probed: source,
        // Another spelling of an address is the same target.
        address: target === null ? (endpoint.url ?? '') : describeAddress(target),
        probedMs: {
          earliest: source?.observedAt ?? startMs,
          latest: source?.observedAt ?? startMs + report.durationMs,
        },
        unchanged: endpoint.verdict === 'skipped',
      },
    ];
  });
}

/** Whether a rule of any kind compares an endpoint with the chain that is claimed for it. */
function comparesClaim(rule: string): boolean {
  return rule.endsWith('/wrong-chain') || rule.endsWith('/network-differs');
}

/** Where the claim of an endpoint is: in its chain, of which a file may hold several. */
function locateClaim({ pointer, claim }: EndpointReport, formatName: string | null): string {
  const pattern = formats.find(({ name }) => name === formatName)?.chains ?? '';
  const steps = (pointer ?? '').split('/').slice(0, pattern.split('/').length);
  return steps.join('/') + pointerOf(claim?.field ?? '');
}

/** A chain makes blocks if its newest one is not older, in milliseconds. */
const aliveMs = 3_600_000;

export function judgeEnded(
  outcomes: readonly Outcome[],
  ended: ReadonlyMap<Entry, Place>,
): readonly PlacedProblem[] {
  const blocks = outcomes.flatMap((outcome) => {
    const place = ended.get(outcome.entry);
    if (place === undefined || !('result' in outcome)) return [];
    const { observation, observedAt } = outcome.result;
    const { blockHeight: height, blockTime: time } = observation.facts;
    if (typeof time !== 'string' || observedAt - Date.parse(time) >= aliveMs) return [];
    return [
      {
        place,
        height: typeof height === 'string' || typeof height === 'number' ? String(height) : null,
        time,
      },
    ];
  });
  return [...groupBy(blocks, ({ place }) => place)].flatMap(([place, group]) => {
    const [newest] = group.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time));
    if (newest === undefined) return [];
    const asked = [...ended.values()].filter((candidate) => candidate === place).length;
    const data = { alive: group.length, asked, height: newest.height, time: newest.time };
    return [{ problem: { code: 'chain/still-alive', data }, place, entry: null }];
  });
}
