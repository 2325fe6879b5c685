import { formatAmount } from '../model/amount.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';

/** Maximum number of problems reported for one file. */
const problemLimit = 100;

/**
 * Keeps at most a hundred problems of each file, new ones first, and adds one problem that counts those left out. That one is in the baseline if
 * all left out are.
 */
export function capProblems(
  problems: readonly PlacedProblem[],
  baseline: ReadonlySet<PlacedProblem> | null,
): { readonly problems: readonly PlacedProblem[]; readonly baseline: ReadonlySet<PlacedProblem> | null } {
  const byFile = groupBy(problems, ({ place }) => place.file);
  const kept: PlacedProblem[] = [];
  const known = baseline === null ? null : new Set(baseline);
  const isKnown = (problem: PlacedProblem) => baseline?.has(problem) === true;
  for (const [file, all] of byFile) {
    const fresh = all.filter((problem) => !isKnown(problem));
    const shown = [...fresh, ...all.filter((problem) => isKnown(problem))].slice(0, problemLimit);
    kept.push(...shown);
    const more = all.length - shown.length;
    if (file === null || more <= 0) continue;
    const data = {
      reason: `${formatAmount(more, 'more problem of this file is', 'more problems of this file are')} not shown`,
      fix: 'fix these first',
    };
    const range = { line: 1, column: 1, endLine: 1, endColumn: 1 };
    const rest = {
      problem: { code: 'file/schema', data },
      place: { file, pointer: '', range },
      entry: null,
    };
    kept.push(rest);
    if (fresh.length <= problemLimit) known?.add(rest);
  }
  return { problems: kept, baseline: known };
}
