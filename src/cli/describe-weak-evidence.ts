import { formatAmount } from '../model/amount.js';
import type { HistoryFile } from '../history/history-file.js';
import type { DeadReport } from '../history/find-dead.js';
import { alone, type Evidence } from '../history/find-removable.js';

/** Reasons to doubt the dead entries of histories, in sentences: those of the last runs, and that the histories are of another registry. */
export function describeWeakEvidence(
  { dead, listed, known }: DeadReport,
  { files, evidence }: { readonly files: readonly HistoryFile[]; readonly evidence: Evidence },
): readonly string[] {
  const names = files.map(({ name }) => name).join(' and ');
  return [
    ...evidence.obstacles,
    ...(listed > 0 && known === 0
      ? [`of ${formatAmount(listed, 'endpoint')} here none is in ${names}: it may be of another registry`]
      : []),
    ...(dead.length > 0 && dead.every(({ othersUp }) => othersUp === 0) ? [alone] : []),
  ];
}
