import { posix } from 'node:path';
import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { formatUrl } from './mask.js';
import type { Entry } from '../model/entry.js';
import { peerToPeerKinds } from '../model/endpoint-kind.generated.js';
import { formatAmount } from '../model/amount.js';

export interface JudgedEndpoint {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
}

export interface GroupedFindings {
  readonly endpoints: readonly JudgedEndpoint[];
  /** Findings about a file but none of its endpoints; with null, about the whole run. */
  readonly ofFile: (path: string | null) => readonly Finding[];
}

export function groupFindings({
  endpoints,
  findings,
}: Pick<Report, 'endpoints' | 'findings'>): GroupedFindings {
  const byEndpoint = groupBy(findings, ({ endpoint }) => endpoint);
  const byFile = groupBy(byEndpoint.get(null) ?? [], ({ file }) => file);
  return {
    endpoints: endpoints.map((endpoint, index) => ({ endpoint, findings: byEndpoint.get(index) ?? [] })),
    ofFile: (path) => byFile.get(path) ?? [],
  };
}

/** The paths in a report: those of the files that were read, then others that have findings, such as the exclusion file. */
export function listPaths({ files, findings }: Report): readonly string[] {
  return [...new Set([...files.map(({ path }) => path), ...findings.flatMap(({ file }) => file ?? [])])];
}

/** A path of a report relative to the reader's working directory. A path outside the registry is normalized, as GitHub requires. */
export function joinPath(pathPrefix: string, path: string): string {
  return path.startsWith('../') ? posix.join(pathPrefix, path) : pathPrefix + path;
}

/** The same in Unicode, for formats that can hold no lone surrogate. */
export function joinUnicodePath(pathPrefix: string, path: string): string {
  return joinPath(pathPrefix, path).replaceAll(/\p{Cs}/gu, '\ufffd');
}

/** The message of a finding, preceded by the address of an endpoint that is in no file, for reports that name it nowhere else. */
export function nameMessage(
  { file, endpoint, message }: Finding,
  endpoints: readonly EndpointReport[],
): string {
  return file !== null || endpoint === null
    ? message
    : `${formatUrl(endpoints[endpoint]?.url ?? null)} · ${message}`;
}

/** Whether an endpoint must be fixed: it has an error, or it fails or is invalid with findings that are not all in the baseline. */
export function needsFix({ verdict }: EndpointReport, findings: readonly Finding[]): boolean {
  if (findings.some(({ severity }) => severity === 'error')) return true;
  const isOld = findings.length > 0 && findings.every(({ baselineState }) => baselineState === 'unchanged');
  return (verdict === 'fail' || verdict === 'invalid') && !isOld;
}

export const severities: readonly Severity[] = ['error', 'warning', 'notice'];

/** Sorts findings by severity, most severe first; within a severity in the report's order. */
export function sortBySeverity(findings: readonly Finding[]): Finding[] {
  return severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** Describes an entry in one line, with its place if it has one: `kava/chain.json:5 rpc https://rpc.example.com (Example)`. Not escaped. */
export function describeEntry({ place, kind, url, provider }: Entry, pathPrefix: string): string {
  const operator = provider === null || provider.trim() === '' ? '' : ` (${provider})`;
  const location = describePlace({ place }, pathPrefix);
  return `${location === '' ? '' : `${location} `}${kind} ${formatUrl(url)}${operator}`;
}

export function describePlace({ place: { file, range } }: Pick<Entry, 'place'>, pathPrefix: string): string {
  return file === null ? '' : `${joinPath(pathPrefix, file)}:${range?.line ?? 1}`;
}

/**
 * The peers of files, by their place in the report, that are inconclusive and have nothing but notices: many refuse data centres, so reports only
 * count them, without these notices.
 */
export function findQuietPeers({ endpoints, findings }: Report): ReadonlySet<number> {
  const peers = endpoints.flatMap(({ kind, verdict, file }, index) =>
    verdict === 'inconclusive' && file !== null && peerToPeerKinds.includes(kind) ? [index] : [],
  );
  const quiet = new Set(peers);
  for (const { severity, endpoint } of findings)
    if (severity !== 'notice' && endpoint !== null) quiet.delete(endpoint);
  return quiet;
}

/** How many peers are only counted; null if there are none. */
export function describeQuietPeers(report: Report): string | null {
  const count = findQuietPeers(report).size;
  return count === 0
    ? null
    : `${formatAmount(count, 'peer is', 'peers are')} inconclusive: many let nobody in from a data centre, or are full`;
}
