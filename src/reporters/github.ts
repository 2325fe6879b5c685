import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { groupBy } from '../model/group-by.js';
import { splitCollective } from './condensed-findings.js';
import { escapeMessage, escapeTerminal } from './escape.js';
import { describeQuietPeers, findQuietPeers, joinPath, sortBySeverity } from './findings.js';
import { chooseMask } from './mask.js';
import type { RenderOptions } from './reporter.js';
import { renderSummary } from './summary.js';

/** Maximum number of annotations per severity and step; the runner drops the rest (GitHub Docs, "Usage limits"). */
const annotationLimit = 10;

/** Maximum number of lines of an annotation that stands for several findings. */
const detailsShown = 10;

/** Renders the findings as annotations of a GitHub workflow, followed by the scope and the summary. */
export function render(report: Report, options: RenderOptions): string {
  const scope = options.scope === null ? null : escapeData(escapeMessage(options.scope));
  const lines = [scope, describeQuietPeers(report), ...renderSummary(report)].filter((line) => line !== null);
  return `${renderAnnotations(report, options)}${lines.join('\n')}\n`;
}

/**
 * Renders workflow commands that annotate the line of each finding: most severe first, then new ones first, up to the runner's limit, and a line
 * that counts the rest. A notice about several files becomes one annotation.
 */
export function renderAnnotations(report: Report, { pathPrefix }: RenderOptions): string {
  const { findings, endpoints } = report;
  const lines: string[] = [];
  // The summary counts these.
  const quiet = findQuietPeers(report);
  const all = joinCollective(findings.filter(({ endpoint }) => endpoint === null || !quiet.has(endpoint)));
  // New ones first, since there is only room for ten.
  const newFirst = [
    ...all.filter(({ baselineState }) => baselineState !== 'unchanged'),
    ...all.filter(({ baselineState }) => baselineState === 'unchanged'),
  ];
  for (const [severity, same] of groupBy(sortBySeverity(newFirst), (finding) => finding.severity)) {
    lines.push(
      ...same.slice(0, annotationLimit).map((finding) => renderAnnotation(finding, endpoints, pathPrefix)),
    );
    if (same.length > annotationLimit) lines.push(describeRest(severity, same.length));
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** The limit of the runner; texts that are cut like names are far shorter. */
const longestMessage = 4_096;

/** A finding, or several in one with what distinguishes them. */
interface Annotated extends Finding {
  readonly details?: readonly string[];
}

function joinCollective(findings: readonly Finding[]): Annotated[] {
  const { notices, others } = splitCollective(findings);
  const joined = notices.flatMap(({ message, hint, details, findings: [first, ...more] }): Annotated[] => {
    if (first === undefined) return [];
    if (more.length === 0) return [first];
    const nowhere = { file: null, pointer: null, line: null, column: null, endLine: null, endColumn: null };
    return [
      { ...first, ...nowhere, message, details: details.slice(0, detailsShown), hint: hint ?? first.hint },
    ];
  });
  return [...others, ...joined];
}

function describeRest(severity: Severity, count: number): string {
  const rest = count - annotationLimit;
  return `${formatAmount(rest, `more ${severity} is`, `more ${severity}s are`)} not annotated (GitHub allows ${annotationLimit} per step); the report has all.`;
}

/** `::error file=…,line=…::message`, escaped as in actions/toolkit (packages/core/src/command.ts). */
function renderAnnotation(
  finding: Annotated,
  endpoints: readonly EndpointReport[],
  pathPrefix: string,
): string {
  const { severity, rule, message, hint, file, line, column, endLine, endColumn } = finding;
  const properties = [
    file === null ? null : `file=${escapeProperty(joinPath(pathPrefix, file))}`,
    line === null ? null : `line=${line}`,
    endLine === null ? null : `endLine=${endLine}`,
    column === null ? null : `col=${column}`,
    // Inclusive; the runner only accepts it if the range is on one line.
    endColumn === null || endLine !== line ? null : `endColumn=${Math.max(column ?? 1, endColumn - 1)}`,
    `title=${escapeProperty(rule)}`,
  ];
  const mask = chooseMask(finding, endpoints);
  const parts = [message, ...(finding.details ?? []), `Fix: ${hint}`].map(mask);
  const whole = parts.map(escapeMessage).join('\n');
  const text = whole.length > longestMessage ? parts.map(escapeTerminal).join('\n') : whole;
  const list = properties.filter((property) => property !== null).join(',');
  return `::${severity} ${list}::${escapeData(text)}`;
}

/** A runner finds its older commands, `##[command]`, anywhere in a line. */
function escapeData(text: string): string {
  return text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(/##(?=\[)/g, '# #');
}

function escapeProperty(text: string): string {
  return escapeData(escapeTerminal(text)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
