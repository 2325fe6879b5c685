import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { endpoint, report } from '../../test/support/report-samples.js';
import type { Verdict } from '../model/report.js';
import { describeChanges, findChanges } from './changes.js';

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
