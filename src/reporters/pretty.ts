import { Chalk, type ChalkInstance } from 'chalk';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { describeChanges, describeHistory, upIsNotPass } from './describe-history.js';
import { type CapabilityTable, describeFacts, listCapabilities } from './facts.js';
import { type CodeFrame, createCodeFrames } from './code-frame.js';
import { splitCollective } from './condensed-findings.js';
import { defuseRunnerCommands, escapeMessage, escapeTerminal } from './escape.js';
import { describeQuietPeers, joinPath } from './findings.js';
import { chooseMask, formatUrl, type Mask, maskKeys } from './mask.js';
import {
  countHidden,
  describeOwnPart,
  divideShown,
  findOwnPart,
  isOld,
  type OwnPart,
  selectShown,
  type ShownFile,
  showsCollective,
} from './pretty-selection.js';
import type { RenderOptions } from './reporter.js';
import {
  describeComparison,
  describeFixable,
  describeSkipped,
  type Paint,
  renderSummary,
  verdictRows,
} from './summary.js';

const indent = '  ';

/** Width of a code frame if lines are not wrapped, in columns. */
const frameColumns = 120;

/** Renders a report for people at a terminal: by file, each endpoint with its verdict, each finding with its line. */
export function render(report: Report, options: RenderOptions): string {
  const ownPart = findOwnPart(report, options.ownChanges);
  const style = createStyle(report, options);
  const blocks = ownPart === null ? renderCompared(report, style) : renderParts(report, ownPart, style);
  return [
    ...blocks,
    ...listCapabilities(report).map((table) => renderCapabilities(table, style)),
    renderPrettySummary(report, options),
    ...renderAdvice(ownPart, options),
  ].join('\n');
}

/** A table with aligned columns, the urls last, since they are of any length. */
function renderCapabilities({ columns, rows }: CapabilityTable, { chalk }: Style): string {
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...rows.map(({ cells }) => cells[at]?.length ?? 0)),
  );
  const pad = (cells: readonly string[]) =>
    cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ');
  const lines = rows.map(
    ({ endpoint: { kind, url }, cells }) =>
      `${indent}${pad(cells)}  ${escapeTerminal(`${kind} ${formatUrl(url)}`)}`,
  );
  return defuseRunnerCommands([`${indent}${chalk.bold(pad(columns))}`, ...lines, ''].join('\n'));
}

/** If the run was compared with a ref and baseline findings are shown: first the number of new findings, last those of the baseline. */
function renderCompared(report: Report, style: Style): readonly string[] {
  const files = selectShown(report, style.detail);
  const render = (file: ShownFile) => defuseRunnerCommands(renderFile(file, style));
  const renderOld = (file: ShownFile) =>
    defuseRunnerCommands(renderFile(file, { ...style, marksOld: false }));
  const [firstOld, ...old] = report.scope.since === null ? [] : files.filter(isOld);
  const compared = describeComparison(report);
  if (firstOld === undefined || compared === null) return files.map(render);
  return [
    renderLine(style.chalk.bold(compared), style.columns),
    ...files.filter((file) => !isOld(file)).map(render),
    renderLine(style.chalk.bold(oldHeading), style.columns) + renderOld(firstOld),
    ...old.map(renderOld),
  ];
}

const oldHeading = 'there before (--hide-unchanged leaves it out)';

const restHeading = 'already in the registry (not your changes)';

/** First the run, then the part that the reader's changes affect with its counts, then the rest. */
function renderParts(report: Report, ownPart: OwnPart, style: Style): readonly string[] {
  const { chalk, columns, detail } = style;
  const parts = divideShown(selectShown(report, detail), report, ownPart);
  const render = (file: ShownFile) => defuseRunnerCommands(renderFile(file, style));
  const heading = `your changes (compared with ${escapeTerminal(ownPart.ref)})`;
  const summary = describeOwnPart(ownPart, style.report, style.paint);
  const [firstRest, ...rest] = parts.rest.map(render);
  return [
    ...parts.run.map(render),
    // If none of them is shown, the counts directly follow the heading.
    [
      renderLine(chalk.bold(heading), columns),
      ...parts.own.map((file) => `${render(file)}\n`),
      renderLine(summary, columns),
    ].join(''),
    ...(firstRest === undefined ? [] : [renderLine(chalk.bold(restHeading), columns) + firstRest, ...rest]),
  ];
}

