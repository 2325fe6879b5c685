import {
  countOverview,
  type HistoryOverview,
  type OverviewEndpoint,
  reportHistory,
} from '../../history/report-history.js';
import { defuseRunnerCommands, escapeTerminal } from '../escape.js';
import { escapeMarkdown, quoteCell } from '../escape-markdown.js';
import { joinSections, renderRow, renderTableHead } from '../markdown-sections.js';
import { formatAmount, formatShare } from '../../model/amount.js';
import { takeDays } from '../../history/days.js';
import { formatDate, streakNames, upIsNotPass } from '../describe-history.js';
import { formatUrl } from '../mask.js';
import { formatJson, type HistoryRenderers, type HistoryRenderOptions } from './dead.js';

type OverviewOptions = Pick<HistoryRenderOptions, 'verbose'>;

/** All that a history has recorded, the worst endpoint first. */
export const overviewRenderers: HistoryRenderers<HistoryOverview> = {
  pretty: renderPretty,
  markdown: renderMarkdown,
  json: renderJson,
};

/** Maximum width of a column. A longer address shifts the rest of its line. */
const maxColumns = 50;

function renderPretty(overview: HistoryOverview, { verbose }: OverviewOptions): string {
  const rows = listRows(overview, verbose).map((row) => ({
    ...row,
    kind: escapeTerminal(row.kind),
    address: escapeTerminal(row.address),
  }));
  const findWidth = (lengths: readonly number[]) =>
    lengths.reduce((most, length) => Math.max(most, Math.min(length, maxColumns)), 0);
  const kindWidth = findWidth(rows.map(({ kind }) => kind.length));
  const addressWidth = findWidth(rows.map(({ address }) => address.length));
  const lines = rows.map(
    ({ uptime, days, kind, address, status }) =>
      `${uptime.padStart(6)}  ${days}  ${kind.padEnd(kindWidth)} ${address.padEnd(addressWidth)}  ${escapeTerminal(status)}\n`,
  );
  const table = lines.length === 0 ? '' : `\n${describeColumns(overview)}\n\n${lines.join('')}`;
  return defuseRunnerCommands(`${describeOverview(overview).join('\n')}\n${table}`);
}

/** GitHub Flavored Markdown, below 1 MiB. */
function renderMarkdown(overview: HistoryOverview, { verbose }: OverviewOptions): string {
  const blocks = listRows(overview, verbose).map(({ uptime, days, kind, address, status }) =>
    renderRow([uptime, quoteCell(days), escapeMarkdown(kind), quoteCell(address), escapeMarkdown(status)]),
  );
  const head = renderTableHead(['uptime', 'days', 'kind', 'endpoint', 'now'], ['uptime']);
  return joinSections(`## History\n\n${describeOverview(overview).join('\n\n')}\n`, [
    {
      title: verbose ? 'All endpoints' : 'Not up, or flaky',
      before: `${describeColumns(overview)}\n\n${head}`,
      blocks,
    },
  ]);
}

function renderJson(overview: HistoryOverview, options: Pick<HistoryRenderOptions, 'tool'>): string {
  const { now, firstSeen, lastRun, limits } = overview;
  const endpoints = overview.endpoints.map(({ line, isFlaky, isDead }) => ({
    kind: line.kind,
    address: line.address,
    ...reportHistory(line, now),
    flaky: isFlaky,
    dead: isDead,
  }));
  const summary = countOverview(overview);
  return formatJson({ now, firstSeen, lastRun, limits, summary, endpoints }, options);
}

/** The cells of an endpoint of an overview. Untrusted text is not escaped. */
interface OverviewRow {
  readonly uptime: string;
  /** A character for each of the last days, today last. */
  readonly days: string;
  readonly kind: string;
  readonly address: string;
  readonly status: string;
}

/** The character for each kind of day; a higher block is better. */
const blocks: Readonly<Record<string, string>> = { P: '█', M: '▄', F: '▁', I: '?', '.': '·' };

function describeColumns({ uptime }: HistoryOverview): string {
  return `uptime of ${formatAmount(uptime?.days ?? 0, 'day')}; days: █ up, ▄ partly up, ▁ down, ? inconclusive, · no run; today is last`;
}

/** Lists the endpoints that need attention, with 30 days; `verbose` lists all, with 90 days. */
function listRows(overview: HistoryOverview, verbose: boolean): readonly OverviewRow[] {
  const endpoints = overview.endpoints.filter(
    ({ line, isFlaky }) => verbose || isFlaky || line.streak.verdict !== 'pass',
  );
  return endpoints.map((endpoint) => toRow(endpoint, overview.now, verbose ? 90 : 30));
}

function toRow(endpoint: OverviewEndpoint, now: string, count: number): OverviewRow {
  const { line, uptime30d } = endpoint;
  const days = takeDays(line.days, line.lastRun, now, count);
  return {
    uptime: uptime30d === null ? '-' : formatShare(uptime30d),
    days: days.replaceAll(/./g, (day) => blocks[day] ?? day),
    kind: line.kind,
    address: formatUrl(line.address),
    status: describeStatus(endpoint),
  };
}

function describeStatus({ line: { streak, lastPass }, isDead, isFlaky }: OverviewEndpoint): string {
  const { verdict, runs, since, rules } = streak;
  const reasons = rules.length === 0 ? '' : `: ${rules.join(', ')}`;
  return [
    ...(isDead ? ['dead'] : []),
    ...(isFlaky ? ['flaky'] : []),
    `${streakNames[verdict]} for ${formatAmount(runs, 'run')} since ${formatDate(since)}${reasons}`,
    ...(verdict === 'pass' ? [] : [lastPass === null ? 'never up' : `last up ${formatDate(lastPass)}`]),
  ].join(', ');
}

function describeOverview(overview: HistoryOverview): readonly string[] {
  const { firstSeen, lastRun } = overview;
  const { endpoints, up, down, inconclusive, flaky, dead } = countOverview(overview);
  if (firstSeen === null || lastRun === null) return ['the history has no endpoints yet'];
  const span = `first run ${formatDate(firstSeen)}, last run ${formatDate(lastRun)}`;
  const counts = `${up} up, ${down} down, ${inconclusive} inconclusive; ${flaky} flaky, ${dead} dead`;
  return [`${formatAmount(endpoints, 'endpoint')}, ${span}: ${counts}`, upIsNotPass];
}
