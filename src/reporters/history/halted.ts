import { formatAmount } from '../../model/amount.js';
import { tagKeys } from '../../model/tag-keys.js';
import type { HaltedChain, HaltedEndpoint, HaltedReport } from '../../history/find-halted.js';
import { describeEntry, describePlace } from '../describe-entry.js';
import { defuseRunnerCommands, escapeJson, escapeMessage, escapeTerminal } from '../escape.js';
import { escapeMarkdown, quoteMarkdown } from '../escape-markdown.js';
import { joinSections, type Section } from '../markdown-sections.js';
import { formatUrl } from '../mask.js';

interface HaltedOptions {
  /** Path from the working directory to the registry; empty if they are the same. */
  readonly pathPrefix: string;
}

/** GitHub accepts 1 MiB per step summary. */
const limitBytes = 1_000_000;

/** How long a chain has stood still, as a sentence without its name. */
export function describeHalt({ height, since, runs, providers, endpoints }: HaltedChain): string {
  const who = `${formatAmount(endpoints.length, 'endpoint')} of ${formatAmount(providers, 'provider')}`;
  return `${who} in sync, at block ${height} in ${formatAmount(runs, 'run')} since ${since.slice(0, 10)}`;
}

/** Renders halted chains for a terminal: a line for each, and its endpoints below. */
export function renderHaltedPretty(
  { halted, resumed, limits }: HaltedReport,
  { pathPrefix }: HaltedOptions,
): string {
  const render = (chain: HaltedChain) => [
    `  ${escapeMessage(`${chain.chain}: ${describeHalt(chain)}`)}`,
    ...chain.endpoints.map(({ entry }) => `    ${escapeTerminal(describeEntry(entry, pathPrefix))}`),
  ];
  const blocks = [
    [
      `${formatAmount(halted.length, 'chain has', 'chains have')} halted: no newer block for ${limits.minDays} days and ${limits.minRuns} runs`,
      ...halted.flatMap(render),
    ],
    [
      `${formatAmount(resumed.length, 'chain that had halted makes', 'chains that had halted make')} blocks again`,
      ...resumed.flatMap(render),
    ],
  ].filter((lines) => lines.length > 1);
  const text = blocks.length === 0 ? [['no chain has halted']] : blocks;
  return defuseRunnerCommands(`${text.map((lines) => lines.join('\n')).join('\n\n')}\n`);
}

/** Renders halted chains as GitHub Flavored Markdown, below 1 MiB: the evidence for a pull request. */
export function renderHaltedMarkdown({ halted, resumed }: HaltedReport, options: HaltedOptions): string {
  const section = (chain: HaltedChain): Section => ({
    title: escapeMarkdown(chain.chain),
    folded: false,
    before: `${escapeMarkdown(describeHalt(chain))}\n\n${haltedHead}`,
    blocks: listHaltedRows(chain, options),
  });
  const head = halted.length === 0 ? '## Halted chains: none\n' : `## Halted chains: ${halted.length}\n`;
  const again = {
    title: 'Chains that make blocks again',
    folded: false,
    before: '',
    blocks: resumed.map(({ chain }) => `- ${escapeMarkdown(chain)}\n`),
  };
  return joinSections(head, [...halted.map(section), again], limitBytes);
}

export const haltedHead =
  '| place | kind | endpoint | provider | block | since | runs |\n| --- | --- | --- | --- | --: | --- | --: |\n';

/** A row for each endpoint of a halted chain, below `haltedHead`. */
export function listHaltedRows({ endpoints }: HaltedChain, { pathPrefix }: HaltedOptions): readonly string[] {
  return endpoints.map(({ entry, head }) => {
    const place = describePlace(entry, pathPrefix);
    const cells = [
      place === '' ? '' : quoteMarkdown(place, { inTable: true }),
      escapeMarkdown(entry.kind),
      quoteMarkdown(formatUrl(entry.url), { inTable: true }),
      escapeMarkdown(entry.provider ?? ''),
      ...[String(head.height), head.since.slice(0, 10), String(head.runs)],
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
}

/** Renders halted chains as the JSON that docs/history.md describes. */
export function renderHaltedJson(
  { limits, halted, resumed }: HaltedReport,
  tool: { readonly name: string; readonly version: string },
): string {
  const toEndpoint = ({ entry: { kind, provider, url, place }, head }: HaltedEndpoint) => ({
    ...{ file: place.file, line: place.range?.line ?? null, kind, provider },
    url: url === null ? null : tagKeys(url),
    head,
  });
  const toChain = ({ endpoints, ...chain }: HaltedChain) => ({
    ...chain,
    endpoints: endpoints.map(toEndpoint),
  });
  const content = { version: 1, tool, limits, halted: halted.map(toChain), resumed: resumed.map(toChain) };
  return `${escapeJson(JSON.stringify(content, null, 2))}\n`;
}
