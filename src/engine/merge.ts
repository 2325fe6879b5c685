import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { type EndpointReport, type FileReport, type Report, routeKind, type Scope } from '../model/report.js';
import { judgeReport } from './chain/judge-report.js';
import { reclassifySharedLimits } from './shared-limits.js';
import { compareFindings, comparePositions, compareTexts } from './findings.js';
import { summarize } from './verdict.js';
import { parseShard, type Shard } from './shard.js';
import { wordProblem } from './rule-catalogue.js';
import { tool } from './tool.js';

/**
 * Joins the reports of a registry's parts into the report of the whole. An endpoint that several reports list is taken, with its
 * findings, from the last one that probed it, else from the last; equal findings about a file or the run are reported once. What the
 * endpoints of a chain show together is judged over all reports.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const files = new Map<string, FileReport>();
  const listed = new Map<string, Listed>();
  const ofNoEndpoint = new Map<string, Finding>();
  reports.forEach((report, source) => {
    for (const file of report.files) files.set(file.path, file);
    const reported = report.endpoints.map((endpoint): Listed => ({ endpoint, findings: [] }));
    for (const finding of report.findings) {
      const subject = finding.endpoint === null ? undefined : reported[finding.endpoint];
      if (subject === undefined) ofNoEndpoint.set(identifyFinding(finding, report.scope), finding);
      else subject.findings.push(finding);
    }
    reported.forEach((listing, index) => {
      const key = identify(listing.endpoint, source, index);
      const earlier = listed.get(key);
      if (earlier === undefined || listing.endpoint.attempts > 0 || earlier.endpoint.attempts === 0)
        listed.set(key, listing);
    });
  });
  const sorted = [...listed.values()].sort((a, b) => comparePositions(a.endpoint, b.endpoint));
  const endpoints = sorted.map(({ endpoint }) => endpoint);
  const findings = [
    ...joinStillAlive([...ofNoEndpoint.values()]),
    ...sorted.flatMap((listing, endpoint) => listing.findings.map((finding) => ({ ...finding, endpoint }))),
  ].sort(compareFindings);
  const paths = [...files.values()].sort((a, b) => compareTexts(a.path, b.path));
  const startedAt = Math.min(...reports.map((report) => Date.parse(report.startedAt)));
  const endedAt = Math.max(...reports.map((report) => Date.parse(report.startedAt) + report.durationMs));
  const joined: Report = {
    version: 1,
    tool,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    interrupted: reports.some(({ interrupted }) => interrupted),
    scope: joinScopes(reports),
    // Each part of a registry has compared the whole.
    changes: reports.find(({ changes }) => changes !== null)?.changes ?? null,
    removed: reports.find(({ changes }) => changes !== null)?.removed ?? [],
    summary: summarize(paths, endpoints, findings),
    files: paths,
    endpoints,
    findings,
  };
  // A whole report has judged its chains. Shards have not, and some of them alone cannot be judged.
  const isWholeOfParts = listShards(reports).length > 0 && findMissingShards(reports).length === 0;
  return isWholeOfParts ? judgeReport(reclassifySharedLimits(joined)) : joined;
}

/** A sentence for the user if the reports are of different versions of a registry: one place of a file has two urls. Null if they are not. */
export function findVersionConflict(reports: readonly Report[]): string | null {
  // Where an object has a key twice, two entries have one place.
  const isTwice = ({ rule }: Finding) => rule === 'file/duplicate-key';
  const ambiguous = new Set(
    reports.flatMap(({ findings }) => findings.filter(isTwice).map(({ file }) => file)),
  );
  const urls = new Map<string, string | null>();
  for (const endpoint of reports.flatMap(({ endpoints }) => endpoints)) {
    const { file, line, url } = endpoint;
    if (file === null || ambiguous.has(file)) continue;
    const key = identify(endpoint, 0, 0);
    const otherUrl = urls.get(key);
    if (otherUrl !== undefined && otherUrl !== url)
      return `the reports are of different versions of ${file} (line ${line ?? 1}): make all of them from one commit`;
    urls.set(key, url);
  }
  return null;
}

