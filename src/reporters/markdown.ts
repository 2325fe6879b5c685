import type { Finding } from '../model/finding.js';
import type { EndpointReport, Report } from '../model/report.js';
import { escapeMarkdown, escapeSentence, quoteMarkdown } from './escape-markdown.js';
import { findChain, findHeight } from './facts.js';
import { groupFindings, needsFix, sortBySeverity } from './findings.js';
import { joinSections, type Section } from './markdown-sections.js';
import type { RenderOptions } from './reporter.js';
import { formatAmount, renderVerdicts } from './summary.js';

/** GitHub takes 1 MiB as the summary of a step; the rest is room for what else the step writes. */
const limitBytes = 1_000_000;

/**
 * Renders a report as GitHub Flavored Markdown for people, below 1 MiB: the verdict first, then what must be mended with reason and
 * remedy, then what stayed open, then, folded, what else was noticed and what passed.
 */
export function renderMarkdown(report: Report, { pathPrefix, scope }: RenderOptions): string {
  const grouped = groupFindings(report);
  const loose = [null, ...report.files.map(({ path }) => path)].flatMap(grouped.ofFile);
  const listed = report.endpoints.map((endpoint, index) => ({
    endpoint,
    findings: grouped.ofEndpoint(index),
  }));
  const failing = listed.filter(({ endpoint, findings }) => needsFix(endpoint, findings));
  const others = listed.filter((one) => !failing.includes(one));
  const open = others.filter(({ endpoint }) => endpoint.verdict === 'inconclusive');
  const noticed = others.filter(
    ({ findings, endpoint }) => findings.length > 0 && endpoint.verdict !== 'inconclusive',
  );
  const passed = listed.filter(({ endpoint }) => endpoint.verdict === 'pass');
  const describe = (one: Listed) => renderEndpoint(one, pathPrefix);
  const tell = (finding: Finding) => renderFinding(finding, '', pathPrefix);
  const sections: Section[] = [
    {
      title: 'To be mended',
      folded: false,
      before: '',
      blocks: [...loose.filter(isError).map(tell), ...failing.map(describe)],
    },
    { title: 'Inconclusive', folded: false, before: '', blocks: open.map(describe) },
    {
      title: 'Also noticed',
      folded: true,
      before: '',
      blocks: [...loose.filter((finding) => !isError(finding)).map(tell), ...noticed.map(describe)],
    },
    { title: 'Passed', folded: true, before: passedHead, blocks: passed.map(renderPassed) },
  ];
  return joinSections(renderHead(report, scope), sections, limitBytes);
}

interface Listed {
  readonly endpoint: EndpointReport;
  readonly findings: readonly Finding[];
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function renderHead(report: Report, scope: string | null): string {
  const { endpoints, files, errors, warnings, notices } = report.summary;
  const amounts = [
    formatAmount(endpoints, 'endpoint'),
    formatAmount(files, 'file'),
    formatAmount(errors, 'error'),
    formatAmount(warnings, 'warning'),
    formatAmount(notices, 'notice'),
    `${(report.durationMs / 1_000).toFixed(1)} s`,
  ];
  const told = scope === null ? '' : `\n${escapeMarkdown(scope)}\n`;
  const title = report.interrupted ? 'Endpoints (interrupted)' : 'Endpoints';
  return `## ${title}: ${renderVerdicts(report)}\n\n${amounts.join(' · ')}\n${told}`;
}

function renderEndpoint({ endpoint, findings }: Listed, pathPrefix: string): string {
  const { verdict, kind, url, provider, file, line } = endpoint;
  const name = quoteMarkdown(url ?? '(no url)', { inTable: false });
  const operator = provider === null ? '' : ` (${escapeMarkdown(provider)})`;
  const place =
    file === null ? '' : ` · ${quoteMarkdown(`${pathPrefix}${file}:${line ?? 1}`, { inTable: false })}`;
  const told = sortBySeverity(findings).map((finding) => renderFinding(finding, '  ', null));
  return `- **${verdict}** ${escapeMarkdown(kind)} ${name}${operator}${place}\n${told.join('')}`;
}

/** A finding as an item of a list; with its place where it does not stand below its endpoint. */
function renderFinding(finding: Finding, margin: string, pathPrefix: string | null): string {
  const { severity, rule, message, hint, file, line } = finding;
  const place =
    pathPrefix === null || file === null
      ? ''
      : ` · ${quoteMarkdown(`${pathPrefix}${file}:${line ?? 1}`, { inTable: false })}`;
  return (
    `${margin}- **${severity}** ${escapeSentence(message)} [${escapeMarkdown(rule)}]${place}\\\n` +
    `${margin}  **Mend:** ${escapeSentence(hint)}\n`
  );
}

const passedHead =
  '| chain | kind | endpoint | provider | serves | block | ms |\n| --- | --- | --- | --- | --- | --: | --: |\n';

function renderPassed({ endpoint }: Listed): string {
  const { chain, kind, url, provider, facts, durationMs } = endpoint;
  const cells = [
    escapeMarkdown(chain ?? ''),
    escapeMarkdown(kind),
    quoteMarkdown(url ?? '', { inTable: true }),
    escapeMarkdown(provider ?? ''),
    escapeMarkdown(findChain(facts) ?? ''),
    escapeMarkdown(findHeight(facts) ?? ''),
    String(Math.round(durationMs)),
  ];
  return `| ${cells.join(' | ')} |\n`;
}
