import { formatAmount } from '../model/amount.js';
import { groupBy } from '../model/group-by.js';
import type { ChangeCounts, RemovedEntry } from '../model/report.js';
import { truncate } from '../model/text.js';

export interface Comparison {
  readonly name: string;
  /** The commit that was read; null without git. */
  readonly commit: string | null;
}

/** How a change is called: `This pull request` where it is known to be one. */
export type ChangeSubject = 'This change' | 'This pull request';

const namedGroups = 5;
const namedFiles = 20;

/** A paragraph of what a change does to the entries of a registry, that a reviewer reads in ten seconds. */
export function describeChanges(
  { added, changed, moved, removed: removedCount, unchanged, filesNotRead }: ChangeCounts,
  removed: readonly RemovedEntry[],
  {
    subject,
    comparison: { name, commit },
  }: { readonly subject: ChangeSubject; readonly comparison: Comparison },
): string {
  const base = commit === null || commit === name ? name : `${name}, ${commit.slice(0, 7)}`;
  const total = added + changed + moved + unchanged;
  const verbs = [
    ['adds', added],
    ['changes', changed],
    ['moves', moved],
    ['removes', removedCount],
  ] as const;
  const [[verb, count] = ['changes', 'none'], ...more] = verbs.filter(([, amount]) => amount > 0);
  const whole = verb === 'removes' ? total + removedCount : total;
  const parts = [
    `${subject} ${verb} ${count} of ${formatAmount(whole, 'entry', 'entries')}`,
    ...more.map(([also, amount]) => `${also} ${amount}`),
  ];
  const last = parts.length > 1 ? ` and ${parts.pop() ?? ''}` : '';
  const sentences = [
    `${parts.join(', ')}${last} (compared with ${base}).`,
    describeRemoved(removed),
    filesNotRead === 0
      ? null
      : `${formatAmount(filesNotRead, 'other changed file is', 'other changed files are')} not part of the registry.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
}

export function describeFilesNotRead(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const more = paths.length - namedFiles;
  return `Not part of the registry: ${paths.slice(0, namedFiles).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

/** Whose entries are removed, most first, without those that moved. */
function describeRemoved(removed: readonly RemovedEntry[]): string | null {
  const gone = removed.filter(({ movedTo }) => movedTo === null);
  const groups = [
    ...groupBy(gone, ({ provider, file }) => (provider === null ? `in ${file}` : `of ${truncate(provider)}`)),
  ].sort(([, a], [, b]) => b.length - a.length);
  const names = groups.slice(0, namedGroups).map(([name, { length }]) => `${length} ${name}`);
  const more = groups.slice(namedGroups).reduce((sum, [, { length }]) => sum + length, 0);
  return names.length === 0 ? null : `Removed: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
