import { Chalk, type ChalkInstance } from 'chalk';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { describeHistory } from './describe-history.js';
import { describeFacts } from './facts.js';
import { escapeMessage, escapeTerminal } from './escape.js';
import { joinPath } from './findings.js';
import { chooseMask, formatUrl, type Mask, maskKeys } from './mask.js';
import type { ShownFile } from './pretty-selection.js';
import type { RenderOptions } from './reporter.js';
import { type Paint, verdictRows } from './summary.js';
import stringWidth from 'fast-string-width';

export const indent = '  ';

/** Width of a code frame if lines are not wrapped, in columns. */
const frameColumns = 120;

export interface Style extends RenderOptions {
  readonly report: Report;
  readonly chalk: ChalkInstance;
  readonly paint: Paint;
  readonly severity: Readonly<Record<Severity, ChalkInstance>>;
  /** Whether to mark findings of the baseline, since no heading says it. */
  readonly marksOld: boolean;
  /** The code frames of a file; null if its text is unknown. */
  readonly codeFrames: (path: string) => CodeFrame | null;
}

export function createStyle(report: Report, options: RenderOptions): Style {
  const chalk = new Chalk({ level: options.color ? 1 : 0 });
  const tones = { bad: chalk.red, doubtful: chalk.yellow, good: chalk.green, faint: chalk.dim };
  const frames = new Map<string, CodeFrame>();
  return {
    ...options,
    report,
    chalk,
    paint: (tone, text) => tones[tone](text),
    marksOld: report.scope.since !== null,
    severity: { error: chalk.red, warning: chalk.yellow, notice: chalk.cyan },
    codeFrames: (path) => {
      const text = options.texts.get(path);
      if (text === undefined) return null;
      const frame = frames.get(path) ?? createCodeFrames(text);
      frames.set(path, frame);
      return frame;
    },
  };
}

