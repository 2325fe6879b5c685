import type { Fix, PlacedProblem } from '../../model/finding.js';
import { groupBy } from '../../model/group-by.js';
import type { KindDefinition } from '../../model/kind.js';
import type { Registry } from '../load.js';
import type { LoadedFile } from '../load-file.js';
import { entryFixes } from './fix-entry.js';
import { fieldFixes } from './fix-fields.js';
import { itemFixes } from './fix-item.js';
import { type FixableFile, type Fixes, parseFixable } from './fixable-file.js';

const fixes: Fixes = { ...entryFixes, ...fieldFixes, ...itemFixes };

export function findFixes(
  loaded: Pick<LoadedFile, 'location' | 'format' | 'text'>,
  problems: readonly PlacedProblem[],
  kinds: readonly KindDefinition[],
): ReadonlyMap<PlacedProblem, Fix> {
  const file = problems.some(({ problem }) => Object.hasOwn(fixes, problem.code))
    ? parseFixable(loaded, kinds)
    : null;
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
  const edits =
    problem.repair === undefined ? ((file && fixes[code]?.(problem, file)) ?? []) : [problem.repair];
  return edits.length === 0 ? null : { edits };
}
