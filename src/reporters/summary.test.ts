import { describe, expect, test } from 'vitest';
import type { Fix } from '../model/finding.js';
import type { Report, Summary } from '../model/report.js';
import { finding, plain, report } from '../../test/support/report-samples.js';
import type { Rule } from '../model/rule.js';
import { hideUnchanged } from './index.js';
import { render as renderMarkdown } from './markdown.js';
import { render as renderPretty } from './pretty.js';
import { describeFixable, renderSummary } from './summary.js';

function render(counts: Partial<Summary>, durationMs = 1_234): string {
  const empty = report([], [], []);
  return renderSummary({ ...empty, durationMs, summary: { ...empty.summary, ...counts } }).join('\n');
}

describe('the summary counts the verdicts, the worst first, and leaves out those without endpoints', () => {
  test.each<[Partial<Summary>, string]>([
    [
      { failed: 1, invalid: 5, inconclusive: 2, skipped: 3, passed: 4 },
      '1 failed, 5 invalid, 2 inconclusive, 3 skipped, 4 passed (',
    ],
    [{ skipped: 1, passed: 1 }, '1 skipped, 1 passed ('],
    [{}, 'no endpoints ('],
  ])('%j', (counts, start) => {
    expect(render(counts).startsWith(start)).toBe(true);
  });
});

describe('nouns follow their counts', () => {
  test.each<[Partial<Summary>, string]>([
    [
      { endpoints: 1, files: 1, passed: 1, errors: 1, warnings: 1, notices: 1 },
      '1 passed (1 endpoint in 1 file, 1.2 s)\n1 error, 1 warning, 1 notice',
    ],
    [
      { endpoints: 2, files: 2, passed: 2, errors: 2, warnings: 2, notices: 2 },
      '2 passed (2 endpoints in 2 files, 1.2 s)\n2 errors, 2 warnings, 2 notices',
    ],
    [{}, 'no endpoints (0 endpoints, 1.2 s)\n0 errors, 0 warnings, 0 notices'],
  ])('%j', (counts, text) => {
    expect(render(counts)).toBe(text);
  });
});

test('the duration is in tenths of a second', () => {
  expect(render({}, 49)).toContain('0.0 s)');
  expect(render({}, 61_250)).toContain('61.3 s)');
});

describe('compared with a ref, the last lines count what is new, shown or not', () => {
  const baselineState = (state: 'new' | 'unchanged') =>
    finding({ endpoint: null, baselineState: state, severity: state === 'new' ? 'error' : 'warning' });
  const since = (fresh: number, before: number): Report => {
    const findings = [
      ...Array.from({ length: fresh }, () => baselineState('new')),
      ...Array.from({ length: before }, () => baselineState('unchanged')),
    ];
    const made = report([], findings);
    return { ...made, scope: { ...made.scope, since: 'main' } };
  };

  test.each([
    [0, 0, 'Nothing is wrong, and nothing was wrong before.'],
    [0, 1, 'no new findings; 1 was there before'],
    [1, 0, '1 new finding; none were there before'],
    [2, 3, '2 new findings; 3 were there before'],
  ])('%i and %i', (fresh, before, line) => {
    const compared = since(fresh, before);
    for (const detail of ['quiet', 'normal', 'verbose'] as const) {
      const shown = renderPretty(compared, { ...plain, detail });
      expect(shown).toMatch(new RegExp(`\\d notices.*\\n${line}\\n$`));
      const hidden = hideUnchanged(compared, { ...plain, detail }, 'pretty');
      expect(renderPretty(hidden.report, hidden.options)).toMatch(new RegExp(`\\n${line}\\n$`));
    }
  });

  test('and nothing if nothing was compared', () => {
    expect(renderPretty(report([], [finding({ endpoint: null })]), plain)).toMatch(/0 notices\n$/);
  });
});

describe('how many findings can be fixed, and by which option', () => {
  const rule = (code: string, fixable: '--fix' | '--fix-all'): Rule => ({
    ...{ code, fixable, severity: 'error', summary: '', explanation: '' },
  });
  const options = { ...plain, rules: [rule('a/safe', '--fix'), rule('a/spelling', '--fix-all')] };
  const fix = { edits: [{ offset: 0, length: 1, text: '' }] };
  const of = (codes: string, fixes: Fix | null = fix) =>
    report(
      [],
      codes.split(' ').map((code) => finding({ rule: `a/${code}`, endpoint: null, fix: fixes })),
    );

  test.each([
    ['safe', '1 of these can be fixed with --fix'],
    ['safe spelling safe', '2 of these can be fixed with --fix, 1 more with --fix-all'],
    ['spelling spelling', '2 of these can be fixed with --fix-all'],
    ['unknown', '1 of these can be fixed with --fix-all'],
  ])('%s', (codes, sentence) => {
    const shown = of(codes);
    expect(describeFixable(shown, options)).toBe(sentence);
    expect(renderPretty(shown, options)).toMatch(new RegExp(`notices\\n${sentence}\\n$`));
    expect(renderPretty(shown, { ...options, color: true })).toContain(`\u001b[2m${sentence}\u001b[22m\n`);
    expect(renderMarkdown(shown, options)).toContain(` · 1.2 s\n\n${sentence}\n\n`);
  });

  test('older findings are not counted', () => {
    const { findings } = of('safe safe');
    const [first, ...rest] = findings;
    const compared = [
      ...(first === undefined ? [] : [{ ...first, baselineState: 'unchanged' as const }]),
      ...rest.map((older) => ({ ...older, baselineState: 'new' as const })),
    ];
    expect(describeFixable(report([], compared), options)).toBe('1 of these can be fixed with --fix');
  });

  test('none is counted if nothing can be fixed', () => {
    const shown = of('safe', null);
    expect(describeFixable(shown, options)).toBeNull();
    expect(renderPretty(shown, options)).not.toContain('can be fixed');
    expect(renderMarkdown(shown, options)).not.toContain('can be fixed');
  });
});
