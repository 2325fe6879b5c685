import { Chalk, type ChalkInstance } from 'chalk';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report, Verdict } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { renderCodeFrame } from './code-frame.js';
import { defuseRunnerCommands, escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';
import type { RenderOptions } from './reporter.js';
import { describeFacts } from './facts.js';
import { renderSummary } from './summary.js';

const indent = '  ';

/** Renders a report for people at a terminal: by file, each endpoint with its verdict, each finding with its line. */
export function renderPretty(report: Report, options: RenderOptions): string {
  const chalk = new Chalk({ level: options.color ? 1 : 0 });
  const context = { ...options, chalk };
  const paths: (string | null)[] = report.files.map(({ path }) => path);
  if ([...report.endpoints, ...report.findings].some(({ file }) => file === null)) paths.push(null);
  const hidden = report.findings.filter((finding) => !isShown(finding, report, context)).length;
  const blocks = paths.map((path) => renderFile(report, path, context)).filter((block) => block !== '');
  return defuseRunnerCommands(
    [...blocks, wrapAnsi(renderSummary(report, chalk, hidden), Math.max(20, options.columns))].join('\n'),
  );
}

interface Context extends RenderOptions {
  readonly chalk: ChalkInstance;
}

function renderFile(report: Report, path: string | null, context: Context): string {
  const { endpoints, findings } = report;
  const shown = findings.filter((finding) => finding.file === path && isShown(finding, report, context));
  const lines = shown
    .filter(({ endpoint }) => endpoint === null)
    .flatMap((finding) => renderFinding(finding, context));
  endpoints.forEach((endpoint, index) => {
    if (endpoint.file !== path) return;
    const own = shown.filter((finding) => finding.endpoint === index);
    if (own.length === 0 && isDull(endpoint, context)) return;
    lines.push(
      ...renderEndpoint(endpoint, context),
      ...own.flatMap((finding) => renderFinding(finding, context)),
    );
  });
  if (lines.length === 0) return '';
  const header = path === null ? [] : [context.chalk.underline(escapeTerminal(context.pathPrefix + path))];
  return `${[...header, ...lines].join('\n')}\n`;
}

/**
 * Notices about files without endpoints are true of many files of a registry, and wanted by few. Quiet leaves out all notices
 * but those that say why nothing was proved.
 */
function isShown({ severity, file, endpoint }: Finding, { endpoints }: Report, { detail }: Context): boolean {
  if (detail === 'verbose' || severity !== 'notice') return true;
  const verdict = endpoint === null ? null : endpoints[endpoint]?.verdict;
  if (verdict === 'inconclusive' || (file === null && endpoint === null)) return true;
  return detail === 'normal' && endpoint !== null;
}

function isDull({ verdict }: EndpointReport, { detail }: Context): boolean {
  if (detail === 'verbose') return false;
  return verdict === 'skipped' || (detail === 'quiet' && verdict === 'pass');
}

function renderEndpoint(endpoint: EndpointReport, context: Context): string[] {
  const { chalk } = context;
  const { verdict, kind, provider, url } = endpoint;
  const words: Readonly<Record<Verdict, string>> = {
    pass: chalk.green('pass'),
    fail: chalk.red('fail'),
    inconclusive: chalk.yellow('inconclusive'),
    skipped: chalk.dim('skipped'),
  };
  const name = escapeTerminal(maskKeys(url ?? '(no url)'));
  const operator = provider === null ? '' : ` ${chalk.dim(`(${escapeTerminal(provider)})`)}`;
  const facts = describeFacts(endpoint, context.detail === 'verbose').map((fact) =>
    chalk.dim(escapeTerminal(fact)),
  );
  return [
    ...wrap(`${words[verdict]} ${kind} ${chalk.bold(name)}${operator}`, indent, context),
    ...facts.flatMap((fact) => wrap(fact, indent.repeat(2), context)),
  ];
}

function renderFinding(finding: Finding, context: Context): string[] {
  const { chalk, texts, columns } = context;
  const { file, line, column, endLine, endColumn, severity, rule } = finding;
  const paint: Readonly<Record<Severity, ChalkInstance>> = {
    error: chalk.red,
    warning: chalk.yellow,
    notice: chalk.cyan,
  };
  const margin = indent.repeat(2);
  const place =
    file === null ? '' : `${escapeTerminal(context.pathPrefix + file)}:${line ?? 1}:${column ?? 1}: `;
  const message = `${place}${paint[severity](severity)}: ${escapeTerminal(maskKeys(finding.message))} ${chalk.dim(`[${rule}]`)}`;
  const text = file === null ? undefined : texts.get(file);
  const frame =
    text === undefined || line === null || column === null || endLine === null || endColumn === null
      ? null
      : renderCodeFrame(text, { line, column, endLine, endColumn }, columns - margin.length);
  return [
    ...wrap(message, margin, context),
    ...(frame === null
      ? []
      : frame.map((part, at) => margin + (at === 0 ? chalk.dim(part) : paint[severity](part)))),
    ...wrap(`${chalk.bold('hint:')} ${escapeTerminal(maskKeys(finding.hint))}`, margin, context),
  ];
}

function wrap(text: string, margin: string, { columns }: Context): string[] {
  const room = Math.max(20, columns - margin.length);
  return wrapAnsi(text, room, { hard: true })
    .split('\n')
    .map((line) => margin + line);
}
