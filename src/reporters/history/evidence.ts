import { formatAmount } from '../../model/amount.js';
import type { DeadEntry, DeadReport } from '../../history/dead-report.js';
import { dayMs, findLastFailureMs } from '../../history/days.js';
import { isDead } from '../../history/judge-line.js';
import type { HistoryLine } from '../../model/history.js';
import { formatDate } from '../describe-history.js';

/** What a history shows of an endpoint that is down lastingly. Days are those of UTC, such as 2026-11-22. */
export interface Evidence {
  /** When it last was up; null where it never was. */
  readonly lastPass: string | null;
  readonly firstSeen: string;
  /** The first of the runs in a row. */
  readonly since: string;
  readonly runs: number;
  /** Whole days from the first of these runs to the last. */
  readonly days: number;
  /** The rules of the errors of the last run. */
  readonly rules: readonly string[];
}

/** The evidence that a line has; of a dead one, of the runs in which nothing was there. */
export function readEvidence(line: HistoryLine, limits: DeadReport['limits']): Evidence {
  const { structural, streak, lastPass, firstSeen } = line;
  const { runs, since } = structural !== null && isDead(line, limits) ? structural : streak;
  return {
    lastPass: lastPass === null ? null : formatDate(lastPass),
    firstSeen: formatDate(firstSeen),
    since: formatDate(since),
    runs,
    days: Math.floor((findLastFailureMs(line) - Date.parse(since)) / dayMs),
    rules: streak.rules,
  };
}

/** What each history shows, in words; once where it is the same. */
export function listTexts(
  { lines }: Pick<DeadEntry, 'lines'>,
  describe: (line: HistoryLine) => string,
): readonly string[] {
  return [...new Set(lines.map(describe))];
}

/** What dead entries have in common, a sentence. */
export function describeDeadLimits({ minRuns, minDays }: DeadReport['limits'], histories: number): string {
  const seen = histories > 1 ? `, seen from ${histories} places` : '';
  return `nothing was at the address in at least ${formatAmount(minRuns, 'run')} in a row, over at least ${formatAmount(minDays, 'day')}${seen}`;
}

/** What withdrawn entries have in common, a sentence. */
export const withdrawnText =
  'down in as many runs, refused by now, while other hosts of the same provider are up; remove --dead leaves them';

/** Some providers have hundreds of hosts. */
const controlsShown = 3;

/** The first controls of an entry in words, and how many more there are. */
export function listControls<Control>(
  { controls }: { readonly controls: readonly Control[] },
  describe: (control: Control) => string,
): readonly string[] {
  const more = controls.length - controlsShown;
  return [
    ...controls.slice(0, controlsShown).map(describe),
    ...(more > 0 ? [`${more} more of its hosts`] : []),
  ];
}
