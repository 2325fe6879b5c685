import { formatAmount, formatShare } from '../../model/amount.js';
import { takeDays } from '../../history/days.js';
import { countOverview, type HistoryOverview, type OverviewEndpoint } from '../../history/overview.js';
import { formatDate } from '../describe-history.js';
import { formatUrl } from '../mask.js';

/** An endpoint of an overview as its cells; untrusted text is not escaped yet. */
export interface OverviewRow {
  readonly uptime: string;
  /** A character for each of the last days, today last. */
  readonly days: string;
  readonly kind: string;
  readonly address: string;
  readonly status: string;
}

/** A character for each sort of day: higher is better. */
const blocks: Readonly<Record<string, string>> = { P: '█', M: '▄', F: '▁', I: '?', '.': '·' };

/** What the characters mean. */
export const daysLegend = 'days: █ pass, ▄ mixed, ▁ fail, ? inconclusive, · no run; today is last';

/** The endpoints that need a look, of 30 days; `verbose` lists all, of 90 days. */
export function listRows(overview: HistoryOverview, verbose: boolean): readonly OverviewRow[] {
  const shown = overview.endpoints.filter(
    ({ line, isFlaky }) => verbose || isFlaky || line.streak.verdict !== 'pass',
  );
  return shown.map((endpoint) => toRow(endpoint, overview.now, verbose ? 90 : 30));
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
    `${verdict} for ${formatAmount(runs, 'run')} since ${formatDate(since)}${reasons}`,
    ...(verdict === 'pass' ? [] : [lastPass === null ? 'never passed' : `last pass ${formatDate(lastPass)}`]),
  ].join(', ');
}

/** What a history knows in all: a sentence or two. */
export function describeOverview(overview: HistoryOverview): string {
  const { firstSeen, lastRun } = overview;
  const { endpoints, passing, failing, inconclusive, flaky, dead } = countOverview(overview);
  if (firstSeen === null || lastRun === null) return 'the history has no endpoints yet';
  const span = `first run ${formatDate(firstSeen)}, last run ${formatDate(lastRun)}`;
  return `${formatAmount(endpoints, 'endpoint')}, ${span}: ${passing} pass, ${failing} fail, ${inconclusive} inconclusive; ${flaky} flaky, ${dead} dead`;
}
