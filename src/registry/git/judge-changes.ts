import type { Entry } from '../../model/entry.js';
import { isBlank } from '../../model/invisible-characters.js';
import type { PlacedProblem } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import type { ProblemOf } from '../../model/rule.js';
import type { LoadedFile } from '../load-file.js';
import { fileTop } from '../rules.js';
import { foldProvider } from '../spelling.js';
import type { ChangeData } from './change-rules.js';
import type { EntryMatches } from './match-entries.js';

export function judgeChanges(
  files: readonly LoadedFile[],
  before: readonly LoadedFile[],
  { earlier, added, removed }: EntryMatches,
): PlacedProblem[] {
  const paths = new Set(files.map(({ path }) => path));
  const isGone = (path: string | null) => !paths.has(path ?? '');
  const byFile = groupBy(removed, ({ place }) => place.file);
  // If all entries of a file are in another one, it was renamed.
  const gone = before.filter(
    ({ path, entries }) => isGone(path) && (byFile.has(path) || entries.length === 0),
  );
  const lost = removed.filter(({ place }) => !isGone(place.file));
  const gaining = new Set(added.map(foldOperator));
  const isOfOthers = (entry: Entry) => entry.provider !== null && !gaining.has(foldOperator(entry));
  return [
    ...gone.map(({ path, entries }) => {
      const data = { chain: nameChain(entries), count: byFile.get(path)?.length ?? 0 };
      return placeProblem(path, { code: 'change/file-gone', data });
    }),
    ...[...groupBy(lost.filter(isOfOthers), foldOperator).values()].map((entries) => {
      const files = [...new Set(entries.flatMap(({ place }) => place.file ?? []))].sort();
      const data = { provider: entries[0]?.provider ?? '', count: entries.length, files };
      return placeProblem(files[0] ?? null, { code: 'change/removed-others', data });
    }),
    ...removed.map(({ place: { file, range, source }, kind, provider, url }) => {
      const data = { kind, provider, url, line: source?.line ?? range?.line ?? 1 };
      const place = { file: source?.file ?? file, pointer: '', range: null };
      return { problem: { code: 'change/removed', data }, place, entry: null };
    }),
    ...[...earlier].flatMap(([entry, origin]) => judgeProvider(entry, origin)),
  ];
}

function judgeProvider(entry: Entry, { provider: before }: Entry): PlacedProblem[] {
  const { provider: after, place, isDerived } = entry;
  if (before === null || after === null || before === after || isBlank(after) || isDerived === true)
    return [];
  return [{ problem: { code: 'change/provider', data: { before, after } }, place, entry }];
}

function placeProblem(file: string | null, problem: ProblemOf<ChangeData>): PlacedProblem {
  return { problem, place: { file, pointer: '', range: fileTop }, entry: null };
}

function nameChain(entries: readonly Entry[]): string | null {
  const [chain = null, ...more] = new Set(entries.map((entry) => entry.chain));
  return more.length > 0 ? null : chain;
}

function foldOperator({ provider }: Entry): string {
  return foldProvider(provider ?? '');
}
