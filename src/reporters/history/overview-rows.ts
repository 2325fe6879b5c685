import { formatAmount, formatShare } from '../../model/amount.js';
import { takeDays } from '../../history/days.js';
import { countOverview, type HistoryOverview, type OverviewEndpoint } from '../../history/overview.js';
import { formatDate, streakNames, upIsNotPass } from '../describe-history.js';
import { formatUrl } from '../mask.js';

/** The cells of an endpoint of an overview. Untrusted text is not escaped. */
export interface OverviewRow {
  readonly uptime: string;
  /** A character for each of the last days, today last. */
  readonly days: string;
  readonly kind: string;
  readonly address: string;
  readonly status: string;
}

/** The character for each kind of day; a higher block is better. */
const blocks: Readonly<Record<string, string>> = { P: '█', M: '▄', F: '▁', I: '?', '.': '·' };

export function describeColumns({ uptime }: HistoryOverview): string {
  return `uptime of ${formatAmount(uptime?.days ?? 0, 'day')}; days: █ up, ▄ partly up, ▁ down, ? inconclusive, · no run; today is last`;
}

/** Lists the endpoints that need attention, with 30 days; `verbose` lists all, with 90 days. */
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
    `${streakNames[verdict]} for ${formatAmount(runs, 'run')} since ${formatDate(since)}${reasons}`,
    ...(verdict === 'pass' ? [] : [lastPass === null ? 'never up' : `last up ${formatDate(lastPass)}`]),
  ].join(', ');
}

/** Describes the totals of a history and its terms, in one sentence each. */
export function describeOverview(overview: HistoryOverview): readonly string[] {
  const { firstSeen, lastRun } = overview;
  const { endpoints, up, down, inconclusive, flaky, dead } = countOverview(overview);
  if (firstSeen === null || lastRun === null) return ['the history has no endpoints yet'];
  const span = `first run ${formatDate(firstSeen)}, last run ${formatDate(lastRun)}`;
  const counts = `${up} up, ${down} down, ${inconclusive} inconclusive; ${flaky} flaky, ${dead} dead`;
  return [`${formatAmount(endpoints, 'endpoint')}, ${span}: ${counts}`, upIsNotPass];
}
