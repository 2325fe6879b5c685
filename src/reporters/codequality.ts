import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { escapeJson, escapeMessage } from './escape.js';
import { joinUnicodePath, listPaths, nameMessage } from './findings.js';
import { chooseMask } from './mask.js';
import type { RenderOptions } from './reporter.js';
import { createHash } from 'node:crypto';
import { tagKeys } from '../model/tag-keys.js';

const severities: Readonly<Record<Severity, 'major' | 'minor' | 'info'>> = {
  error: 'major',
  warning: 'minor',
  notice: 'info',
};

/**
 * Renders the findings as a GitLab Code Quality report (docs.gitlab.com/ci/testing/code_quality, "Code Quality report format"). GitLab stops at
 * the first entry that it does not understand, and keeps only one of those with the same fingerprint. It links each path, so findings without a
 * file are placed at the first line of the first file, or in the working directory if there is none.
 */
export function render(report: Report, { pathPrefix }: RenderOptions): string {
  const fingerprint = createFingerprints(report.endpoints);
  const [first = null] = listPaths(report);
  const entries = report.findings.map((finding) => {
    const file = finding.file ?? first;
    return {
      description: describe(finding, report),
      check_name: finding.rule,
      fingerprint: fingerprint(finding),
      severity: severities[finding.severity],
      location: {
        path: file === null ? '.' : joinUnicodePath(pathPrefix, file),
        lines: { begin: finding.line ?? 1 },
      },
    };
  });
  return `${escapeJson(JSON.stringify(entries, null, 2))}\n`;
}

/** A single line, since GitLab shows no more. */
function describe(finding: Finding, { endpoints }: Report): string {
  const mask = chooseMask(finding, endpoints);
  return [nameMessage(finding, endpoints), `Fix: ${finding.hint}`]
    .map((part) => escapeMessage(mask(part)))
    .join('. ');
}

/**
 * Returns a function that identifies findings even if their lines move: by rule, file, and the entry's kind and url, whose keys may be masked. Code scanning and GitLab
 * recognise alerts by it. Equal findings are numbered in the order of calls, so all fingerprints are distinct.
 */
export function createFingerprints(endpoints: readonly EndpointReport[]): (finding: Finding) => string {
  const counts = new Map<string, number>();
  return ({ rule, file, pointer, endpoint }) => {
    const entry = endpoint === null ? undefined : endpoints[endpoint];
    const identity =
      entry === undefined
        ? [rule, file, pointer]
        : [rule, file, entry.kind, entry.url === null ? entry.provider : tagKeys(entry.url)];
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
    const occurrence = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, occurrence);
    return `${hash}:${occurrence}`;
  };
}
