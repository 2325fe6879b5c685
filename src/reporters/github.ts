import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { splitCollective } from './collective.js';
import { escapeTerminal } from './escape.js';
import { groupBy, joinPath, sortBySeverity } from './findings.js';
import { chooseMask } from './mask.js';
import type { RenderOptions } from './reporter.js';
import { renderSummary } from './summary.js';

/** Annotations of a severity that a step may make; the runner drops the others (GitHub Docs, "Usage limits"). */
const annotationLimit = 10;

/** Renders the findings as annotations of a GitHub workflow, then what was checked and the summary. */
export function renderGithub(report: Report, options: RenderOptions): string {
  const scope = options.scope === null ? '' : `${escapeData(escapeTerminal(options.scope))}\n`;
  return `${renderAnnotations(report, options)}${scope}${renderSummary(report)}`;
}

/**
 * The workflow commands that annotate each finding's line: the most severe first and of those the new ones, as many as the runner
 * takes, with a line that counts the others. A notice that is true of several files is one annotation.
 */
export function renderAnnotations({ findings, endpoints }: Report, { pathPrefix }: RenderOptions): string {
  const lines: string[] = [];
  const all = joinCollective(findings);
  // There is room for ten.
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

function joinCollective(findings: readonly Finding[]): Finding[] {
  const { notices, others } = splitCollective(findings);
  const joined = notices.flatMap(({ message, hint, findings: [first, ...more] }): Finding[] => {
    if (first === undefined) return [];
    if (more.length === 0) return [first];
    const nowhere = { file: null, pointer: null, line: null, column: null, endLine: null, endColumn: null };
    return [{ ...first, ...nowhere, message, hint: hint ?? first.hint }];
  });
  return [...others, ...joined];
}

function describeRest(severity: Severity, count: number): string {
  const rest = count - annotationLimit;
  return `${formatAmount(rest, `more ${severity} is`, `more ${severity}s are`)} not annotated (GitHub allows ${annotationLimit} per step); the report has all.`;
}

/** `::error file=…,line=…::message`, with the escapes of actions/toolkit (packages/core/src/command.ts). */
function renderAnnotation(
  finding: Finding,
  endpoints: readonly EndpointReport[],
  pathPrefix: string,
): string {
  const { severity, rule, message, hint, file, line, column, endLine, endColumn } = finding;
  const properties = [
    file === null ? null : `file=${escapeProperty(joinPath(pathPrefix, file))}`,
    line === null ? null : `line=${line}`,
    endLine === null ? null : `endLine=${endLine}`,
    column === null ? null : `col=${column}`,
    // Inclusive; the runner takes it on one line only.
    endColumn === null || endLine !== line ? null : `endColumn=${Math.max(column ?? 1, endColumn - 1)}`,
    `title=${escapeProperty(rule)}`,
  ];
  // Escaped strings are short: together far below the 4,096 characters that the runner keeps.
  const mask = chooseMask(finding, endpoints);
  const text = [message, `Fix: ${hint}`].map((part) => escapeTerminal(mask(part))).join('\n');
  const known = properties.filter((property) => property !== null).join(',');
  return `::${severity} ${known}::${escapeData(text)}`;
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
