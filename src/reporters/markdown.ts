import { formatAmount } from '../model/amount.js';
import { chooseMask, formatUrl } from './mask.js';
import type { Finding } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import type { EndpointReport, Report, Verdict } from '../model/report.js';
import { locateRulePage } from '../model/rule.js';
import { capFindings, type CollectiveNotice, splitCollective } from './condensed-findings.js';
import { type CapabilityTable, findChain, findHeight, listCapabilities } from './facts.js';
import {
  type Changes,
  describeChanges,
  describeLastUp,
  describeUptime,
  findChanges,
} from './describe-history.js';
import { findUptime } from '../history/days.js';
import { renderFileDiff } from './diff.js';
import { escapeMarkdown, escapeSentence, quoteCell, quoteMarkdown } from './escape-markdown.js';
import {
  describeQuietPeers,
  findQuietPeers,
  groupFindings,
  joinPath,
  type JudgedEndpoint,
  listPaths,
  needsFix,
  sortBySeverity,
} from './findings.js';
import { joinSections, renderRow, renderTableHead, type Section } from './markdown-sections.js';
import type { RenderOptions } from './reporter.js';
import { describeFixable, describeScope, describeSkipped, renderVerdicts } from './summary.js';

/** Maximum number of newly failing and of recovered endpoints, which leaves room for what must be fixed. */
const changesShown = 200;

/**
 * Renders a report as GitHub Flavored Markdown for people, below 1 MiB: the verdicts, the changes since the last run, findings about the whole
 * run, what must be fixed with reason and fix, what is inconclusive, and, collapsed, other findings and what passed or is ok.
 */
export function render(report: Report, options: RenderOptions): string {
  const { pathPrefix } = options;
  const isVerbose = options.detail === 'verbose';
  const { notices, others } = isVerbose
    ? { notices: [], others: report.findings }
    : splitCollective(report.findings, pathPrefix);
  const { endpoints: listed, ofFile } = groupFindings({ ...report, findings: capFindings(others, report) });
  const ofRun = ofFile(null);
  const loose = listPaths(report).flatMap(ofFile);
  const peers = isVerbose ? null : describeQuietPeers(report);
  const quiet = isVerbose ? new Set<number>() : findQuietPeers(report);
  const bySection = groupBy(
    listed.filter((_, index) => !quiet.has(index)),
    (item) => chooseSection(item, ofRun.length > 0),
  );
  const context: Context = { report, pathPrefix };
  const renderListed = (section: ListedSection) =>
    (bySection.get(section) ?? []).map((item) => renderEndpoint(item, context));
  const renderLoose = (finding: Finding) => renderFinding(finding, '', context);
  const renderBest = (verdict: Verdict) =>
    listed.filter(({ endpoint }) => endpoint.verdict === verdict).map(renderGood);
  const sections: Section[] = [
    ...listChanges(findChanges(report), listed, context),
    { title: 'The run', blocks: sortBySeverity(ofRun).map(renderLoose) },
    { title: 'To fix', blocks: [...loose.filter(isError).map(renderLoose), ...renderListed('to fix')] },
    { title: 'What --fix changes', blocks: options.changes.map(renderFileDiff) },
    {
      title: 'Inconclusive',
      blocks: [...renderListed('inconclusive'), ...(peers === null ? [] : [`- ${peers}\n`])],
    },
    { title: 'Inconclusive because of the run', folded: true, blocks: renderListed('explained') },
    {
      title: 'Also noticed',
      folded: true,
      blocks: [
        ...notices.map(renderNotice),
        ...loose.filter((finding) => !isError(finding)).map(renderLoose),
        ...renderListed('noticed'),
      ],
    },
    ...listCapabilities(report).map(renderCapabilities),
    { title: 'Passed', folded: true, before: bestHead, blocks: renderBest('pass') },
    { title: 'Ok', folded: true, before: bestHead, blocks: renderBest('ok') },
  ];
  return joinSections(renderHead(report, options), sections);
}

type ListedSection = 'to fix' | 'inconclusive' | 'explained' | 'noticed';

/** Null for an endpoint that has passed without findings. */
function chooseSection(
  { endpoint, findings }: JudgedEndpoint,
  hasRunFindings: boolean,
): ListedSection | null {
  if (needsFix(endpoint, findings)) return 'to fix';
  if (endpoint.verdict !== 'inconclusive') return findings.length > 0 ? 'noticed' : null;
  // Endpoints whose failure the run explains have no findings.
  return hasRunFindings && findings.length === 0 ? 'explained' : 'inconclusive';
}

function listChanges(
  changes: Changes | null,
  listed: readonly JudgedEndpoint[],
  context: Context,
): Section[] {
  const renderAll = (indexes: readonly number[] = []) =>
    indexes.flatMap((index) => listed[index] ?? []).map((item) => renderChanged(item, context));
  return [
    { title: 'Newly failing', maxBlocks: changesShown, blocks: renderAll(changes?.newlyFailing) },
    { title: 'Recovered', maxBlocks: changesShown, blocks: renderAll(changes?.recovered) },
  ];
}

