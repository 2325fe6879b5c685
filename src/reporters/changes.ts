import { findChange } from '../history/report-history.js';
import type { EndpointReport, Report } from '../model/report.js';

/** The changes of a run, as indexes into the endpoints of its report, in order. */
export interface Changes {
  readonly newlyFailing: readonly number[];
  readonly recovered: readonly number[];
  /** `first`: there is no earlier run. `uncounted`: the history did not count this run. */
  readonly comparison: 'compared' | 'first' | 'uncounted';
}

/** The changes since the last run that the history counted; null for a report without history. */
export function findChanges({ endpoints, startedAt }: Report): Changes | null {
  const histories = endpoints.flatMap(({ history }) => history ?? []);
  if (histories.length === 0) return null;
  const isCounted = histories.some(({ lastRun }) => lastRun === startedAt);
  const isFirst = histories.every(({ firstSeen }) => firstSeen === startedAt);
  return {
    newlyFailing: listIndexes(
      endpoints,
      (endpoint) => findEntryChange(endpoint, startedAt) === 'newly-failing',
    ),
    recovered: listIndexes(endpoints, (endpoint) => findEntryChange(endpoint, startedAt) === 'recovered'),
    comparison: isFirst ? 'first' : isCounted ? 'compared' : 'uncounted',
  };
}

/** An address has one history, however often it is listed. Its change counts for the entries whose verdict agrees with it. */
function findEntryChange(
  { history, verdict }: EndpointReport,
  startedAt: string,
): ReturnType<typeof findChange> {
  const change = history === null ? null : findChange(history, startedAt);
  return verdict === (change === 'newly-failing' ? 'fail' : 'pass') ? change : null;
}

function listIndexes(
  endpoints: readonly EndpointReport[],
  isListed: (endpoint: EndpointReport) => boolean,
): number[] {
  return endpoints.flatMap((endpoint, index) => (isListed(endpoint) ? [index] : []));
}

/** Describes the changes since the last run in one line; null for a report without history. */
export function describeChanges(report: Report): string | null {
  const changes = findChanges(report);
  if (changes === null) return null;
  if (report.endpoints.every(({ attempts }) => attempts === 0))
    return 'Nothing was probed, so nothing is compared with the last run';
  const { newlyFailing, recovered, comparison } = changes;
  if (comparison === 'first') return 'The history begins with this run: there is nothing to compare it with';
  if (comparison === 'uncounted') return 'The history did not count this run: what changed is not known';
  const counts = [
    ...(newlyFailing.length > 0 ? [`${newlyFailing.length} newly failing`] : []),
    ...(recovered.length > 0 ? [`${recovered.length} recovered`] : []),
  ];
  return `${counts.join(', ') || 'Nothing newly failing or recovered'} since the last run`;
}
