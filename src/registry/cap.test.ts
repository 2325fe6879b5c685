import { describe, expect, test } from 'vitest';
import type { PlacedProblem } from '../model/finding.js';
import { capProblems } from './cap.js';

function create(count: number, file: string | null = 'a.json'): PlacedProblem[] {
  return Array.from({ length: count }, (_, at) => ({
    problem: { code: 'file/x', data: { at } },
    place: { file, pointer: '', range: null },
    entry: null,
  }));
}

describe('a hundred problems of a file are reported', () => {
  test('and all of them if there are no more', () => {
    const problems = [...create(100), ...create(3, 'b.json'), ...create(200, null).slice(0, 1)];
    expect(capProblems(problems, new Set()).problems).toEqual(problems);
  });

  test('the rest are counted, file by file', () => {
    const { problems, baseline } = capProblems([...create(101), ...create(150, 'b.json')], new Set());
    expect(problems).toHaveLength(202);
    expect(
      problems
        .filter(({ problem }) => problem.code === 'file/schema')
        .map(({ problem, place }) => [place.file, problem.data['reason']]),
    ).toEqual([
      ['a.json', '1 more problem of this file is not shown'],
      ['b.json', '50 more problems of this file are not shown'],
    ]);
    expect(baseline?.size).toBe(0);
  });

  test('a new one is reported, however many are in the baseline', () => {
    const all = create(150);
    const before = new Set(all.slice(0, 149));
    const { problems, baseline } = capProblems(all, before);
    expect(problems[0]).toBe(all[149]);
    // The left out problems are in the baseline, too.
    expect(problems.filter((problem) => baseline?.has(problem) !== true)).toEqual([all[149]]);
  });

  test('if new ones are left out, the count is new', () => {
    const { problems, baseline } = capProblems(create(102), new Set());
    expect(problems.filter((problem) => baseline?.has(problem) === true)).toEqual([]);
  });
});
