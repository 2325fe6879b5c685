import { findCheck } from '../checks/index.js';
import { reclassifySharedLimit } from '../checks/http/reclassify-limit.js';
import type { Target } from '../model/entry.js';
import type { JsonObject } from '../model/json.js';
import { nowhere } from '../model/place.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { ProbedTarget } from './local-failure.js';
import { pickPlace, replaceFindings } from './replace-findings.js';
import { describeFinding } from './report.js';

interface ProbedHost {
  readonly host: string;
  readonly facts: JsonObject;
}

/**
 * Takes HTTP 503 and UNAVAILABLE for a limit if another host at the same address answered in the same run: behind one proxy a provider's
 * hosts share the proxy's limits, and a limit proves nothing about the node. Pure.
 */
export function reclassifySharedLimits(
  results: ReadonlyMap<string, ProbedTarget>,
): ReadonlyMap<string, ProbedTarget> {
  const hosts = [...results].map(([key, { target, result }]) => ({
    key,
    host: target.host,
    facts: result.observation.facts,
  }));
  const sharing = new Set(listSharing(hosts).map(({ key }) => key));
  return new Map([...results].map(([key, probed]) => [key, sharing.has(key) ? reclassify(probed) : probed]));
}

/** The same for a joined report, whose parts did not know of each other's answers. */
export function reclassifyReportedLimits(report: Report): Report {
  const hosts = report.endpoints.map((endpoint, index) => ({
    index,
    host: readTarget(endpoint)?.host ?? '',
    facts: endpoint.facts,
  }));
  const sharing = new Set(listSharing(hosts).map(({ index }) => index));
  const changed = new Set<number>();
  const findings = report.findings.map((finding) => {
    const { rule, data, endpoint, baselineState } = finding;
    if (endpoint === null || !sharing.has(endpoint)) return finding;
    const problem = reclassifySharedLimit({ code: rule, data });
    if (problem.code === rule) return finding;
    changed.add(endpoint);
    const placed = { problem, place: nowhere, entry: null };
    return { ...describeFinding(placed, { endpoint, baselineState }), ...pickPlace(finding) };
  });
  return replaceFindings(report, findings, changed);
}

/** The hosts with another host at their address that answered. Pure. */
function listSharing<Of extends ProbedHost>(probed: readonly Of[]): readonly Of[] {
  const answering = new Map<string | null, Set<string>>();
  for (const { host, facts } of probed) {
    const address = readIpAddress(facts);
    if (address === null || facts['chainId'] == null) continue;
    const hosts = answering.get(address) ?? new Set();
    answering.set(address, hosts.add(host));
  }
  return probed.filter(({ host, facts }) => {
    const hosts = answering.get(readIpAddress(facts)) ?? new Set();
    return hosts.size > (hosts.has(host) ? 1 : 0);
  });
}

function reclassify({ target, result }: ProbedTarget): ProbedTarget {
  const problems = result.observation.problems.map(reclassifySharedLimit);
  return { target, result: { ...result, observation: { ...result.observation, problems } } };
}

/** The address without its port: one proxy listens on several. */
function readIpAddress({ address }: JsonObject): string | null {
  return typeof address === 'string' ? address.replace(/:\d+$/, '') : null;
}

/** The target of a reported endpoint; null if its address has none. */
export function readTarget({ kind, url }: Pick<EndpointReport, 'kind' | 'url'>): Target | null {
  const allowed = { allowPlaintext: true, allowScheme: true, allowPath: true };
  return findCheck(kind)?.readUrl(url ?? '', allowed).target ?? null;
}