/** Equal findings have one key, and so have those of one part about a chain that the change calls ended: the last one counts. */
function identifyFinding(finding: Finding, { shard }: Scope): string {
  const { file, pointer, line } = finding;
  return JSON.stringify(isAlive(finding) ? [file, pointer, line, shard] : finding);
}

function isAlive({ rule }: Finding): boolean {
  return rule === 'chain/still-alive';
}

/** Each part has asked its own endpoints of a chain that the change calls ended: together their answers are one finding. */
function joinStillAlive(findings: readonly Finding[]): readonly Finding[] {
  const readTime = ({ data: { time } }: Finding) => (typeof time === 'string' ? time : '');
  const chains = groupBy(findings.filter(isAlive), ({ file, pointer, line }) =>
    JSON.stringify([file, pointer, line]),
  );
  const joined = [...chains.values()].flatMap((parts) => {
    const [newest] = parts.toSorted((a, b) => compareTexts(readTime(b), readTime(a)));
    if (newest === undefined) return [];
    const count = parts.reduce((sum, { data }) => sum + Number(data['alive']), 0);
    const data = { ...newest.data, alive: count };
    return [{ ...newest, ...wordProblem({ code: newest.rule, data }), data }];
  });
  return [...findings.filter((finding) => !isAlive(finding)), ...joined];
}

/** The parts of a registry that no report covers, such as `2/3`; none if no report is of a part. */
export function findMissingShards(reports: readonly Report[]): readonly string[] {
  const shards = listShards(reports);
  return findShardCounts(reports).flatMap((count) => {
    const present = new Set(shards.filter((shard) => shard.count === count).map(({ index }) => index));
    const all = Array.from({ length: count }, (_, at) => at + 1);
    return all.filter((index) => !present.has(index)).map((index) => `${index}/${count}`);
  });
}

/** Into how many parts the registry was split: one number if the reports belong together, none if no report is of a part. */
export function findShardCounts(reports: readonly Report[]): readonly number[] {
  return [...new Set(listShards(reports).map(({ count }) => count))];
}

function listShards(reports: readonly Report[]): readonly Shard[] {
  return reports.flatMap(({ scope: { shard } }) => (shard === null ? [] : (parseShard(shard) ?? [])));
}

/** The scope that all reports share; if they differ, what any of them covers. Which part of a registry it is, the test of a service does not say. */
function joinScopes(reports: readonly Report[]): Scope {
  const isOfService = ({ endpoints }: Report) =>
    endpoints.length > 0 && endpoints.every(({ kind }) => kind === routeKind);
  const ofRegistry = reports.filter((report) => !isOfService(report));
  const scopes = (ofRegistry.length === 0 ? reports : ofRegistry).map(({ scope }) => scope);
  const [first] = scopes;
  const kinds = scopes.map(({ only }) => only);
  const shards = new Set(scopes.flatMap(({ shard }) => shard ?? []));
  return {
    network: reports.some(({ scope }) => scope.network),
    only: kinds.includes(null) ? null : [...new Set(kinds.flatMap((only) => only ?? []))],
    since: first !== undefined && scopes.every(({ since }) => since === first.since) ? first.since : null,
    // A shard joined with a report of no part is still that shard.
    shard: shards.size === 1 && !shards.has('1/1') ? ([...shards][0] ?? null) : null,
  };
}

interface Listed {
  readonly endpoint: EndpointReport;
  readonly findings: Finding[];
}

/** An endpoint of a file is identified by its place; one of the command line is unique. */
function identify({ file, pointer, kind }: EndpointReport, source: number, index: number): string {
  return JSON.stringify(file === null ? [source, index] : [file, kind, pointer]);
}
