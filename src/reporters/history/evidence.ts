import { formatAmount } from '../../model/amount.js';
import type { DeadReport, DownEntry } from '../../history/find-dead.js';
import { dayMs, findLastFailureMs } from '../../history/days.js';
import { isDead, structuralRules } from '../../history/judge-line.js';
import type { HistoryLine } from '../../model/history.js';
import { formatDate } from '../describe-history.js';

/** What a history says about an endpoint that is down permanently. Days are in UTC, such as 2026-11-22. */
export interface Evidence {
  readonly lastPass: string | null;
  readonly firstSeen: string;
  readonly since: string;
  readonly runs: number;
  /** Whole days from the first run of the streak to the last. */
  readonly days: number;
  readonly rules: readonly string[];
}

/** Reads the evidence of a history line; of a dead one, that of the runs in which nothing was at the address. */
export function readEvidence(line: HistoryLine, limits: DeadReport['limits']): Evidence {
  const { structural, streak, lastPass, firstSeen } = line;
  const dead = isDead(line, limits) ? structural : null;
  const { runs, since } = dead ?? streak;
  return {
    lastPass: lastPass === null ? null : formatDate(lastPass),
    firstSeen: formatDate(firstSeen),
    since: formatDate(since),
    runs,
    days: Math.floor((findLastFailureMs(line) - Date.parse(since)) / dayMs),
    rules: dead === null ? streak.rules : streak.rules.filter((rule) => structuralRules.includes(rule)),
  };
}

/** Describes each history; equal descriptions appear once. */
export function listTexts(
  { lines }: Pick<DownEntry, 'lines'>,
  describe: (line: HistoryLine) => string,
): readonly string[] {
  return [...new Set(lines.map(describe))];
}

export function describeDeadLimits({ minRuns, minDays }: DeadReport['limits'], histories = 1): string {
  const origins = histories > 1 ? `, seen from ${histories} places` : '';
  return `nothing was at the address in at least ${formatAmount(minRuns, 'run')} in a row, over at least ${formatAmount(minDays, 'day')}${origins}`;
}

export const blockersText =
  'all hosts of their provider fell silent with the same run; remove --dead leaves them';

export const withdrawnText =
  'down in as many runs, refused by now, while other hosts of the same provider are up; remove --dead leaves them';

/** Limited, since some providers have hundreds of hosts. */
const controlsShown = 3;

/** Describes the first controls of an entry, and counts the rest. */
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
