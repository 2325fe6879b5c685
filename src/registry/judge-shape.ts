import type { Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import { findListAt, type FileChain } from './chains.js';
import { findNode, placeAt, type RegistryDocument } from './document.js';
import { splitPointer } from './pointer-pattern.js';
import { validateShape } from './validate.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';

/** Reports what is not as the format's schema says, each with the entry that it belongs to. */
export function judgeShape(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  entries: readonly Entry[],
): ShapeProblem[] {
  let byPointer: ReadonlyMap<string | null, Entry> | null = null;
  // Built on demand, since few files have violations.
  const findEntry = (pointer: string) => {
    byPointer ??= new Map(entries.map((entry) => [entry.place.pointer, entry]));
    return byPointer.get(pointer);
  };
  const fieldsOf = (pointer: string) =>
    findListAt(format, chains, splitPointer(pointer).parent)?.list.entryFields ?? format.entryFields;
  const faults = validateShape(
    document.value,
    format,
    (pointer) => (findEntry(pointer) === undefined ? undefined : fieldsOf(pointer)),
    (pointer) => findListAt(format, chains, pointer)?.list,
  );
  return faults.map(({ pointer, reason, fix, missing }): ShapeProblem => {
    const placed = {
      problem: { code: 'file/schema', data: { reason, fix } },
      place: placeAt(document, pointer, findNode(document.tree, pointer)),
      // `/grpc_endpoint/0/url` belongs to the entry at `/grpc_endpoint/0`.
      entry: findEntry(pointer) ?? findEntry(splitPointer(pointer).parent) ?? null,
    };
    return { placed, missing };
  });
}

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
  return {
    problem: { ...problem, data: { ...problem.data, fix: renames.join(' and ') } },
    place: first.place,
    entry,
    causes: misspellings,
  };
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : '';
}
