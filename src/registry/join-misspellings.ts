import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { splitPointer } from './pointer-pattern.js';

export interface ShapeProblem {
  readonly placed: PlacedProblem;
  readonly missing: readonly string[];
}

/**
 * Joins violations of the schema and problems of entries: if a field is missing because another one is misspelled, both become one problem, at
 * the name to change.
 */
export function joinMisspellings(
  shape: readonly ShapeProblem[],
  problems: readonly PlacedProblem[],
): readonly PlacedProblem[] {
  if (shape.every(({ missing }) => missing.length === 0))
    return [...shape.map(({ placed }) => placed), ...problems];
  const misspellings = groupBy(
    problems.filter(({ problem }) => problem.code === 'file/misspelled-field'),
    ({ place }) => splitPointer(place.pointer ?? '').parent,
  );
  const joined = new Set<PlacedProblem>();
  const faults = shape.map(({ placed, missing }) => {
    const matching = (misspellings.get(placed.place.pointer ?? '') ?? []).filter(({ problem }) =>
      missing.some((name) => name === problem.data['expected']),
    );
    for (const misspelling of matching) joined.add(misspelling);
    return joinMisspelling(placed, matching);
  });
  return [...faults, ...problems.filter((problem) => !joined.has(problem))];
}

function joinMisspelling(
  { problem, entry, ...fault }: PlacedProblem,
  misspellings: readonly PlacedProblem[],
): PlacedProblem {
  const [first] = misspellings;
  if (first === undefined) return { ...fault, problem, entry };
  const renames = misspellings.map(
    ({ problem: { data } }) => `rename ${quote(data['field'])} to ${quote(data['expected'])}`,
  );
  const edits = misspellings.flatMap(({ fix }) => fix?.edits ?? []);
  return {
    problem: { ...problem, data: { ...problem.data, fix: renames.join(' and ') } },
    place: first.place,
    entry,
    ...(misspellings.some(({ fix }) => fix === undefined) ? {} : { fix: { edits } }),
  };
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : '';
}
