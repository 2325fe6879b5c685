import { findCheck } from '../checks/index.js';
import { reclassifySharedLimit } from '../checks/http/outcome.js';
import type { Target } from '../model/entry.js';
import type { Finding } from '../model/finding.js';
import type { JsonObject } from '../model/json.js';
import { anyForm } from '../model/kind.js';
import { nowhere } from '../model/place.js';
import type { EndpointReport, Report } from '../model/report.js';
import { describeFinding, pickPlace } from './findings.js';
import { replaceFindings } from './verdict.js';

/**
 * Takes HTTP 503 and UNAVAILABLE for a limit if another host at the same address answered in the same run: behind one proxy a provider's
 * hosts share the proxy's limits, and a limit proves nothing about the node. Pure.
 */
export function reclassifySharedLimits(report: Report): Report {
  const limits = report.findings.map(reclassify);
  // Few runs have such findings, and a large one has tens of thousands of endpoints.
  if (limits.every((limit) => limit === null)) return report;
  const sharing = findSharing(report.endpoints);
  const changed = new Set<number>();
  const findings = report.findings.map((finding, at) => {
    const limit = limits[at] ?? null;
    if (limit === null || finding.endpoint === null || !sharing.has(finding.endpoint)) return finding;
    changed.add(finding.endpoint);
    return limit;
  });
  return replaceFindings(report, findings, changed);
}

/** The finding if it is about a limit; null if it cannot be. */
function reclassify(finding: Finding): Finding | null {
  const { rule, data, endpoint, baselineState } = finding;
  const limit = reclassifySharedLimit({ code: rule, data });
  if (limit.code === rule) return null;
  // That of an entry that a script copied.
  const line = data['line'] === undefined ? {} : { line: data['line'] };
  const problem = { code: limit.code, data: { ...line, ...limit.data } };
  const placed = { problem, place: nowhere, entry: null };
  return { ...describeFinding(placed, { endpoint, baselineState }), ...pickPlace(finding) };
}

/** The endpoints, by index, with another host at their address that answered. */
function findSharing(endpoints: readonly EndpointReport[]): ReadonlySet<number> {
  const answering = new Map<string | null, Set<string>>();
  const probed = endpoints.map((endpoint) => {
    const { facts } = endpoint;
    return { facts, host: readTarget(endpoint)?.host ?? '', address: readIpAddress(facts) };
  });
  for (const { host, facts, address } of probed) {
    if (address === null || facts['chainId'] == null) continue;
    const hosts = answering.get(address) ?? new Set();
    answering.set(address, hosts.add(host));
  }
  const sharing = probed.flatMap(({ host, address }, index) => {
    const hosts = answering.get(address) ?? new Set();
    return hosts.size > (hosts.has(host) ? 1 : 0) ? [index] : [];
  });
  return new Set(sharing);
}

/** The address without its port: one proxy listens on several. */
function readIpAddress({ address }: JsonObject): string | null {
  return typeof address === 'string' ? address.replace(/:\d+$/, '') : null;
}

/** The target of a reported endpoint; null if its address has none. */
export function readTarget({ kind, url }: Pick<EndpointReport, 'kind' | 'url'>): Target | null {
  return findCheck(kind)?.readUrl(url ?? '', anyForm).target ?? null;
}
