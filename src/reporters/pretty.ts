import type { Report } from '../model/report.js';
import { describeChanges, upIsNotPass } from './describe-history.js';
import { type CapabilityTable, listCapabilities } from './facts.js';
import { splitCollective } from './condensed-findings.js';
import { defuseRunnerCommands, escapeMessage, escapeTerminal } from './escape.js';
import { describeQuietPeers } from './findings.js';
import { formatUrl, maskKeys } from './mask.js';
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
import { createStyle, indent, renderFile, renderHint, type Style, wrap } from './pretty-file.js';
import type { RenderOptions } from './reporter.js';
import { describeComparison, describeFixable, describeSkipped, renderSummary } from './summary.js';

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
