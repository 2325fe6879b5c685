import { describe, expect, test } from 'vitest';
import { report } from '../../test/support/report-samples.js';
import { chooseExitCode, exitCodes, failLevels } from './exit-code.js';

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
    const clean = report([]);
    const counted = { ...clean, summary: { ...clean.summary, ...counts } };
    expect(failLevels.map((failOn) => chooseExitCode(counted, { failOn }))).toEqual(expected);
  });
});

test('the exit statuses are those that scripts rely on', () => {
  expect(exitCodes).toEqual({ ok: 0, findings: 1, usage: 2, failure: 3, interrupted: 130 });
});
