import type { PlacedProblem } from '../model/finding.js';
import type { JsonObject, JsonValue } from '../model/json.js';

/** What is true of many files alike, and told once for all: what tells two groups of them apart. */
const groupOf: Readonly<Record<string, (data: JsonObject) => string>> = {
  'file/no-endpoints': ({ fields }) => JSON.stringify(fields),
  'file/unchecked-field': () => '',
};

/**
 * Joins the notices about files that are true of many alike into one at the first file, whose data names all of them; those of the baseline apart
 * from the others, so that a change is told of its own files only.
 */
export function joinNotices(
  problems: readonly PlacedProblem[],
  baseline: ReadonlySet<PlacedProblem> | null,
): { readonly problems: readonly PlacedProblem[]; readonly baseline: ReadonlySet<PlacedProblem> | null } {
  const groups = new Map<string, PlacedProblem[]>();
  for (const one of problems) {
    const { code, data } = one.problem;
    const group = Object.hasOwn(groupOf, code) ? groupOf[code]?.(data) : undefined;
    if (group === undefined) continue;
    const key = JSON.stringify([code, group, baseline?.has(one) === true]);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [one]);
    else same.push(one);
  }
  const many = [...groups.values()].filter(({ length }) => length > 1);
  if (many.length === 0) return { problems, baseline };
  const joined = new Map<PlacedProblem, PlacedProblem | null>();
  const known = baseline === null ? null : new Set(baseline);
  for (const group of many) {
    const [first] = group;
    if (first === undefined) continue;
    const all = join(first, group);
    for (const one of group) joined.set(one, one === first ? all : null);
    if (baseline?.has(first) === true) known?.add(all);
  }
  return {
    problems: problems.flatMap((one) => (joined.has(one) ? (joined.get(one) ?? []) : one)),
    baseline: known,
  };
}

function join(first: PlacedProblem, group: readonly PlacedProblem[]): PlacedProblem {
  const collect = (name: string) => [
    ...new Set(group.flatMap(({ problem }) => listStrings(problem.data[name]))),
  ];
  const data = { fields: collect('fields'), files: collect('files') };
  return { ...first, problem: { code: first.problem.code, data } };
}

function listStrings(value: JsonValue | undefined): readonly string[] {
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  return list.filter((one) => typeof one === 'string');
}
