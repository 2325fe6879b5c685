import { findCheck } from '../../checks/index.js';
import { reclassifySharedLimit } from '../../checks/http/reclassify-limit.js';
import { isStale } from '../../checks/block/stale.js';
import { formats } from '../../formats/index.js';
import { describeAddress } from '../../model/describe-address.js';
import type { Target } from '../../model/entry.js';
import type { Finding } from '../../model/finding.js';
import { nowhere } from '../../model/place.js';
import type { EndpointReport, Report } from '../../model/report.js';
import type { Problem, Severity } from '../../model/rule.js';
import { pointerOf } from '../../registry/claims.js';
import { describeFinding } from '../report.js';
import { compareFindings, summarize } from '../report-order.js';
import { listSharing } from '../shared-limits.js';
import { chooseVerdict } from '../verdict.js';
import { type ChainMember, judgeChains } from './judge-chains.js';
import { limitUnbegun } from './judge-outcomes.js';

/**
 * Judges the chains of a joined report, which its shards could not: adds the findings of `chain/`, removes `wrong-chain` if the claim is outvoted and
 * `stale` if other heads explain it, takes HTTP 503 for a limit if hosts of several shards share a proxy, and chooses the verdicts of these endpoints
 * again. A finding of an entry is at the entry, since a report does not hold the place of its url.
 */
export function judgeReport(joined: Report): Report {
  const limited = reclassifyFindings(joined);
  const report = { ...joined, findings: limited.findings };
  const members = report.endpoints.map((endpoint, index): Member => ({
    ...endpoint,
    index,
    address: normalizeAddress(endpoint),
    probedMs: {
      earliest: Date.parse(report.startedAt),
      latest: Date.parse(report.startedAt) + report.durationMs,
    },
    unchanged: endpoint.verdict === 'skipped',
  }));
  const { problems, outvoted, explained } = judgeChains(members);
  const outvotedAt = new Set([...outvoted.keys()].map(({ index }) => index));
  const explainedAt = new Set([...explained].map(({ index }) => index));
  const isOutdated = ({ rule, endpoint }: Finding) =>
    rule.startsWith('chain/') ||
    (endpoint !== null && outvotedAt.has(endpoint) && rule.endsWith('/wrong-chain')) ||
    (endpoint !== null && explainedAt.has(endpoint) && isStale(rule));
  const claims = new Map<string, Finding>();
  const formatNames = new Map(report.files.map(({ path, format }) => [path, format]));
  for (const [member, problem] of outvoted) {
    const { file } = member;
    const pointer = locateClaim(member, formatNames.get(file ?? '') ?? null);
    claims.set(`${file ?? ''}${pointer}`, { ...describe(problem, null, report), file, pointer });
  }
  const outdated = report.findings.filter(isOutdated);
  // The only places of urls that a report holds.
  const places = new Map(outdated.map((finding) => [`${finding.rule} ${finding.endpoint ?? ''}`, finding]));
  const findings = [
    ...report.findings.filter((finding) => !isOutdated(finding)),
    ...problems.map(({ member, problem }) => {
      const { file, pointer, line, column, endLine, endColumn } = places.get(
        `${problem.code} ${member.index}`,
      ) ?? { ...member, endLine: null, endColumn: null };
      const place = { file, pointer, line, column, endLine, endColumn };
      return { ...describe(problem, member.index, report, limitUnbegun(member)), ...place };
    }),
    ...claims.values(),
  ].sort(compareFindings);
  const changed = new Set([
    ...limited.changed,
    ...outdated.map(({ endpoint }) => endpoint),
    ...problems.map(({ member }) => member.index),
  ]);
  const byEndpoint = new Map<number | null, (Problem & { readonly atMost: Severity })[]>();
  for (const { rule, data, endpoint, severity } of findings) {
    if (!changed.has(endpoint)) continue;
    const endpointProblems = byEndpoint.get(endpoint) ?? [];
    endpointProblems.push({ code: rule, data, atMost: severity });
    byEndpoint.set(endpoint, endpointProblems);
  }
  const endpoints = report.endpoints.map((endpoint, index) =>
    changed.has(index) && endpoint.verdict !== 'skipped' && endpoint.verdict !== 'invalid'
      ? { ...endpoint, verdict: chooseVerdict(byEndpoint.get(index) ?? []) }
      : endpoint,
  );
  return { ...report, summary: summarize(report.files, endpoints, findings), endpoints, findings };
}

interface Member extends ChainMember, EndpointReport {
  readonly file: string | null;
  readonly chain: string | null;
  readonly kind: EndpointReport['kind'];
  readonly claim: EndpointReport['claim'];
  readonly facts: EndpointReport['facts'];
  /** Of the report's endpoints. */
  readonly index: number;
}

/** The findings of a report, with HTTP 503 of shared proxies as limits, and the endpoints whose findings changed. */
function reclassifyFindings(report: Report): {
  readonly findings: readonly Finding[];
  readonly changed: ReadonlySet<number>;
} {
  const hosts = report.endpoints.map((endpoint, index) => ({
    index,
    host: readTarget(endpoint)?.host ?? '',
    facts: endpoint.facts,
  }));
  const sharing = new Set(listSharing(hosts).map(({ index }) => index));
  const changed = new Set<number>();
  const findings = report.findings.map((finding) => {
    const { rule, data, endpoint, file, pointer, line, column, endLine, endColumn } = finding;
    const problem = reclassifySharedLimit({ code: rule, data });
    if (endpoint === null || !sharing.has(endpoint) || problem.code === rule) return finding;
    changed.add(endpoint);
    const place = { file, pointer, line, column, endLine, endColumn };
    return { ...describe(problem, endpoint, report), ...place, baselineState: finding.baselineState };
  });
  return { findings, changed };
}

/** Where the claim of an endpoint is: in its chain, of which a file may hold several. */
function locateClaim({ pointer, claim }: Member, formatName: string | null): string {
  const pattern = formats.find(({ name }) => name === formatName)?.chains ?? '';
  const steps = (pointer ?? '').split('/').slice(0, pattern.split('/').length);
  return steps.join('/') + pointerOf(claim?.field ?? '');
}

/** Compares targets as the run does: another spelling of an address is the same target. */
function normalizeAddress(endpoint: EndpointReport): string {
  const target = readTarget(endpoint);
  return target === null ? (endpoint.url ?? '') : describeAddress(target);
}

function readTarget({ kind, url }: EndpointReport): Target | null {
  return (
    findCheck(kind)?.readUrl(url ?? '', {
      allowPlaintext: true,
      allowScheme: true,
      allowPath: true,
    }).target ?? null
  );
}

function describe(
  problem: Problem,
  endpoint: number | null,
  { scope }: Report,
  limit: { readonly atMost?: Severity } = {},
): Finding {
  return describeFinding(
    { problem, place: nowhere, entry: null, ...limit },
    { endpoint, baselineState: scope.since === null ? null : 'new' },
  );
}
