import type { Fix, PlacedProblem, TextEdit } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import type { KindDefinition } from '../../model/kind.js';
import type { Registry } from '../load.js';
import type { LoadedFile } from '../load-file.js';
import { correctAddress, removeRepeatedEntry, writeProvider } from './fix-entry.js';
import { fixShape, removeRepeatedField, renameMisspelled } from './fix-fields.js';
import { removeRepeatedItem, renameItemFields, writeDecimals, writeVisible } from './fix-item.js';
import { type FixableFile, parseFixable } from './fixable-file.js';

/** The edits that fix a problem of a file; none if there is no single right correction. */
type FindEdits = (problem: PlacedProblem, file: FixableFile) => readonly TextEdit[];

const fixes: ReadonlyMap<string, FindEdits> = new Map<string, FindEdits>([
  ['file/duplicate-key', removeRepeatedField],
  ['file/misspelled-field', renameMisspelled],
  [
    'file/schema',
    (problem, file) =>
      problem.causes === undefined ? fixShape(problem, file) : fixCauses(problem.causes, file),
  ],
  ['entry/duplicate', removeRepeatedEntry],
  ['entry/provider-spelling', writeProvider],
  ...['host-case', 'peer-id', 'url-malformed', 'url-path', 'url-port', 'url-scheme', 'url-whitespace'].map(
    (rule): [string, FindEdits] => [`entry/${rule}`, correctAddress],
  ),
  ['list/address', writeVisible],
  ['list/decimals', writeDecimals],
  ['list/denom', writeVisible],
  ['list/duplicate', removeRepeatedItem],
  ['list/schema', renameItemFields],
]);

export function findFixes(
  loaded: Pick<LoadedFile, 'location' | 'format' | 'text'>,
  problems: readonly PlacedProblem[],
  kinds: readonly KindDefinition[],
): ReadonlyMap<PlacedProblem, Fix> {
  const file = problems.some(({ problem }) => fixes.has(problem.code)) ? parseFixable(loaded, kinds) : null;
  return new Map(
    problems.flatMap((problem): [PlacedProblem, Fix][] => {
      const fix = findFix(problem, file);
      return fix === null ? [] : [[problem, fix]];
    }),
  );
}

export function findRegistryFixes(
  { loaded }: Pick<Registry, 'loaded'>,
  problems: readonly PlacedProblem[],
  kinds: readonly KindDefinition[],
): ReadonlyMap<PlacedProblem, Fix> {
  const byFile = groupBy(problems, ({ place }) => place.file);
  return new Map(
    loaded.flatMap((file) => {
      const ofFile = byFile.get(file.path) ?? [];
      return ofFile.length === 0 ? [] : [...findFixes(file, ofFile, kinds)];
    }),
  );
}

function findFix(problem: PlacedProblem, file: FixableFile | null): Fix | null {
  const { code, data } = problem.problem;
  // A file in valid UTF-16 can be converted.
  if (code === 'file/not-utf8' && data['encoding'] === 'UTF-16') return { edits: [], encoding: 'utf-8' };
  const edits = problem.repair === undefined ? findEdits(problem, file) : [problem.repair];
  return edits.length === 0 ? null : { edits };
}

function findEdits(problem: PlacedProblem, file: FixableFile | null): readonly TextEdit[] {
  return (file && fixes.get(problem.problem.code)?.(problem, file)) ?? [];
}

function fixCauses(causes: readonly PlacedProblem[], file: FixableFile): readonly TextEdit[] {
  const edits = causes.map((cause) => findEdits(cause, file));
  return edits.every(({ length }) => length > 0) ? edits.flat() : [];
}
