import { formatAmount } from '../../model/amount.js';
import { groupBy } from '../../model/group-by.js';
import { tagKeys } from '../../model/tag-keys.js';
import type { DeadEntry, DeadReport, DownEntry } from '../../history/find-dead.js';
import type { ListedEndpoint } from '../../history/entry-line.js';
import { describeEntry, describePlace, joinPath } from '../findings.js';
import { defuseRunnerCommands, escapeJson, escapeMessage, escapeTerminal } from '../escape.js';
import { escapeMarkdown, quoteCell, quoteMarkdown } from '../escape-markdown.js';
import { joinSections, renderRow, renderTableHead, type Section } from '../markdown-sections.js';
import { formatUrl } from '../mask.js';
import {
  blockersText,
  describeDeadLimits,
  listControls,
  listTexts,
  readEvidence,
  withdrawnText,
} from './evidence.js';
import type { Report } from '../../model/report.js';

export type DeadRenderOptions = Pick<HistoryRenderOptions, 'pathPrefix' | 'histories'>;

/** What histories say of dead, blocking, withdrawn and excluded entries, and of whole chains. */
export const deadRenderers: HistoryRenderers<DeadReport> = {
  pretty: renderPretty,
  markdown: renderDeadMarkdown,
  json: renderJson,
};

function renderPretty(report: DeadReport, { pathPrefix, histories }: DeadRenderOptions): string {
  const { dead, blockers, withdrawn, deadChains, excluded, limits } = report;
  const renderEntry = (down: DownEntry, sign = '') => [
    `  ${escapeTerminal(describeEntry(down.entry, pathPrefix))}`,
    ...listTexts(down, (line) => `    ${sign}${escapeMessage(describeEvidence(line, limits))}`),
    histories > 1
      ? `    at least ${formatAmount(down.othersUp, 'other was', 'others were')} up in the same runs`
      : `    ${formatAmount(down.othersUp, 'other was', 'others were')} up in the same run`,
  ];
  const renderDead = (entry: DeadEntry) => renderEntry(entry, `${entry.sign}, `);
  const renderControl = ({ entry }: ListedEndpoint) => escapeTerminal(describeEntry(entry, pathPrefix));
  const blocks = [
    [`${dead.length} dead: ${describeDeadLimits(limits, histories)}`, ...dead.flatMap(renderDead)],
    [`${blockers.length} may block this machine: ${blockersText}`, ...blockers.flatMap(renderDead)],
    [
      `${formatAmount(deadChains.length, 'chain')} whose entries are all dead: remove --dead --mark-killed marks them`,
      ...deadChains.map(({ chain, files, entries }) => {
        const paths = files.map((file) => joinPath(pathPrefix, file)).join(', ');
        return `  ${escapeMessage(`${chain}: ${formatAmount(entries.length, 'endpoint')} in ${paths}`)}`;
      }),
    ],
    [
      `${withdrawn.length} withdrawn: ${withdrawnText}`,
      ...withdrawn.flatMap((entry) => [
        ...renderEntry(entry),
        ...listControls(entry, renderControl).map((control) => `    up: ${control}`),
      ]),
    ],
    [
      `${excluded.length} excluded by choice`,
      ...excluded.flatMap((entry) => [...renderEntry(entry), `    ${escapeMessage(entry.reason)}`]),
    ],
  ];
  const emptyText = withdrawn.length === 0 ? 'nothing is dead or withdrawn' : 'nothing is dead';
  return joinBlocks(blocks, dead.length === 0 ? emptyText : null);
}

function describeEvidence(line: DownEntry['lines'][number], limits: DeadReport['limits']): string {
  const { runs, days, since, rules, lastPass } = readEvidence(line, limits);
  const last = lastPass === null ? 'never up' : `last up ${lastPass}`;
  return `${formatAmount(runs, 'run')} over ${formatAmount(days, 'day')} since ${since}: ${rules.join(', ')}; ${last}`;
}

/**
 * GitHub Flavored Markdown, below 1 MiB: a table of the dead entries of each provider, or of each chain for entries without a provider; then whole
 * chains, withdrawn and excluded entries.
 */
export function renderDeadMarkdown(report: DeadReport, options: DeadRenderOptions): string {
  const { dead, blockers, withdrawn, deadChains, excluded, limits } = report;
  const renderDead = (entry: DeadEntry) => renderEntryRow(entry, limits, options);
  const quotePath = (file: string) => quoteMarkdown(joinPath(options.pathPrefix, file));
  const renderControl = ({ entry: { kind, url } }: ListedEndpoint) =>
    `${escapeMarkdown(kind)} ${quoteCell(formatUrl(url))}`;
  const sections: readonly Section[] = [
    ...[...groupBy(dead, nameGroup)].map(([title, entries]) => ({
      title,
      before: renderHead(),
      blocks: entries.map(renderDead),
    })),
    {
      title: 'Chains whose entries are all dead',
      blocks: deadChains.map(
        ({ chain, files, entries }) =>
          `- ${escapeMarkdown(chain)}: ${formatAmount(entries.length, 'endpoint')} in ${files.map(quotePath).join(', ')}\n`,
      ),
    },
    {
      title: 'May block this machine',
      before: `These are ${blockersText}.\n\n${renderHead()}`,
      blocks: blockers.map(renderDead),
    },
    {
      title: 'Withdrawn',
      before: `These are ${withdrawnText}.\n\n${renderHead('of the provider, these are up')}`,
      blocks: withdrawn.map((entry) =>
        renderEntryRow(entry, limits, options, listControls(entry, renderControl).join(', ')),
      ),
    },
    {
      title: 'Excluded by choice',
      folded: true,
      before: renderHead('excluded'),
      blocks: excluded.map((entry) => renderEntryRow(entry, limits, options, escapeMarkdown(entry.reason))),
    },
  ];
  const title =
    dead.length === 0
      ? '## Dead endpoints: none\n'
      : `## Dead endpoints: ${dead.length}\n\nOf each, ${describeDeadLimits(limits, options.histories)}.\n`;
  return joinSections(title, sections);
}

