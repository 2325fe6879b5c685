import { Chalk, type ChalkInstance } from 'chalk';
import { wrapAnsi } from 'fast-wrap-ansi';
import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report, Verdict } from '../model/report.js';
import type { Severity } from '../model/rule.js';
import { renderCodeFrame } from './code-frame.js';
import { defuseRunnerCommands, escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';
import { groupBy, type GroupedFindings, groupFindings } from './findings.js';
import type { RenderOptions } from './reporter.js';
import { describeFacts } from './facts.js';
import { renderSummary } from './summary.js';

const indent = '  ';

/** Renders a report for people at a terminal: by file, each endpoint with its verdict, each finding with its line. */
export function renderPretty(report: Report, options: RenderOptions): string {
  const blocks = renderBlocks(report, options).map(({ text }) => text);
  return [...blocks, renderPrettySummary(report, options)].join('\n');
}

/** What there is to show of a file; of the run as a whole where the path is null. */
export interface Block {
  readonly path: string | null;
  readonly text: string;
}

/** The parts of a report for people: one for each file of which something is shown. */
export function renderBlocks(report: Report, options: RenderOptions): readonly Block[] {
  const context = createContext(report, options);
  const paths: (string | null)[] = report.files.map(({ path }) => path);
  const isNowhere = ({ file }: { readonly file: string | null }) => file === null;
  if (report.endpoints.some(isNowhere) || report.findings.some(isNowhere)) paths.push(null);
  return paths
    .map((path) => ({ path, text: renderFile(path, context) }))
    .filter(({ text }) => text !== '')
    .map(({ path, text }) => ({ path, text: defuseRunnerCommands(text) }));
}

/** The last lines: what part was looked at, the verdicts, the findings and how many of them were not shown. */
export function renderPrettySummary(report: Report, options: RenderOptions): string {
  const { red, yellow, green, dim } = createChalk(options);
  const tones = { bad: red, doubtful: yellow, good: green, faint: dim };
  const scope = options.scope === null ? '' : `${escapeTerminal(options.scope)}\n`;
  const hidden = report.findings.filter((finding) => !isShown(finding, { ...options, ...report })).length;
  const summary = renderSummary(report, (tone, text) => tones[tone](text), hidden);
  return defuseRunnerCommands(wrapAnsi(scope + summary, Math.max(20, options.columns)));
}

/** What decides whether a finding or an endpoint is shown. */
interface Selection extends Pick<RenderOptions, 'detail'> {
  readonly endpoints: readonly EndpointReport[];
}

interface Context extends RenderOptions, Selection {
  readonly chalk: ChalkInstance;
  /** Of each file, the endpoints that are shown. */
  readonly listed: ReadonlyMap<string | null, readonly Shown[]>;
  readonly findings: GroupedFindings;
}

/** An endpoint that is shown, with those of its findings that are. */
interface Shown {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
}

function createContext(report: Report, options: RenderOptions): Context {
  const { endpoints } = report;
  const selection: Selection = { detail: options.detail, endpoints };
  const findings = groupFindings(report);
  const shown = endpoints.flatMap((endpoint, index): Shown[] => {
    const own = findings.ofEndpoint(index).filter((finding) => isShown(finding, selection));
    return own.length === 0 && isDull(endpoint, selection) ? [] : [{ endpoint, findings: own }];
  });
  return {
    ...options,
    ...selection,
    chalk: createChalk(options),
    listed: groupBy(shown, ({ endpoint: { file } }) => file),
    findings,
  };
}

function createChalk({ color }: RenderOptions): ChalkInstance {
  return new Chalk({ level: color ? 1 : 0 });
}

function renderFile(path: string | null, context: Context): string {
  const lines = context.findings
    .ofFile(path)
    .filter((finding) => isShown(finding, context))
    .flatMap((finding) => renderFinding(finding, context));
  for (const { endpoint, findings } of context.listed.get(path) ?? []) {
    lines.push(
      ...renderEndpoint(endpoint, context),
      ...findings.flatMap((finding) => renderFinding(finding, context)),
    );
  }
  if (lines.length === 0) return '';
  const header = path === null ? [] : [context.chalk.underline(escapeTerminal(context.pathPrefix + path))];
  return `${[...header, ...lines].join('\n')}\n`;
}

/**
 * Notices about files without endpoints are true of many files of a registry, and wanted by few. Quiet leaves out all notices
 * but those that say why nothing was proved.
 */
function isShown({ severity, file, endpoint }: Finding, { endpoints, detail }: Selection): boolean {
  if (detail === 'verbose' || severity !== 'notice') return true;
  const verdict = endpoint === null ? null : endpoints[endpoint]?.verdict;
  if (verdict === 'inconclusive' || (file === null && endpoint === null)) return true;
  return detail === 'normal' && endpoint !== null;
}

function isDull({ verdict }: EndpointReport, { detail }: Selection): boolean {
  if (detail === 'verbose') return false;
  return verdict === 'skipped' || (detail === 'quiet' && verdict === 'pass');
}

function renderEndpoint(endpoint: EndpointReport, context: Context): string[] {
  const { chalk } = context;
  const { verdict, kind, provider, url } = endpoint;
  const words: Readonly<Record<Verdict, string>> = {
    pass: chalk.green('pass'),
    fail: chalk.red('fail'),
    invalid: chalk.red('invalid'),
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
