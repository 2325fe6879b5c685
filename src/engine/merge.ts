import type { Finding } from '../model/finding.js';
import type { EndpointReport, FileReport, Report } from '../model/report.js';
import { compareFindings, comparePositions, compareTexts, summarize } from './report-order.js';
import { moveFinding } from './report.js';
import { tool } from './tool.js';

/**
 * Joins the reports of a registry's parts into the report of the whole. An endpoint that several reports have is taken, with its findings,
 * from the last one that dialled it, else from the last; what several say of a file or of the run is told once.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const files = new Map<string, FileReport>();
  const listed = new Map<string, Listed>();
  const loose = new Map<string, Finding>();
  reports.forEach((report, source) => {
    for (const file of report.files) files.set(file.path, file);
    const own = report.endpoints.map((endpoint): Listed => ({ endpoint, findings: [] }));
    for (const finding of report.findings) {
      const of = finding.endpoint === null ? undefined : own[finding.endpoint];
      if (of === undefined) loose.set(JSON.stringify(finding), finding);
      else of.findings.push(finding);
    }
    own.forEach((one, index) => {
      const key = identify(one.endpoint, source, index);
      const known = listed.get(key);
      if (known === undefined || one.endpoint.attempts > 0 || known.endpoint.attempts === 0)
        listed.set(key, one);
    });
  });
  const sorted = [...listed.values()].sort((a, b) => comparePositions(a.endpoint, b.endpoint));
  const endpoints = sorted.map(({ endpoint }) => endpoint);
  const findings = [
    ...loose.values(),
    ...sorted.flatMap((one, endpoint) => one.findings.map((finding) => moveFinding(finding, endpoint))),
  ].sort(compareFindings);
  const paths = [...files.values()].sort((a, b) => compareTexts(a.path, b.path));
  const startedAt = Math.min(...reports.map((report) => Date.parse(report.startedAt)));
  const endedAt = Math.max(...reports.map((report) => Date.parse(report.startedAt) + report.durationMs));
  return {
    version: 1,
    tool,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    summary: summarize(paths, endpoints, findings),
    files: paths,
    endpoints,
    findings,
  };
}

interface Listed {
  readonly endpoint: EndpointReport;
  readonly findings: Finding[];
}

/** An endpoint of a file is known by its place; one of the command line is its own. */
function identify({ file, pointer, kind }: EndpointReport, source: number, index: number): string {
  return JSON.stringify(file === null ? [source, index] : [file, kind, pointer]);
}
