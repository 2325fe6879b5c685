import { groupBy } from '../model/group-by.js';
import type { Finding } from '../model/finding.js';
import { type EndpointReport, isGood, type Report } from '../model/report.js';
import { capFindings } from './cap.js';
import { listCollective } from './collective.js';
import { findQuietPeers, groupFindings, type JudgedEndpoint, listPaths } from './findings.js';
import type { RenderOptions } from './reporter.js';

/** What is shown of a file, or of the whole run if the path is null. */
export interface ShownFile {
  readonly path: string | null;
  /** Findings about the file but none of its endpoints. */
  readonly findings: readonly Finding[];
  readonly endpoints: readonly JudgedEndpoint[];
}

/**
 * Selects what to show at a level of detail: the run first, then the files in their order, without empty ones. With `--since`, files with
 * something new come first.
 */
export function selectShown(report: Report, detail: RenderOptions['detail']): readonly ShownFile[] {
  const findings = capFindings(report.findings.filter(chooseShown(report, detail)), report);
  const grouped = groupFindings({ ...report, findings });
  const quiet = detail === 'verbose' ? new Set<number>() : findQuietPeers(report);
  // Endpoints whose failure the run explains have no findings.
  const isExplained = report.findings.some(({ endpoint, file }) => endpoint === null && file === null);
  const shownEndpoints = grouped.endpoints.filter(
    (judged, index) =>
      judged.findings.length > 0 || !(quiet.has(index) || isOmitted(judged.endpoint, detail, isExplained)),
  );
  const endpoints = groupBy(shownEndpoints, ({ endpoint }) => endpoint.file);
  const files = [null, ...listPaths(report)]
    .map((path) => ({ path, findings: grouped.ofFile(path), endpoints: endpoints.get(path) ?? [] }))
    .filter((file) => file.findings.length > 0 || file.endpoints.length > 0);
  return report.scope.since === null ? files : files.sort((a, b) => Number(isOld(a)) - Number(isOld(b)));
}

/** Whether everything shown of a file is in the baseline of `--since`. */
export function isOld({ path, findings, endpoints }: ShownFile): boolean {
  const visible = [...findings, ...endpoints.flatMap((shownEndpoint) => shownEndpoint.findings)];
  return (
    path !== null &&
    endpoints.every(({ endpoint }) => endpoint.verdict === 'skipped') &&
    visible.every(({ baselineState }) => baselineState === 'unchanged')
  );
}

/** Number of findings that `selectShown` omits. Those that are combined into one notice count as shown. */
export function countHidden(report: Report, detail: RenderOptions['detail']): number {
  const isShown = chooseShown(report, detail);
  const shownOnce = showsCollective(detail) ? listCollective(report.findings) : new Set<Finding>();
  return report.findings.filter((finding) => !isShown(finding) && !shownOnce.has(finding)).length;
}

/** Whether notices about many files or entries are combined; with --verbose they are not. */
export function showsCollective(detail: RenderOptions['detail']): boolean {
  return detail === 'normal';
}

/**
 * Notices about files, such as files without endpoints, apply to many files and matter to few readers. Quiet omits all notices except those that
 * explain an inconclusive result.
 */
function chooseShown(report: Report, detail: RenderOptions['detail']): (finding: Finding) => boolean {
  const shownOnce = listCollective(report.findings);
  const quiet = findQuietPeers(report);
  return (finding) => {
    const { severity, file, endpoint } = finding;
    if (detail === 'verbose' || severity !== 'notice') return true;
    if (shownOnce.has(finding)) return false;
    if (endpoint !== null && quiet.has(endpoint)) return false;
    const about = endpoint === null ? undefined : report.endpoints[endpoint];
    if (about?.verdict === 'inconclusive' || (file === null && endpoint === null)) return true;
    return detail === 'normal' && endpoint !== null;
  };
}

function isOmitted(endpoint: EndpointReport, detail: RenderOptions['detail'], isExplained: boolean): boolean {
  if (detail === 'verbose') return false;
  const { verdict } = endpoint;
  if (verdict === 'skipped') return true;
  return detail === 'quiet' && (isGood(verdict) || (verdict === 'inconclusive' && isExplained));
}
