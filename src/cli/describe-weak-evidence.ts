import { formatAmount } from '../model/amount.js';
import type { HistoryFile } from '../history/history-file.js';
import type { DeadReport } from '../history/dead-report.js';
import { dayMs } from '../history/days.js';
import { findLastRun } from '../history/update-history.js';

/** Nightly runs miss a night now and then. */
const freshDays = 2;

/**
 * Reasons to doubt the dead entries of histories, in sentences: the histories are old, or of the future, of another registry, or of a machine that
 * reached nothing.
 */
export function describeWeakEvidence(
  { dead, listed, known }: DeadReport,
  { files, now }: { readonly files: readonly HistoryFile[]; readonly now: Date },
): readonly string[] {
  const names = files.map(({ name }) => name).join(' and ');
  const old = files.flatMap(({ name, lines }) => {
    const last = findLastRun(lines);
    const days = Math.floor((now.getTime() - Date.parse(last)) / dayMs);
    // A clock may be a day off.
    if (days < -1)
      return [`the last run in ${name} began in the future (${last}): restore the file from before that run`];
    return days > freshDays
      ? [
          `the last run in ${name} began ${formatAmount(days, 'day')} ago: look again with check --dead --history ${name}`,
        ]
      : [];
  });
  return [
    ...old,
    ...(listed > 0 && known === 0
      ? [`of ${formatAmount(listed, 'endpoint')} here none is in ${names}: it may be of another registry`]
      : []),
    ...(dead.length > 0 && dead.every(({ othersUp }) => othersUp === 0)
      ? ['nothing else was up in the same run: check the network of the machine that checked']
      : []),
  ];
}
