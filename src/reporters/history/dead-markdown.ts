import { formatAmount } from '../../model/amount.js';
import { groupBy } from '../../model/group-by.js';
import type {
  DeadEntry,
  DeadReport,
  DownEntry,
  ListedEndpoint,
  WithdrawnEntry,
} from '../../history/dead-report.js';
import { describePlace } from '../describe-entry.js';
import { escapeMarkdown, quoteMarkdown } from '../escape-markdown.js';
import { joinPath } from '../findings.js';
import { joinSections, type Section } from '../markdown-sections.js';
import { formatUrl } from '../mask.js';
import {
  blockersText,
  describeDeadLimits,
  listControls,
  listTexts,
  readEvidence,
  withdrawnText,
} from './evidence.js';

export interface DeadRenderOptions {
  /** Path from the working directory to the registry; empty if they are the same. */
  readonly pathPrefix: string;
  readonly histories: number;
}

/** GitHub accepts 1 MiB per step summary. */
const limitBytes = 1_000_000;

/**
 * Renders the evidence of a history as GitHub Flavored Markdown, below 1 MiB: a table of the dead entries of each provider, or of each chain for
 * entries without a provider; then whole chains, withdrawn and excluded entries. Untrusted text is escaped, keys in urls are masked.
 */
export function renderDeadMarkdown(report: DeadReport, options: DeadRenderOptions): string {
  const { dead, blockers, withdrawn, deadChains, excluded, limits } = report;
  const groups = [...groupBy(dead, nameGroup)].map(([title, entries]): Section => ({
    title,
    folded: false,
    before: renderHead(),
    blocks: entries.map((entry) => renderRow(entry, limits, options)),
  }));
  const sections: readonly Section[] = [
    ...groups,
    {
      title: 'Chains whose entries are all dead',
      folded: false,
      before: '',
      blocks: deadChains.map(({ chain, files, entries }) => {
        const paths = files.map((file) =>
          quoteMarkdown(joinPath(options.pathPrefix, file), { inTable: false }),
        );
        return `- ${escapeMarkdown(chain)}: ${formatAmount(entries.length, 'endpoint')} in ${paths.join(', ')}\n`;
      }),
    },
    {
      title: 'May block this machine',
      folded: false,
      before: `These are ${blockersText}.\n\n${renderHead()}`,
      blocks: blockers.map((entry) => renderRow(entry, limits, options)),
    },
    {
      title: 'Withdrawn',
      folded: false,
      before: `These are ${withdrawnText}.\n\n${renderHead('of the provider, these are up')}`,
      blocks: withdrawn.map((entry) => renderRow(entry, limits, options, renderControls(entry))),
    },
    {
      title: 'Excluded by choice',
      folded: true,
      before: renderHead('excluded'),
      blocks: excluded.map((entry) => renderRow(entry, limits, options, escapeMarkdown(entry.reason))),
    },
  ];
  return joinSections(renderTitle(report, options), sections, limitBytes);
}

function renderTitle({ dead, limits }: DeadReport, { histories }: DeadRenderOptions): string {
  return dead.length === 0
    ? '## Dead endpoints: none\n'
    : `## Dead endpoints: ${dead.length}\n\nOf each, ${describeDeadLimits(limits, histories)}.\n`;
}

function nameGroup({ entry: { provider, chain } }: DeadEntry): string {
  if (provider !== null && provider.trim() !== '') return escapeMarkdown(provider.trim());
  return chain === null ? 'Without a provider' : `Without a provider: ${escapeMarkdown(chain)}`;
}

/** Renders the table of dead entries in a pull request, in the order of the entries. */
export function renderEvidence(
  entries: readonly DeadEntry[],
  limits: DeadReport['limits'],
  options: DeadRenderOptions,
): string {
  return renderHead() + entries.map((entry) => renderRow(entry, limits, options)).join('');
}

function renderHead(...more: readonly string[]): string {
  const columns = [
    'place',
    'chain',
    'kind',
    'endpoint',
    'provider',
    'last up',
    'since',
    'runs',
    'days',
    'reason',
  ];
  const all = [...columns, 'others up', ...more];
  const rule = all.map((name) => (['runs', 'days', 'others up'].includes(name) ? '--:' : '---'));
  return `| ${all.join(' | ')} |\n| ${rule.join(' | ')} |\n`;
}

/** A row of the table, with additional cells. With several histories, each cell contains the distinct values of all. */
function renderRow(
  down: DownEntry | DeadEntry,
  limits: DeadReport['limits'],
  { pathPrefix }: DeadRenderOptions,
  ...more: readonly string[]
): string {
  const { entry, othersUp } = down;
  const sign = 'sign' in down ? `${down.sign}: ` : '';
  const evidence = (cell: (found: ReturnType<typeof readEvidence>) => string) =>
    escapeMarkdown(listTexts(down, (line) => cell(readEvidence(line, limits))).join(' / '));
  const place = describePlace(entry, pathPrefix);
  const cells = [
    place === '' ? '' : quoteMarkdown(place, { inTable: true }),
    escapeMarkdown(entry.chain ?? ''),
    escapeMarkdown(entry.kind),
    quoteMarkdown(formatUrl(entry.url), { inTable: true }),
    escapeMarkdown(entry.provider ?? ''),
    evidence(({ lastPass, firstSeen }) => lastPass ?? `never since ${firstSeen}`),
    evidence(({ since }) => since),
    evidence(({ runs }) => String(runs)),
    evidence(({ days }) => String(days)),
    sign + evidence(({ rules }) => rules.join(', ')),
    String(othersUp),
    ...more,
  ];
  return `| ${cells.join(' | ')} |\n`;
}

function renderControls(entry: WithdrawnEntry): string {
  const name = ({ entry: { kind, url } }: ListedEndpoint) =>
    `${escapeMarkdown(kind)} ${quoteMarkdown(formatUrl(url), { inTable: true })}`;
  return listControls(entry, name).join(', ');
}
