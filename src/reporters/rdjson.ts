import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { type BytePosition, type BytePositions, createBytePositions, suggestLines } from './suggestion.js';
import { defuseRunnerCommands, escapeJson, escapeMessage, escapeTerminal } from './escape.js';
import { escapeComment } from './escape-markdown.js';
import { joinPath, joinUnicodePath, nameMessage } from './findings.js';
import { chooseMask, type Mask } from './mask.js';
import type { RenderOptions } from './reporter.js';

const severities: Readonly<Record<Severity, 'ERROR' | 'WARNING' | 'INFO'>> = {
  error: 'ERROR',
  warning: 'WARNING',
  notice: 'INFO',
};

/**
 * Renders the findings in the Reviewdog Diagnostic Format (github.com/reviewdog/reviewdog, proto/rdf/reviewdog.proto: a DiagnosticResult), each
 * with its fix as a suggestion of whole lines. A finding without a file is placed in the working directory, since reviewdog crashes without a
 * location (service/github/github.go of v0.20.3).
 */
export function render(report: Report, { pathPrefix, texts }: RenderOptions): string {
  const files = new Map<string, OpenFile>();
  const open = (path: string): OpenFile | null => {
    const text = texts.get(path);
    if (text === undefined) return null;
    const file = files.get(path) ?? { text, positions: createBytePositions(text) };
    files.set(path, file);
    return file;
  };
  const diagnostics = report.findings.map((finding) => {
    const file = finding.file === null ? null : open(finding.file);
    const message = nameMessage(finding, report.endpoints);
    const mask = chooseMask(finding, report.endpoints);
    return {
      // reviewdog shows it as Markdown in comments, and as plain text in annotations.
      message: `${escapeComment(message, mask)}\nFix: ${escapeComment(finding.hint, mask)}`,
      location: locate(finding, file, pathPrefix),
      severity: severities[finding.severity],
      code: { value: finding.rule },
      ...suggest(finding, file),
      original_output: describePlainly({ ...finding, message }, pathPrefix, mask),
    };
  });
  return `${escapeJson(JSON.stringify({ source: { name: report.tool.name }, diagnostics }, null, 2))}\n`;
}

interface OpenFile {
  readonly text: string;
  readonly positions: BytePositions;
}

function locate(finding: Finding, file: OpenFile | null, pathPrefix: string) {
  // Go rejects lone surrogates.
  const path = finding.file === null ? '.' : joinUnicodePath(pathPrefix, finding.file);
  const { line, column, endLine, endColumn } = finding;
  if (line === null) return { path };
  if (file === null || column === null || endLine === null || endColumn === null)
    return { path, range: { start: { line }, end: { line: endLine ?? line } } };
  const place = (...at: [number, number]): BytePosition =>
    file.positions.at(file.positions.findOffset(...at));
  return { path, range: { start: place(line, column), end: place(endLine, endColumn) } };
}

function suggest({ fix }: Finding, file: OpenFile | null): object {
  const suggestion = fix === null || file === null ? null : suggestLines(file.text, file.positions, fix);
  if (suggestion === null) return {};
  const { firstLine, lastLine, text } = suggestion;
  return { suggestions: [{ range: { start: { line: firstLine }, end: { line: lastLine } }, text }] };
}

function describePlainly(
  { file, line, column, severity, rule, message, hint }: Finding,
  pathPrefix: string,
  mask: Mask,
): string {
  const path =
    file === null ? '' : `${escapeTerminal(joinPath(pathPrefix, file))}:${line ?? 1}:${column ?? 1}: `;
  const [what, how] = [message, hint].map((part) => escapeMessage(mask(part)));
  return defuseRunnerCommands(`${path}${severity}: ${what} [${rule}]\nFix: ${how}`);
}
