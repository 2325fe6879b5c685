import { describe, expect, test } from 'vitest';
import { formatAmount, formatShare } from './amount.js';

describe('a count has the noun, and the verb, of its number', () => {
  test.each([
    [formatAmount(0, 'warning'), '0 warnings'],
    [formatAmount(1, 'warning'), '1 warning'],
    [formatAmount(2, 'warning'), '2 warnings'],
    [formatAmount(1, 'entry', 'entries'), '1 entry'],
    [formatAmount(0, 'entry', 'entries'), '0 entries'],
    [formatAmount(1, 'file lists', 'files list'), '1 file lists'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected);
  });
});

describe('a share is rounded down to a tenth of a percent, and only all is 100 %, only none 0 %', () => {
  test.each([
    [1, '100 %'],
    [0.999_99, '99.9 %'],
    [6 / 7, '85.7 %'],
    [0.57, '57.0 %'],
    // 0.0499… as a binary fraction.
    [(1 / 60 + 1 / 60 + 7 / 60) / 3, '5.0 %'],
    [0.000_9, '0.1 %'],
    [0, '0 %'],
  ])('%d is %s', (share, text) => {
    expect(formatShare(share)).toBe(text);
  });
});
