import { describe, expect, test } from 'vitest';
import { formatAge } from './stale.js';

describe('an age is in the largest unit of which there are at least two', () => {
  test.each([
    [0, '0 seconds'],
    [119_999, '119 seconds'],
    [120_000, '2 minutes'],
    [3_600_001, '60 minutes'],
    [7_199_999, '119 minutes'],
    [7_200_000, '2 hours'],
    [172_799_999, '47 hours'],
    [172_800_000, '2 days'],
    [86_400_000 * 3_650, '3650 days'],
  ])('%i ms', (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });
});
