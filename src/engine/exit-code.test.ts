import { describe, expect, test } from 'vitest';
import type { Report, Summary } from '../model/report.js';
import { chooseExitCode, exitCodes, failLevels } from './exit-code.js';

const clean: Summary = {
  files: 1,
  endpoints: 3,
  passed: 3,
  failed: 0,
  invalid: 0,
  inconclusive: 0,
  skipped: 0,
  errors: 0,
  warnings: 0,
  notices: 0,
};

function report(counts: Partial<Summary>): Report {
  return {
    version: 1,
    tool: { name: 'endpoint-check', version: '0.0.0' },
    startedAt: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
    interrupted: false,
    scope: { network: true, only: null, since: null, shard: null },
    changes: null,
    removed: [],
    summary: { ...clean, ...counts },
    files: [],
    endpoints: [],
    findings: [],
  };
}

describe('a run fails on findings at or above the level', () => {
  test.each([
    [{}, [0, 0, 0]],
    [{ notices: 2 }, [0, 0, 0]],
    [{ skipped: 2 }, [0, 0, 0]],
    [{ inconclusive: 1 }, [0, 0, 1]],
    [{ warnings: 1 }, [0, 1, 1]],
    [{ errors: 1 }, [1, 1, 1]],
    [{ errors: 1, warnings: 1, inconclusive: 1 }, [1, 1, 1]],
  ])('%j', (counts, expected) => {
    expect(failLevels).toEqual(['error', 'warning', 'inconclusive']);
    expect(failLevels.map((failOn) => chooseExitCode(report(counts), { failOn }))).toEqual(expected);
  });
});

test('the exit statuses are those that scripts rely on', () => {
  expect(exitCodes).toEqual({ ok: 0, findings: 1, usage: 2, failure: 3, interrupted: 130 });
});