export function renderFile({ path, findings, endpoints }: ShownFile, style: Style): string {
  const header =
    path === null ? [] : [style.chalk.underline(escapeTerminal(joinPath(style.pathPrefix, path)))];
  const lines = [
    ...header,
    ...findings.flatMap((finding) => renderFinding(finding, style)),
    ...endpoints.flatMap((endpoint) => [
      ...renderEndpoint(endpoint.endpoint, style),
      ...endpoint.findings.flatMap((finding) => renderFinding(finding, style)),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function renderEndpoint(endpoint: EndpointReport, style: Style): string[] {
  const { chalk, detail } = style;
  const { verdict, kind, provider, url } = endpoint;
  const name = escapeTerminal(formatUrl(url));
  const operator =
    provider === null || provider.trim() === '' ? '' : ` ${chalk.dim(`(${escapeTerminal(provider)})`)}`;
  const isVerbose = detail === 'verbose';
  const known = [
    ...describeFacts(endpoint, isVerbose),
    ...(isVerbose && endpoint.history !== null
      ? [describeHistory({ verdict, history: endpoint.history }, style.report.startedAt)]
      : []),
  ];
  const facts = known.map((fact) => chalk.dim(escapeTerminal(fact)));
  return [
    ...indentLines(
      `${style.paint(verdictRows[verdict].tone, verdict)} ${escapeTerminal(kind)} ${chalk.bold(name)}${operator}`,
      indent,
      style,
    ),
    ...facts.flatMap((fact) => indentLines(fact, indent.repeat(2), style)),
  ];
}

function renderFinding(finding: Finding, style: Style): string[] {
  const { chalk, columns, pathPrefix } = style;
  const { file, line, column, endLine, endColumn, endpoint, severity, rule, baselineState } = finding;
  const paint = style.severity[severity];
  const mask = chooseMask(finding, style.report.endpoints);
  // Indented below its endpoint, else below its file.
  const margin = indent.repeat(endpoint !== null ? 2 : file !== null ? 1 : 0);
  const place =
    file === null ? '' : `${escapeTerminal(joinPath(pathPrefix, file))}:${line ?? 1}:${column ?? 1}: `;
  const mark = style.marksOld && baselineState === 'unchanged' ? ' (there before)' : '';
  const message = `${place}${paint(severity)}: ${escapeMessage(mask(finding.message))} ${chalk.dim(`[${escapeTerminal(rule)}]${mark}`)}`;
  const frame =
    file === null || line === null || column === null || endLine === null || endColumn === null
      ? null
      : style.codeFrames(file)?.(
          { line, column, endLine, endColumn },
          (columns ?? frameColumns) - margin.length,
        );
  const [code, carets] = frame ?? [];
  return [
    ...indentLines(message, margin, style),
    ...(code === undefined ? [] : [margin + chalk.dim(code)]),
    ...(carets === undefined ? [] : [margin + paint(carets)]),
    ...indentLines(renderHint(finding.hint, style, mask), margin, style),
  ];
}

export function renderHint(hint: string, { chalk }: Style, mask: Mask = maskKeys): string {
  return `${chalk.bold('Fix:')} ${escapeMessage(mask(hint))}`;
}

function indentLines(text: string, margin: string, { columns }: Style): string[] {
  return wrap(text, columns === null ? null : columns - margin.length)
    .split('\n')
    .map((line) => margin + line);
}

export function wrap(text: string, columns: number | null): string {
  return columns === null ? text : wrapAnsi(text, Math.max(20, columns), { hard: true });
}

/** The marked range of a line: 1-based, the end exclusive. */
interface Mark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The line of a mark and a line of carets, at most `width` columns wide. Null if the line is empty or missing. */
type CodeFrame = (mark: Mark, width: number) => [string, string] | null;

/** Prepares the code frames of a file. Each line is masked once, since a file of one long line can have thousands of findings. */
export function createCodeFrames(text: string): CodeFrame {
  const lines = text.split(/\r\n|\n|\r/);
  const prepared = new Map<number, Line>();
  return (mark, width) => {
    const line = prepared.get(mark.line) ?? prepareLine(lines[mark.line - 1] ?? '');
    prepared.set(mark.line, line);
    return line.indent === -1 ? null : renderFrame(line, mark, width);
  };
}

/** Maximum width of a line, in columns; below the length at which `escapeTerminal` truncates. */
const maxWidth = 250;

interface Line {
  /** Without keys, and with tabs replaced by spaces, which keeps columns. */
  readonly masked: string;
  /** Index of the first character that is not white space; -1 if there is none. */
  readonly indent: number;
}

function prepareLine(line: string): Line {
  const masked = maskKeys(line).replaceAll('\t', ' ');
  return { masked, indent: masked.search(/\S/) };
}

function renderFrame({ masked, indent }: Line, mark: Mark, width: number): [string, string] {
  const end = mark.endLine === mark.line ? mark.endColumn - 1 : masked.length;
  const gutter = `${mark.line} | `;
  const room = Math.min(Math.max(20, width - gutter.length), maxWidth);
  // Omits leading white space, and truncates the text before the mark if the line does not fit.
  const start = Math.min(mark.column - 1, Math.max(indent, mark.column - 1 - room));
  const marked = keepStart(escapeTerminal(masked.slice(mark.column - 1, end)), room);
  const caretCount = Math.max(1, stringWidth(marked));
  const isCut = start > indent && start < mark.column - 1;
  const before = keepEnd(escapeTerminal(masked.slice(start, mark.column - 1)), room - caretCount, isCut);
  const after = keepStart(
    escapeTerminal(masked.slice(end)),
    room - stringWidth(before) - stringWidth(marked),
  );
  return [
    `${gutter}${before}${marked}${after}`,
    `${' '.repeat(gutter.length - 2)}| ${' '.repeat(stringWidth(before))}${'^'.repeat(caretCount)}`,
  ];
}

/** The beginning of a text that fits, with an ellipsis if that is not all. Keeps combined letters whole. */
function keepStart(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  return width > 0 ? `${keepSegments(splitLetters(text), width - 1).join('')}…` : '';
}

/** The end of a text that fits, with an ellipsis if that is not all, or if the text itself `isCut`. */
function keepEnd(text: string, width: number, isCut: boolean): string {
  if (!isCut && stringWidth(text) <= width) return text;
  const tail = keepSegments(splitLetters(text).reverse(), width - 1).reverse();
  return width > 0 ? `…${tail.join('')}` : '';
}

/** Created for the first truncated line, since that takes 10 ms (`bench/round-trip.ts`). */
let segmenter: Intl.Segmenter | undefined;

function splitLetters(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function keepSegments(segments: readonly string[], width: number): string[] {
  let room = width;
  const end = segments.findIndex((segment) => (room -= stringWidth(segment)) < 0);
  return segments.slice(0, end === -1 ? undefined : end);
}
