import type { Finding } from '../model/finding.js';
import { type EndpointReport, isGood, type Report } from '../model/report.js';
import { listCollective } from './collective.js';
import { groupFindings, listPaths } from './findings.js';
import type { RenderOptions } from './reporter.js';

/** An endpoint that is shown, with those of its findings that are. */
export interface ShownEndpoint {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
}

/** What is shown of a file; of the run as a whole where the path is null. */
export interface ShownFile {
  readonly path: string | null;
  /** About the file and none of its endpoints. */
  readonly findings: readonly Finding[];
  readonly endpoints: readonly ShownEndpoint[];
}

/**
 * What is shown of a report at a level of detail: the run first, then the files in their order, without those of which nothing is. With
 * `--since`, those with something new come before the others.
 */
export function selectShown(report: Report, detail: RenderOptions['detail']): readonly ShownFile[] {
  const grouped = groupFindings(report);
  const isShown = chooseShown(report, detail);
  const endpoints = new Map<string | null, ShownEndpoint[]>();
  // Endpoints that the run's own failure explains have no finding of their own.
  const isExplained = grouped.ofFile(null).length > 0;
  report.endpoints.forEach((endpoint, index) => {
    const findings = grouped.ofEndpoint(index).filter(isShown);
    if (findings.length === 0 && isOmitted(endpoint, detail, isExplained)) return;
    const own = endpoints.get(endpoint.file);
    if (own === undefined) endpoints.set(endpoint.file, [{ endpoint, findings }]);
    else own.push({ endpoint, findings });
  });
  const shown = [null, ...listPaths(report)]
    .map((path) => ({
      path,
      findings: grouped.ofFile(path).filter(isShown),
      endpoints: endpoints.get(path) ?? [],
    }))
    .filter((file) => file.findings.length > 0 || file.endpoints.length > 0);
  return report.scope.since === null ? shown : shown.sort((a, b) => Number(isOld(a)) - Number(isOld(b)));
}

/** Whether all that is shown of a file was there before the ref of `--since`. */
export function isOld({ path, findings, endpoints }: ShownFile): boolean {
  const shown = [...findings, ...endpoints.flatMap((one) => one.findings)];
  return (
    path !== null &&
    endpoints.every(({ endpoint }) => endpoint.verdict === 'skipped') &&
    shown.every(({ baselineState }) => baselineState === 'unchanged')
  );
}

/** How many findings `selectShown` leaves out; those that are shown once for all files count as shown where they are. */
export function countHidden(report: Report, detail: RenderOptions['detail']): number {
  const isShown = chooseShown(report, detail);
  const shownOnce = showsCollective(detail) ? listCollective(report.findings) : new Set<Finding>();
  return report.findings.filter((finding) => !isShown(finding) && !shownOnce.has(finding)).length;
}

/** Whether notices that are true of many files or entries are shown once: with --verbose each has its own. */
export function showsCollective(detail: RenderOptions['detail']): boolean {
  return detail === 'normal';
}

/**
 * Notices about files, as of files without endpoints, are true of many files of a registry and needed by few. Quiet leaves out all
 * notices but those that explain why nothing was proved.
 */
function chooseShown(
  { endpoints, findings }: Report,
  detail: RenderOptions['detail'],
): (finding: Finding) => boolean {
  const shownOnce = listCollective(findings);
  return (finding) => {
    const { severity, file, endpoint } = finding;
    if (detail === 'verbose' || severity !== 'notice') return true;
    if (shownOnce.has(finding)) return false;
    const verdict = endpoint === null ? null : endpoints[endpoint]?.verdict;
    if (verdict === 'inconclusive' || (file === null && endpoint === null)) return true;
    return detail === 'normal' && endpoint !== null;
  };
}

/** Whether an endpoint without findings is left out. */
function isOmitted(
  { verdict }: EndpointReport,
  detail: RenderOptions['detail'],
  isExplained: boolean,
): boolean {
  if (detail === 'verbose') return false;
  if (verdict === 'skipped') return true;
  return detail === 'quiet' && (isGood(verdict) || (verdict === 'inconclusive' && isExplained));
}
