import { groupBy } from '../model/group-by.js';
import type { PlacedProblem } from '../model/finding.js';
import type { JsonObject, JsonValue } from '../model/json.js';

/** The notices that are joined, and for each what divides them into groups. */
const groupOf: Readonly<Record<string, (data: JsonObject) => string>> = {
  'file/no-endpoints': ({ fields }) => JSON.stringify(fields),
  'file/unchecked-field': () => '',
  'file/unsupported-chain': ({ reason }) => JSON.stringify(reason),
};

/**
 * Joins notices that apply to many files into one at the first file; its data names all files. Those of the baseline are joined separately, so
 * that a comparison reports new files only.
 */
export function joinNotices(
  problems: readonly PlacedProblem[],
  baseline: ReadonlySet<PlacedProblem> | null,
): { readonly problems: readonly PlacedProblem[]; readonly baseline: ReadonlySet<PlacedProblem> | null } {
  const notices = problems.filter(({ problem }) => Object.hasOwn(groupOf, problem.code));
  const groups = groupBy(notices, (notice) => {
    const { code, data } = notice.problem;
    return JSON.stringify([code, groupOf[code]?.(data), baseline?.has(notice) === true]);
  });
  const repeated = [...groups.values()].filter(({ length }) => length > 1);
  if (repeated.length === 0) return { problems, baseline };
  const joined = new Map<PlacedProblem, PlacedProblem | null>();
  const older = baseline === null ? null : new Set(baseline);
  for (const group of repeated) {
    const [first] = group;
    if (first === undefined) continue;
    const all = join(first, group);
    for (const notice of group) joined.set(notice, notice === first ? all : null);
    if (baseline?.has(first) === true) older?.add(all);
  }
  return {
    problems: problems.flatMap((problem) => (joined.has(problem) ? (joined.get(problem) ?? []) : problem)),
    baseline: older,
  };
}

function join(first: PlacedProblem, group: readonly PlacedProblem[]): PlacedProblem {
  const collect = (name: string) => [
    ...new Set(group.flatMap(({ problem }) => listStrings(problem.data[name]))),
  ];
  const data =
    first.problem.code === 'file/unsupported-chain'
      ? { ...first.problem.data, files: group.flatMap(({ place }) => place.file ?? []) }
      : { fields: collect('fields'), files: collect('files') };
  return { ...first, problem: { code: first.problem.code, data } };
}

function listStrings(value: JsonValue | undefined): readonly string[] {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return list.filter((item) => typeof item === 'string');
}
