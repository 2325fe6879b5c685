import type { PlacedProblem } from '../model/finding.js';
import { splitPointer } from './pointer-pattern.js';

/** What a schema refuses, and the fields that are missing there. */
export interface ShapeProblem {
  readonly placed: PlacedProblem;
  readonly missing: readonly string[];
}

/** What the schema refuses, and the problems of entries. Where an entry lacks a field because another one is misspelled, that is one slip, so one problem, at the name to change. */
export function joinSlips(
  shape: readonly ShapeProblem[],
  problems: readonly PlacedProblem[],
): readonly PlacedProblem[] {
  if (shape.every(({ missing }) => missing.length === 0))
    return [...shape.map(({ placed }) => placed), ...problems];
  const slips = new Map<string, PlacedProblem[]>();
  for (const one of problems) {
    if (one.problem.code !== 'file/misspelled-field') continue;
    const { parent } = splitPointer(one.place.pointer ?? '');
    const own = slips.get(parent);
    if (own === undefined) slips.set(parent, [one]);
    else own.push(one);
  }
  const joined = new Set<PlacedProblem>();
  const faults = shape.map(({ placed, missing }) => {
    const own = (slips.get(placed.place.pointer ?? '') ?? []).filter(({ problem }) =>
      missing.some((name) => name === problem.data['expected']),
    );
    for (const slip of own) joined.add(slip);
    return joinSlip(placed, own);
  });
  return [...faults, ...problems.filter((one) => !joined.has(one))];
}

function joinSlip(
  { problem, entry, ...fault }: PlacedProblem,
  slips: readonly PlacedProblem[],
): PlacedProblem {
  const [first] = slips;
  if (first === undefined) return { ...fault, problem, entry };
  const renames = slips.map(
    ({ problem: { data } }) => `rename ${quote(data['field'])} to ${quote(data['expected'])}`,
  );

  const edits = slips.flatMap(({ fix }) => fix?.edits ?? []);
  return {
    problem: { ...problem, data: { ...problem.data, fix: renames.join(' and ') } },
    place: first.place,
    entry,
    ...(slips.some(({ fix }) => fix === undefined) ? {} : { fix: { edits } }),
  };
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : '';
}
