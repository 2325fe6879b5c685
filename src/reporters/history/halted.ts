import { formatAmount } from '../../model/amount.js';
import { tagKeys } from '../../model/tag-keys.js';
import type { HaltedChain, HaltedEndpoint, HaltedReport } from '../../history/find-halted.js';
import { describeEntry } from '../findings.js';
import { formatDate } from '../describe-history.js';
import { escapeMessage, escapeTerminal } from '../escape.js';
import { escapeMarkdown, quoteCell } from '../escape-markdown.js';
import { joinSections, renderRow, renderTableHead } from '../markdown-sections.js';
import { formatUrl } from '../mask.js';
import {
  formatJson,
  type HistoryRenderers,
  type HistoryRenderOptions,
  joinBlocks,
  quotePlace,
} from './dead.js';

type HaltedOptions = Pick<HistoryRenderOptions, 'pathPrefix'>;

export const haltedRenderers: HistoryRenderers<HaltedReport> = {
  pretty: renderPretty,
  markdown: renderMarkdown,
  json: renderJson,
};

/** How long a chain has stood still, as a sentence without its name. */
export function describeHalt({ height, since, runs, providers, endpoints }: HaltedChain): string {
  const who = `${formatAmount(endpoints.length, 'endpoint')} of ${formatAmount(providers, 'provider')}`;
  return `${who} in sync, at block ${height} in ${formatAmount(runs, 'run')} since ${formatDate(since)}`;
}

function renderPretty({ halted, resumed, limits }: HaltedReport, { pathPrefix }: HaltedOptions): string {
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
  ];
  return joinBlocks(blocks, halted.length + resumed.length === 0 ? 'no chain has halted' : null);
}

/** GitHub Flavored Markdown, below 1 MiB: the evidence for a pull request. */
function renderMarkdown({ halted, resumed }: HaltedReport, options: HaltedOptions): string {
  const sections = halted.map((chain) => {
    const { before, blocks } = renderHaltedTable(chain, options);
    const title = escapeMarkdown(chain.chain);
    return { title, before: `${escapeMarkdown(describeHalt(chain))}\n\n${before}`, blocks };
  });
  const again = {
    title: 'Chains that make blocks again',
    blocks: resumed.map(({ chain }) => `- ${escapeMarkdown(chain)}\n`),
  };
  return joinSections(`## Halted chains: ${halted.length || 'none'}\n`, [...sections, again]);
}

export function renderHaltedTable({ endpoints }: HaltedChain, { pathPrefix }: HaltedOptions) {
  const columns = ['place', 'kind', 'endpoint', 'provider', 'block', 'since', 'runs'];
  const blocks = endpoints.map(({ entry, head }) =>
    renderRow([
      quotePlace(entry, pathPrefix),
      escapeMarkdown(entry.kind),
      quoteCell(formatUrl(entry.url)),
      escapeMarkdown(entry.provider ?? ''),
      String(head.height),
      formatDate(head.since),
      String(head.runs),
    ]),
  );
  return { before: renderTableHead(columns, ['block', 'runs']), blocks };
}

function renderJson(
  { limits, halted, resumed }: HaltedReport,
  options: Pick<HistoryRenderOptions, 'tool'>,
): string {
  const toEndpoint = ({ entry: { kind, provider, url, place }, head }: HaltedEndpoint) => ({
    file: place.file,
    line: place.range?.line ?? null,
    kind,
    provider,
    url: url === null ? null : tagKeys(url),
    head,
  });
  const toChain = (chain: HaltedChain) => ({ ...chain, endpoints: chain.endpoints.map(toEndpoint) });
  return formatJson({ limits, halted: halted.map(toChain), resumed: resumed.map(toChain) }, options);
}
