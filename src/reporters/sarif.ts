import { createHash } from 'node:crypto';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Rule, Severity } from '../model/rule.js';
import { joinPath } from './findings.js';
import { escapeJson, escapeTerminal } from './escape.js';
import { formatUrl, maskKeys } from './mask.js';
import type { RenderOptions } from './reporter.js';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  notice: 'note',
};

/**
 * Renders the findings as a SARIF 2.1.0 log for code scanning. What is about an endpoint or a file becomes a result; what is about the
 * run as a whole, which has no place, becomes a notification of the invocation.
 */
export function renderSarif(report: Report, { pathPrefix, rules }: RenderOptions): string {
  const { tool, startedAt, durationMs, interrupted, findings, endpoints } = report;
  const used = rules.filter(({ code }) => findings.some(({ rule }) => rule === code));
  const fingerprint = createFingerprints(endpoints);
  const ofRun = findings.filter(isOfRun);
  const results = findings
    .filter((finding) => !isOfRun(finding))
    .map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: used.findIndex(({ code }) => code === finding.rule),
      level: levels[finding.severity],
      message: { text: wordMessage(finding) },
      locations: [locate(finding, endpoints, pathPrefix)],
      partialFingerprints: { primaryLocationLineHash: fingerprint(finding) },
      ...(finding.baselineState === null ? {} : { baselineState: finding.baselineState }),
    }));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: tool.name, semanticVersion: tool.version, rules: used.map(describeRule) } },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: !interrupted,
            startTimeUtc: startedAt,
            endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
            toolExecutionNotifications: ofRun.map((finding) => ({
              level: levels[finding.severity],
              message: { text: wordMessage(finding) },
              associatedRule: { id: finding.rule },
            })),
          },
        ],
        results,
      },
    ],
  };
  return `${escapeJson(JSON.stringify(log, null, 2))}\n`;
}

function isOfRun({ file, endpoint }: Finding): boolean {
  return file === null && endpoint === null;
}

function describeRule({ code, severity, summary, explanation }: Rule) {
  return {
    id: code,
    name: code,
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: explanation },
    help: { text: explanation, markdown: explanation },
    defaultConfiguration: { level: levels[severity] },
  };
}

/** Brackets followed by a parenthesis would be an embedded link (SARIF 2.1.0 section 3.11.6). */
function wordMessage({ message, hint }: Finding): string {
  return [message, hint].map((part) => escapeTerminal(maskKeys(part)).replaceAll('](', '] (')).join('\n');
}

function locate(finding: Finding, endpoints: readonly EndpointReport[], pathPrefix: string) {
  const { file, line, column, endLine, endColumn, endpoint } = finding;
  if (file === null) {
    const url = endpoint === null ? null : (endpoints[endpoint]?.url ?? null);
    return { logicalLocations: [{ name: escapeTerminal(formatUrl(url)), kind: 'resource' }] };
  }
  // A lone surrogate cannot be in a url.
  const path = joinPath(pathPrefix, file).replaceAll(/\p{Cs}/gu, '\ufffd');
  const uri = path.split('/').map(encodeURIComponent).join('/');
  const region =
    line === null ? {} : { region: { startLine: line, startColumn: column, endLine, endColumn } };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, ...region } };
}

/**
 * Identifies a finding wherever its line moves: by its rule, its file, and its entry by kind and url. Code scanning takes the same fingerprint for the
 * same alert, so that moved lines reopen nothing; equal findings are numbered.
 */
function createFingerprints(endpoints: readonly EndpointReport[]): (finding: Finding) => string {
  const counts = new Map<string, number>();
  return ({ rule, file, pointer, endpoint }) => {
    const entry = endpoint === null ? undefined : endpoints[endpoint];
    const identity =
      entry === undefined ? [rule, file, pointer] : [rule, file, entry.kind, entry.url ?? entry.provider];
    const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16);
    const occurrence = (counts.get(hash) ?? 0) + 1;
    counts.set(hash, occurrence);
    return `${hash}:${occurrence}`;
  };
}
