import { countOverview, type HistoryOverview } from '../../history/overview.js';
import { reportHistory } from '../../history/report-history.js';
import { defuseRunnerCommands, escapeJson, escapeTerminal } from '../escape.js';
import { escapeMarkdown, quoteMarkdown } from '../escape-markdown.js';
import { joinSections } from '../markdown-sections.js';
import { describeColumns, describeOverview, listRows } from './overview-rows.js';

/** What an overview shows: of what is not up 30 days, or with `verbose` of all 90. */
export interface OverviewRenderOptions {
  readonly verbose: boolean;
}

/** A longer address moves the rest of its line. */
const widest = 50;

/** An overview for a terminal: a line for each endpoint, the worst first. */
export function renderOverviewPretty(overview: HistoryOverview, { verbose }: OverviewRenderOptions): string {
  const rows = listRows(overview, verbose).map((row) => ({
    ...row,
    kind: escapeTerminal(row.kind),
    address: escapeTerminal(row.address),
  }));
  const findWidth = (lengths: readonly number[]) =>
    lengths.reduce((most, length) => Math.max(most, Math.min(length, widest)), 0);
  const kindWidth = findWidth(rows.map(({ kind }) => kind.length));
  const addressWidth = findWidth(rows.map(({ address }) => address.length));
  const lines = rows.map(
    ({ uptime, days, kind, address, status }) =>
      `${uptime.padStart(6)}  ${days}  ${kind.padEnd(kindWidth)} ${address.padEnd(addressWidth)}  ${escapeTerminal(status)}\n`,
  );
  const table = lines.length === 0 ? '' : `\n${describeColumns(overview)}\n\n${lines.join('')}`;
  return defuseRunnerCommands(`${describeOverview(overview).join('\n')}\n${table}`);
}

/** GitHub takes 1 MiB as the summary of a step. */
const limitBytes = 1_000_000;

/** An overview as GitHub Flavored Markdown, below 1 MiB. */
export function renderOverviewMarkdown(
  overview: HistoryOverview,
  { verbose }: OverviewRenderOptions,
): string {
  const rows = listRows(overview, verbose).map(({ uptime, days, kind, address, status }) => {
    const cells = [
      uptime,
      quoteMarkdown(days, { inTable: true }),
      escapeMarkdown(kind),
      quoteMarkdown(address, { inTable: true }),
      escapeMarkdown(status),
    ];
    return `| ${cells.join(' | ')} |\n`;
  });
  const before = `${describeColumns(overview)}\n\n| uptime | days | kind | endpoint | now |\n| --: | --- | --- | --- | --- |\n`;
  const title = verbose ? 'All endpoints' : 'Not up, or flaky';
  return joinSections(
    `## History\n\n${describeOverview(overview).join('\n\n')}\n`,
    [{ title, folded: false, before, blocks: rows }],
    limitBytes,
  );
}

/** An overview as JSON, with all endpoints: each as a report has its history, with kind and address. */
export function renderOverviewJson(
  overview: HistoryOverview,
  tool: { readonly name: string; readonly version: string },
): string {
  const { now, firstSeen, lastRun, limits } = overview;
  const endpoints = overview.endpoints.map(({ line, isFlaky, isDead }) => ({
    kind: line.kind,
    address: line.address,
    ...reportHistory(line, now),
    flaky: isFlaky,
    dead: isDead,
  }));
  const content = {
    version: 1,
    tool,
    now,
    firstSeen,
    lastRun,
    limits,
    summary: countOverview(overview),
    endpoints,
  };
  return `${escapeJson(JSON.stringify(content, null, 2))}\n`;
}
