import { describe, expect, test } from 'vitest';
import type { Report, Summary } from '../model/report.js';
import { type Paint, renderSummary } from './summary.js';

const nothing: Summary = {
  files: 0,
  endpoints: 0,
  passed: 0,
  failed: 0,
  invalid: 0,
  inconclusive: 0,
  skipped: 0,
  errors: 0,
  warnings: 0,
  notices: 0,
};

function render(counts: Partial<Summary>, paint?: Paint, durationMs = 1_234, interrupted = false): string {
  const report: Report = {
    version: 1,
    tool: { name: 'endpoint-check', version: '0.0.0' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs,
    interrupted,
    scope: { network: true, only: null, since: null, shard: null },
    summary: { ...nothing, ...counts },
    files: [],
    endpoints: [],
    findings: [],
  };
  return renderSummary(report, paint);
}

describe('the summary counts the verdicts, the worst first, and leaves out those without endpoints', () => {
  test.each<[Partial<Summary>, string]>([
    [
      { failed: 1, invalid: 5, inconclusive: 2, skipped: 3, passed: 4 },
      '1 failed, 5 invalid, 2 inconclusive, 3 skipped, 4 passed (',
    ],
    [{ failed: 2 }, '2 failed ('],
    [{ invalid: 1 }, '1 invalid ('],
    [{ inconclusive: 1 }, '1 inconclusive ('],
    [{ skipped: 1 }, '1 skipped ('],
    [{ passed: 1 }, '1 passed ('],
    [{ skipped: 1, passed: 1 }, '1 skipped, 1 passed ('],
    [{}, 'no endpoints ('],
  ])('%j', (counts, start) => {
    expect(render(counts).startsWith(start)).toBe(true);
  });
});

test('an interrupted run is called so', () => {
  expect(render({ skipped: 1 }, undefined, 0, true)).toContain('interrupted: 1 skipped (');
});

describe('nouns follow their counts', () => {
  test.each<[Partial<Summary>, string]>([
    [
      { endpoints: 1, files: 1, passed: 1, errors: 1, warnings: 1, notices: 1 },
      '1 passed (1 endpoint in 1 file, 1.2 s)\n1 error, 1 warning, 1 notice\n',
    ],
    [
      { endpoints: 2, files: 2, passed: 2, errors: 2, warnings: 2, notices: 2 },
      '2 passed (2 endpoints in 2 files, 1.2 s)\n2 errors, 2 warnings, 2 notices\n',
    ],
    [{}, 'no endpoints (0 endpoints, 1.2 s)\n0 errors, 0 warnings, 0 notices\n'],
  ])('%j', (counts, text) => {
    expect(render(counts)).toBe(text);
  });
});

test('the duration is in tenths of a second', () => {
  expect(render({}, undefined, 49)).toContain('0.0 s)');
  expect(render({}, undefined, 61_250)).toContain('61.3 s)');
});

test('the verdicts differ in tone', () => {
  const painted = render(
    { failed: 1, inconclusive: 1, skipped: 1, passed: 1 },
    (tone, words) => `<${tone} ${words}>`,
  );
  expect(painted).toContain(
    '<bad 1 failed>, <doubtful 1 inconclusive>, <faint 1 skipped>, <good 1 passed> (',
  );
});
