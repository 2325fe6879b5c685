import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import { type OwnChanges, type EndpointReport, type Report, verdicts } from '../model/report.js';
import type { ShownFile } from './pretty-selection.js';
import type { Paint } from './summary.js';
import { listCounts, verdictRows } from './verdicts.js';

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
