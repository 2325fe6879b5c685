import { groupBy } from '../model/group-by.js';
import type { Finding } from '../model/finding.js';
import { type EndpointReport, isGood, type Report, verdicts, type OwnChanges } from '../model/report.js';
import { capFindings, listCollective } from './condensed-findings.js';
import { findQuietPeers, groupFindings, type JudgedEndpoint, listPaths } from './findings.js';
import type { RenderOptions } from './reporter.js';
import { formatAmount } from '../model/amount.js';
import { listCounts, type Paint, verdictRows } from './summary.js';

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

export interface OwnPart {
  /** What the files were compared with. May contain untrusted text. */
  readonly ref: string;
  readonly endpoints: ReadonlySet<EndpointReport>;
  /** Findings about a file but none of its endpoints. */
  readonly findings: ReadonlySet<Finding>;
  /** Whether something else in the registry has an error. */
  readonly hasOtherErrors: boolean;
}

/** Finds the part that the reader's changes affect; null if the changes are unknown, or the part contains only notices about files. */
export function findOwnPart(report: Report, ownChanges: OwnChanges | null): OwnPart | null {
  if (ownChanges === null) return null;
  const endpoints = new Set(report.endpoints.filter(ownChanges.isOwn));
  const fileFindings = report.findings.filter(({ endpoint }) => endpoint === null);
  const findings = new Set(fileFindings.filter(ownChanges.isOwn));
  const hasProblems = [...findings].some(({ severity }) => severity !== 'notice');
  if (endpoints.size === 0 && !hasProblems) return null;
  const paths = listRegistryPaths(report);
  const hasOtherErrors = report.findings.some((finding) => {
    const { severity, file, endpoint: index } = finding;
    if (severity !== 'error' || !paths.has(file)) return false;
    const endpoint = index === null ? undefined : report.endpoints[index];
    return endpoint === undefined ? !findings.has(finding) : !endpoints.has(endpoint);
  });
  return { ref: ownChanges.ref, endpoints, findings, hasOtherErrors };
}

/** Describes in one line the verdicts of the changed endpoints, best first, and the problems of the files themselves. */
export function describeOwnPart({ endpoints, findings }: OwnPart, report: Report, paint: Paint): string {
  const counts = listCounts(report, [...endpoints]).sort(
    (a, b) => verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict),
  );
  const ofFiles = (['error', 'warning'] as const).map((severity) => ({
    severity,
    count: [...findings].filter((finding) => finding.severity === severity).length,
  }));
  const parts = [
    ...counts
      .filter(({ count }) => count > 0)
      .map(({ verdict, name, count }) => paint(verdictRows[verdict].tone, `${count} ${name}`)),
    ...ofFiles
      .filter(({ count }) => count > 0)
      .map(({ severity, count }) =>
        paint(severity === 'error' ? 'bad' : 'doubtful', formatAmount(count, `file ${severity}`)),
      ),
  ];
  return `yours: ${parts.join(', ')}`;
}

/** Divides what is shown into findings about the run, the part that the changes affect, and the rest. A file may be in the last two. */
export function divideShown(
  files: readonly ShownFile[],
  report: Report,
  { endpoints: ownEndpoints, findings: ownFindings }: OwnPart,
): Readonly<Record<'run' | 'own' | 'rest', readonly ShownFile[]>> {
  const paths = listRegistryPaths(report);
  const ofRegistry = files.filter(({ path }) => paths.has(path));
  const select = (isOwn: boolean) =>
    ofRegistry
      .map(({ path, findings, endpoints }) => ({
        path,
        findings: findings.filter((finding) => ownFindings.has(finding) === isOwn),
        endpoints: endpoints.filter(({ endpoint }) => ownEndpoints.has(endpoint) === isOwn),
      }))
      .filter(({ findings, endpoints }) => findings.length > 0 || endpoints.length > 0);
  return { run: files.filter(({ path }) => !paths.has(path)), own: select(true), rest: select(false) };
}

/** Other findings are about the run itself or the exclusion file. */
function listRegistryPaths({ files }: Report): ReadonlySet<string | null> {
  return new Set(files.map(({ path }) => path));
}
