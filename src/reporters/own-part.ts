import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { OwnChanges } from '../model/own-changes.js';
import { type EndpointReport, type Report, type Verdict, verdicts } from '../model/report.js';
import type { ShownFile } from './pretty-selection.js';
import { listCounts } from './verdicts.js';

/** The reader's own part of a report. */
export interface OwnPart {
  /** What the files were compared with. May hold untrusted text. */
  readonly ref: string;
  readonly endpoints: ReadonlySet<EndpointReport>;
  /** About a file and none of its endpoints. */
  readonly findings: ReadonlySet<Finding>;
  /** Whether an error is about what was there before. */
  readonly othersFail: boolean;
}

/** The reader's own part; null where it is unknown, or there is nothing in it but notices about files. */
export function findOwnPart(report: Report, own: OwnChanges | null): OwnPart | null {
  if (own === null) return null;
  const endpoints = new Set(report.endpoints.filter(own.isOwn));
  const ofFiles = report.findings.filter(({ endpoint }) => endpoint === null);
  const findings = new Set(ofFiles.filter(own.isOwn));
  const isWorthTelling = [...findings].some(({ severity }) => severity !== 'notice');
  if (endpoints.size === 0 && !isWorthTelling) return null;
  const paths = listRegistryPaths(report);
  const othersFail = report.findings.some((finding) => {
    const { severity, file, endpoint: index } = finding;
    if (severity !== 'error' || !paths.has(file)) return false;
    const endpoint = index === null ? undefined : report.endpoints[index];
    return endpoint === undefined ? !findings.has(finding) : !endpoints.has(endpoint);
  });
  return { ref: own.ref, endpoints, findings, othersFail };
}

/** One line: how many of the reader's endpoints have which verdict, the best first, and what is wrong with the files themselves. */
export function describeOwnPart(
  { endpoints, findings }: OwnPart,
  report: Report,
  paint: (verdict: Verdict, text: string) => string,
): string {
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
      .map(({ verdict, name, count }) => paint(verdict, `${count} ${name}`)),
    ...ofFiles
      .filter(({ count }) => count > 0)
      .map(({ severity, count }) =>
        paint(severity === 'error' ? 'fail' : 'inconclusive', formatAmount(count, `file ${severity}`)),
      ),
  ];
  return `yours: ${parts.join(', ')}`;
}

/** Divides what is shown: the run and what it was told, the reader's own, the rest. A file may be in the last two. */
export function divideShown(
  files: readonly ShownFile[],
  report: Report,
  { endpoints: ownEndpoints, findings: ownFindings }: OwnPart,
): Readonly<Record<'run' | 'own' | 'others', readonly ShownFile[]>> {
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
  return { run: files.filter(({ path }) => !paths.has(path)), own: select(true), others: select(false) };
}

/** What findings may be about beside these files is the run itself and the file of the exclusions. */
function listRegistryPaths({ files }: Report): ReadonlySet<string | null> {
  return new Set(files.map(({ path }) => path));
}
