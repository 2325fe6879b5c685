import { expect, test } from 'vitest';
import { readScrapeTimeout } from './scrape-timeout.js';

test.each([
  [undefined, 60_000],
  ['10', 9_500],
  ['10.000000', 9_500],
  ['300', 60_000],
  ['1', 500],
  ['0.5', 250],
  ['0', null],
  ['-1', null],
  ['', null],
  ['soon', null],
  ['1e3', null],
  ['Infinity', null],
  ['10, 10', null],
  [['10', '10'], null],
])('%s', (header, expected) => {
  expect(readScrapeTimeout(header, 60_000)).toBe(expected);
});
