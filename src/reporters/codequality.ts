import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { escapeJson, escapeMessage } from './escape.js';
import { joinUnicodePath, listPaths, nameMessage } from './findings.js';
import { createFingerprints } from './fingerprint.js';
import { chooseMask } from './mask.js';
import type { RenderOptions } from './reporter.js';

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
export function renderCodequality(report: Report, { pathPrefix }: RenderOptions): string {
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