/** One line, and one for each reason. How to fix it follows in another section. */
function renderChanged({ endpoint, findings }: JudgedEndpoint, context: Context): string {
  const { verdict, history } = endpoint;
  const fails = verdict === 'fail';
  const uptime = () =>
    describeUptime(findUptime(history === null ? [] : [history], context.report.startedAt));
  const record = fails && history !== null ? describeLastUp(history) : uptime();
  const reasons = fails ? findings.filter(({ severity }) => severity !== 'notice') : [];
  const lines = sortBySeverity(reasons).map((finding) => `  - ${renderMessage(finding, context)}\n`);
  return `- ${renderName(endpoint, reasons, context)} · ${escapeSentence(record)}\n${lines.join('')}`;
}

interface Context {
  readonly report: Report;
  readonly pathPrefix: string;
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function renderHead(report: Report, options: RenderOptions): string {
  const { endpoints, files, errors, warnings, notices } = report.summary;
  const amounts = [
    formatAmount(endpoints, 'endpoint'),
    formatAmount(files, 'file'),
    ...(errors > 0 ? [formatAmount(errors, 'error')] : []),
    ...(warnings > 0 ? [formatAmount(warnings, 'warning')] : []),
    ...(notices > 0 ? [formatAmount(notices, 'notice')] : []),
    `${(report.durationMs / 1_000).toFixed(1)} s`,
  ];
  const title = report.interrupted ? 'Endpoints (interrupted)' : 'Endpoints';
  const paragraphs = [
    describeChanges(report),
    describeFixable(report, options),
    describeScope(report, options),
    describeSkipped(report),
  ].filter((part) => part !== null);
  const described = paragraphs.map((paragraph) => `\n${escapeSentence(paragraph)}\n`).join('');
  return `## ${title}: ${renderVerdicts(report)}\n\n${amounts.join(' · ')}\n${described}`;
}

function renderEndpoint({ endpoint, findings }: JudgedEndpoint, context: Context): string {
  const { skipReason } = endpoint;
  const reason = skipReason === null ? '' : `  - ${escapeSentence(skipReason)}\n`;
  const items = sortBySeverity(findings).map((finding) => renderFinding(finding, '  ', context));
  return `- ${renderName(endpoint, findings, context)}\n${reason}${items.join('')}`;
}

/** Adds the place unless a finding below does, which is on the same line. */
function renderName(endpoint: EndpointReport, findings: readonly Finding[], { pathPrefix }: Context): string {
  const { verdict, kind, url, provider } = endpoint;
  const name = quoteMarkdown(formatUrl(url));
  const operator = provider === null || provider.trim() === '' ? '' : ` (${escapeMarkdown(provider)})`;
  return `**${verdict}** ${escapeMarkdown(kind)} ${name}${operator}${findings.length > 0 ? '' : renderPlace(endpoint, pathPrefix)}`;
}

function renderFinding(finding: Finding, margin: string, context: Context): string {
  const mask = chooseMask(finding, context.report.endpoints);
  return (
    `${margin}- ${renderMessage(finding, context)}\\\n` +
    `${margin}  **Fix:** ${escapeSentence(finding.hint, mask)}\n`
  );
}

function renderMessage(finding: Finding, { report, pathPrefix }: Context): string {
  const { severity, rule, message } = finding;
  const text = escapeSentence(message, chooseMask(finding, report.endpoints));
  return `**${severity}** ${text} ${linkRule(rule)}${renderPlace(finding, pathPrefix)}`;
}

/** A report of another program may name any rule. */
function linkRule(rule: string): string {
  const name = escapeMarkdown(rule);
  return /^[a-z\d/-]+$/.test(rule) ? `[${name}](${locateRulePage(rule)})` : `[${name}]`;
}

function renderNotice({ rule, message, hint, details }: CollectiveNotice): string {
  const fix = hint === null ? '' : `\\\n  **Fix:** ${escapeSentence(hint)}`;
  const items = details.map((line) => `  - ${escapeSentence(line)}\n`).join('');
  return `- **notice** ${escapeMarkdown(message)} ${linkRule(rule)}${fix}\n${items}`;
}

function renderPlace({ file, line }: Pick<Finding, 'file' | 'line'>, pathPrefix: string): string {
  return file === null ? '' : ` · ${quoteMarkdown(`${joinPath(pathPrefix, file)}:${line ?? 1}`)}`;
}

function renderCapabilities({ columns, rows }: CapabilityTable): Section {
  const blocks = rows.map(({ endpoint: { chain, kind, url }, cells }) =>
    renderRow([escapeMarkdown(chain ?? ''), escapeMarkdown(kind), quoteCell(formatUrl(url)), ...cells]),
  );
  const before = renderTableHead(['chain', 'kind', 'endpoint', ...columns], columns);
  const kinds = [...new Set(rows.map(({ endpoint }) => endpoint.kind))].join(' and ');
  return { title: `What clients of ${kinds} need`, folded: true, before, blocks };
}

const bestHead = renderTableHead(
  ['chain', 'kind', 'endpoint', 'provider', 'chain id', 'block', 'ms'],
  ['block', 'ms'],
);

function renderGood({ endpoint }: JudgedEndpoint): string {
  const { chain, kind, url, provider, facts, durationMs } = endpoint;
  return renderRow([
    escapeMarkdown(chain ?? ''),
    escapeMarkdown(kind),
    quoteCell(formatUrl(url)),
    escapeMarkdown(provider ?? ''),
    escapeMarkdown(findChain(facts) ?? ''),
    escapeMarkdown(findHeight(facts) ?? ''),
    String(Math.round(durationMs)),
  ]);
}
