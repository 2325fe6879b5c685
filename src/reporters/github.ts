import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { escapeTerminal } from './escape.js';
import { groupBy, sortBySeverity } from './findings.js';
import { maskKeys } from './mask.js';
import type { RenderOptions } from './reporter.js';
import { formatAmount, renderSummary } from './summary.js';

/** Annotations of a severity that a step may make; the runner drops more (GitHub Docs, "Usage limits"). */
const annotationLimit = 10;

/** Renders the findings as annotations of a GitHub workflow, then what was checked and the summary. */
export function renderGithub(report: Report, options: RenderOptions): string {
  const scope = options.scope === null ? '' : `${escapeData(escapeTerminal(options.scope))}\n`;
  return `${renderAnnotations(report, options)}${scope}${renderSummary(report)}`;
}

/**
 * The workflow commands that annotate each finding's line, what weighs most first and of that what is new, capped as the runner caps them, with a line
 * that says how many were left out.
 */
export function renderAnnotations({ findings }: Report, { pathPrefix }: RenderOptions): string {
  const lines: string[] = [];
  // What is new comes before what was there: there is room for ten.
  const newFirst = [
    ...findings.filter(({ baselineState }) => baselineState !== 'unchanged'),
    ...findings.filter(({ baselineState }) => baselineState === 'unchanged'),
  ];
  for (const [severity, same] of groupBy(sortBySeverity(newFirst), (finding) => finding.severity)) {
    lines.push(...same.slice(0, annotationLimit).map((finding) => renderAnnotation(finding, pathPrefix)));
    if (same.length > annotationLimit) lines.push(describeRest(severity, same.length));
  }
  return lines.map((line) => `${line}\n`).join('');
}

function describeRest(severity: Severity, count: number): string {
  const rest = formatAmount(count - annotationLimit, severity);
  return `${rest} more ${count - annotationLimit === 1 ? 'has' : 'have'} no annotation: a step may make ${annotationLimit} of a kind. The report has them all.`;
}

/** `::error file=…,line=…::message`, with the escapes of actions/toolkit (packages/core/src/command.ts). */
function renderAnnotation(finding: Finding, pathPrefix: string): string {
  const { severity, rule, message, hint, file, line, column, endLine, endColumn } = finding;
  const properties = [
    file === null ? null : `file=${escapeProperty(pathPrefix + file)}`,
    line === null ? null : `line=${line}`,
    endLine === null ? null : `endLine=${endLine}`,
    column === null ? null : `col=${column}`,
    // The last column that is meant; the runner takes it on one line only.
    endColumn === null || endLine !== line ? null : `endColumn=${Math.max(column ?? 1, endColumn - 1)}`,
    `title=${escapeProperty(rule)}`,
  ];
  // Escaped texts are short: together far below the 4,096 characters that the runner keeps.
  const text = [message, hint].map((part) => escapeTerminal(maskKeys(part))).join('\n');
  const given = properties.filter((property) => property !== null).join(',');
  return `::${severity} ${given}::${escapeData(text)}`;
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
