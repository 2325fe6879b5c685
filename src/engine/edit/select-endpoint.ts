import type { Entry } from '../../model/entry.js';
import type { Report } from '../../model/report.js';
import { summarize } from '../report-order.js';

/** The parts of a report about one of its entries, and about the run. */
export function selectEndpoint(report: Report, { place, kind }: Entry): Report {
  const index = report.endpoints.findIndex(
    (candidate) =>
      candidate.file === place.file && candidate.pointer === place.pointer && candidate.kind === kind,
  );
  const endpoints = report.endpoints.filter((_, at) => at === index);
  const findings = report.findings
    .filter(({ endpoint, file }) => (endpoint === null ? file === null : endpoint === index))
    .map((finding) => ({ ...finding, endpoint: finding.endpoint === null ? null : 0 }));
  return { ...report, endpoints, findings, summary: summarize(report.files, endpoints, findings) };
}
