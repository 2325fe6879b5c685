import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { describeHistory } from './describe-history.js';

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
