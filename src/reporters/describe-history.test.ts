import { formatShare } from '../model/amount.js';
import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/history-samples.js';
import { describeHistory } from './describe-history.js';

describe('the runs of an endpoint fit into one line', () => {
  test.each([
    ['P'.repeat(40), 'uptime 100 % over 30 days, passing since 2025-11-23, 40 runs'],
    ['P', 'uptime 100 % over 30 days, passing since 2026-01-01, 1 run'],
    [
      `${'P'.repeat(70)}${'F'.repeat(20)}`,
      'uptime 33.3 % over 30 days, failing since 2025-12-13, 20 runs, last passed 2025-12-12 00:00 UTC',
    ],
    ['FFF', 'uptime 0.0 % over 30 days, failing since 2025-12-30, 3 runs, has never passed'],
    ['II', 'no result in 30 days, inconclusive since 2025-12-31, 2 runs'],
    ['PPI', 'uptime 100 % over 30 days, passing since 2025-12-30, 2 runs'],
  ])('%s', (days, text) => {
    expect(describeHistory(live(days))).toBe(text);
  });
});

describe('an uptime is rounded down', () => {
  test.each([
    [1, '100 %'],
    [0.999_99, '99.9 %'],
    [0.57, '57.0 %'],
    [59 / 60, '98.3 %'],
    [0.000_9, '0.0 %'],
    [0, '0.0 %'],
  ])('%d is %s', (uptime, text) => {
    expect(formatShare(uptime)).toBe(text);
  });
});