function nameGroup({ entry: { provider, chain } }: DeadEntry): string {
  if (provider !== null && provider.trim() !== '') return escapeMarkdown(provider.trim());
  return chain === null ? 'Without a provider' : `Without a provider: ${escapeMarkdown(chain)}`;
}

export function renderEvidence(
  entries: readonly DeadEntry[],
  limits: DeadReport['limits'],
  options: DeadRenderOptions,
): Required<Pick<Section, 'before' | 'blocks'>> {
  return { before: renderHead(), blocks: entries.map((entry) => renderEntryRow(entry, limits, options)) };
}

function renderHead(...more: readonly string[]): string {
  const ofEntry = ['place', 'chain', 'kind', 'endpoint', 'provider'];
  const ofHistory = ['last up', 'since', 'runs', 'days', 'reason', 'others up'];
  return renderTableHead([...ofEntry, ...ofHistory, ...more], ['runs', 'days', 'others up']);
}

/** A row of the table, with additional cells. With several histories, each cell contains the distinct values of all. */
function renderEntryRow(
  down: DownEntry | DeadEntry,
  limits: DeadReport['limits'],
  { pathPrefix }: DeadRenderOptions,
  ...more: readonly string[]
): string {
  const { entry, othersUp } = down;
  const sign = 'sign' in down ? `${down.sign}: ` : '';
  const evidence = (cell: (facts: ReturnType<typeof readEvidence>) => string) =>
    escapeMarkdown(listTexts(down, (line) => cell(readEvidence(line, limits))).join(' / '));
  return renderRow([
    quotePlace(entry, pathPrefix),
    escapeMarkdown(entry.chain ?? ''),
    escapeMarkdown(entry.kind),
    quoteCell(formatUrl(entry.url)),
    escapeMarkdown(entry.provider ?? ''),
    evidence(({ lastPass, firstSeen }) => lastPass ?? `never since ${firstSeen}`),
    evidence(({ since }) => since),
    evidence(({ runs }) => String(runs)),
    evidence(({ days }) => String(days)),
    sign + evidence(({ rules }) => rules.join(', ')),
    String(othersUp),
    ...more,
  ]);
}

export function quotePlace(entry: DownEntry['entry'], pathPrefix: string): string {
  const place = describePlace(entry, pathPrefix);
  return place === '' ? '' : quoteCell(place);
}

/** Every field is always present, null if unknown. */
function renderJson(report: DeadReport, options: Pick<HistoryRenderOptions, 'tool'>): string {
  const { limits, dead, blockers, withdrawn, deadChains, excluded } = report;
  const toDown = (entry: DownEntry) => ({ ...toEndpoint(entry), othersUp: entry.othersUp });
  const toDead = (entry: DeadEntry) => ({ ...toDown(entry), sign: entry.sign });
  return formatJson(
    {
      limits,
      dead: dead.map(toDead),
      blockers: blockers.map(toDead),
      withdrawn: withdrawn.map((entry) => ({ ...toDown(entry), controls: entry.controls.map(toEndpoint) })),
      deadChains: deadChains.map(({ chain, files, entries }) => ({
        chain,
        files,
        endpoints: entries.length,
      })),
      excluded: excluded.map((entry) => ({ ...toDown(entry), reason: entry.reason })),
    },
    options,
  );
}

function toEndpoint({ entry, lines }: ListedEndpoint): object {
  const { chain, kind, provider, url, place } = entry;
  return {
    file: place.file,
    chain,
    kind,
    pointer: place.pointer,
    line: place.range?.line ?? null,
    column: place.range?.column ?? null,
    provider,
    url: url === null ? null : tagKeys(url),
    history: lines,
  };
}

export interface HistoryRenderOptions {
  readonly tool: Report['tool'];
  /** Path from the working directory to the registry; empty if they are the same. */
  readonly pathPrefix: string;
  readonly histories: number;
  /** Whether an overview has all endpoints with 90 days, else those that are not up with 30. */
  readonly verbose: boolean;
}

/** What `history` writes of a subject, by reporter. Untrusted text is escaped, keys in urls are masked. */
export type HistoryRenderers<Subject> = Readonly<
  Record<'pretty' | 'markdown' | 'json', (subject: Subject, options: HistoryRenderOptions) => string>
>;

/** Joins blocks for a terminal, without those that only have a heading. `nothing` comes first, if it is a sentence. */
export function joinBlocks(blocks: readonly (readonly string[])[], emptyText: string | null): string {
  const texts = blocks.filter(({ length }) => length > 1).map((lines) => lines.join('\n'));
  return defuseRunnerCommands(`${[...(emptyText === null ? [] : [emptyText]), ...texts].join('\n\n')}\n`);
}

/** The JSON that docs/history.md describes. */
export function formatJson(content: object, { tool }: Pick<HistoryRenderOptions, 'tool'>): string {
  return `${escapeJson(JSON.stringify({ version: 1, tool, ...content }, null, 2))}\n`;
}
