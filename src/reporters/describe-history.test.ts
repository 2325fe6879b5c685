import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { describeChanges, describeHistory, findChanges } from './describe-history.js';
import { endpoint, report } from '../../test/support/report-samples.js';
import type { Verdict } from '../model/report.js';

const now = '2026-01-01T00:00:00.000Z';

describe('the runs of an endpoint fit into one line', () => {
  test.each([
    ['P'.repeat(40), 'uptime 100 % over 30 days, up since 2025-11-23, 40 runs'],
    ['P', 'uptime 100 % over 1 day, up since 2026-01-01, 1 run'],
    [
      `${'P'.repeat(70)}${'F'.repeat(20)}`,
      'uptime 33.3 % over 30 days, down since 2025-12-13, 20 runs, last up 2025-12-12 00:00 UTC',
    ],
    ['FFF', 'uptime 0 % over 3 days, down since 2025-12-30, 3 runs, never up'],
    ['II', 'no result in 2 days, inconclusive since 2025-12-31, 2 runs'],
    ['PPI', 'uptime 100 % over 3 days, up since 2025-12-30, 2 runs'],
  ])('%s', (days, text) => {
    expect(describeHistory({ verdict: 'pass', history: live(days) }, now)).toBe(text);
  });
});

describe('an entry that fails, though its endpoint is up, says so', () => {
  test.each([
    ['fail', now, true],
    ['pass', now, false],
    // The history has no results of a run that it did not count.
    ['fail', '2026-01-02T00:00:00.000Z', false],
  ] as const)('%s at %s: %s', (verdict, startedAt, expected) => {
    const text = describeHistory({ verdict, history: live('PP') }, startedAt);
    expect(text.endsWith('up since 2025-12-31, 2 runs, though this entry fails')).toBe(expected);
  });

  test('but not if it is down', () => {
    expect(describeHistory({ verdict: 'fail', history: live('PF') }, now)).not.toContain('though');
  });
});

const lived = (verdict: Verdict, days: string) => endpoint({ verdict, history: live(days) });

describe('the changes since the last run', () => {
  test.each([
    ['without history', [endpoint()], null],
    [
      'newly failing and recovered',
      [lived('fail', 'PPF'), lived('pass', 'PFP'), lived('fail', 'PX'), lived('pass', 'PP')],
      '2 newly failing, 1 recovered since the last run',
    ],
    ['only recovered', [lived('pass', 'FP')], '1 recovered since the last run'],
    [
      'nothing',
      [lived('pass', 'PP'), lived('fail', 'FF')],
      'Nothing newly failing or recovered since the last run',
    ],
    [
      'new among known ones, and failing at once',
      [lived('pass', 'PP'), lived('fail', 'F')],
      'Nothing newly failing or recovered since the last run',
    ],
    [
      'the first run',
      [lived('pass', 'P'), lived('fail', 'F'), endpoint({ verdict: 'skipped' })],
      'The history begins with this run: there is nothing to compare it with',
    ],
    [
      'a run that probed nothing',
      [endpoint({ verdict: 'skipped', attempts: 0, history: live('PF') })],
      'Nothing was probed, so nothing is compared with the last run',
    ],
    [
      'a run that was not counted',
      [lived('fail', 'PF.')],
      'The history did not count this run: what changed is not known',
    ],
  ])('%s', (_, endpoints, text) => {
    expect(describeChanges(report(endpoints))).toBe(text);
  });

  test.each<[string, Verdict, string]>([
    ['proved nothing right after it failed', 'inconclusive', 'PFI'],
    ['proved nothing right after it recovered', 'inconclusive', 'FPI'],
    ['was not probed, but passed at another place', 'skipped', 'FP'],
    ['reported another chain, though it passed at another place', 'fail', 'FP'],
  ])('are none for an entry that %s', (_, verdict, days) => {
    const changes = findChanges(report([lived(verdict, days)]));
    expect(changes).toEqual({ newlyFailing: [], recovered: [], comparison: 'compared' });
  });
});