/** Explains how to ignore problems that the reader did not cause. The reader's paths and other options stay the same. */
function renderAdvice(ownPart: OwnPart | null, { columns }: RenderOptions): readonly string[] {
  if (ownPart?.hasOtherErrors !== true) return [];
  const advice = `to be judged by your changes only, add --since ${escapeTerminal(ownPart.ref)}`;
  return [renderLine(advice, columns)];
}

function renderLine(text: string, columns: number | null): string {
  return `${defuseRunnerCommands(wrap(text, columns))}\n`;
}

/** What is shown of a file, or of the whole run if the path is null. */
export interface Block {
  readonly path: string | null;
  readonly text: string;
}

export function renderBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const style = createStyle(report, options);
  return selectShown(report, options.detail).map((file) => ({
    path: file.path,
    text: defuseRunnerCommands(renderFile(file, style)),
  }));
}

/** Renders the last lines: the scope, combined notices, verdicts, changes, number of findings, and how many of them are hidden or new. */
export function renderPrettySummary(report: Report, options: RenderOptions): string {
  const { columns, detail, scope } = options;
  const style = createStyle(report, options);
  const dimAny = (text: string | null) => (text === null ? null : style.chalk.dim(text));
  const skipped = describeSkipped(report);
  const [verdicts, findings] = renderSummary(report, style.paint, countHidden(report, detail));
  const showsHistory = detail === 'verbose' && report.endpoints.some(({ history }) => history !== null);
  const lines = [
    scope === null ? null : escapeMessage(scope),
    ...(showsCollective(detail) ? renderNotices(report, style) : []),
    verdicts,
    describeChanges(report),
    dimAny(showsHistory ? upIsNotPass : null),
    dimAny(skipped === null ? null : escapeMessage(skipped)),
    dimAny(detail === 'verbose' ? null : describeQuietPeers(report)),
    findings,
    describeComparison(report),
    dimAny(describeFixable(report, options)),
  ].filter((line) => line !== null);
  return renderLine(lines.join('\n'), columns);
}

function renderNotices({ findings }: Report, style: Style): readonly string[] {
  return splitCollective(findings, style.pathPrefix).notices.flatMap(({ rule, message, hint, details }) => [
    `${style.severity.notice('notice')}: ${message} ${style.chalk.dim(`[${rule}]`)}`,
    ...details.map((line) => `${indent}${escapeMessage(maskKeys(line))}`),
    ...(hint === null ? [] : [renderHint(hint, style)]),
  ]);
}

interface Style extends RenderOptions {
  readonly report: Report;
  readonly chalk: ChalkInstance;
  readonly paint: Paint;
  readonly severity: Readonly<Record<Severity, ChalkInstance>>;
  /** Whether to mark findings of the baseline, since no heading says it. */
  readonly marksOld: boolean;
  /** The code frames of a file; null if its text is unknown. */
  readonly codeFrames: (path: string) => CodeFrame | null;
}

function createStyle(report: Report, options: RenderOptions): Style {
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

function renderFile({ path, findings, endpoints }: ShownFile, style: Style): string {
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

function renderHint(hint: string, { chalk }: Style, mask: Mask = maskKeys): string {
  return `${chalk.bold('Fix:')} ${escapeMessage(mask(hint))}`;
}

function indentLines(text: string, margin: string, { columns }: Style): string[] {
  return wrap(text, columns === null ? null : columns - margin.length)
    .split('\n')
    .map((line) => margin + line);
}

function wrap(text: string, columns: number | null): string {
  return columns === null ? text : wrapAnsi(text, Math.max(20, columns), { hard: true });
}
