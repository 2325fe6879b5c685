import { beforeAll, describe, test } from 'vitest';
import { defillama } from '../../src/formats/defillama/index.js';
import { listLimitBytes, sizeLimitBytes } from '../../src/registry/size-limits.js';
import { loadParsers } from '../../src/registry/syntax/parsers.js';
import { foreignFiles } from './foreign-texts.js';
import { brokenFiles, brokenLines, brokenLists, brokenTexts } from './hostile-texts.js';
import { expectLinear } from './measure.js';
import { checkText, compareTexts, fixAll, linesLocation, listLocation } from './operations.js';

// If the cost is quadratic, these take a second. In the first one, with parts of one or two characters, a fix judges thousands of mistakes.
const manyMistakes = 2 * 1024;
const size = 16 * 1024;
/** A file at the limit is fixed in several passes, whose number is bounded, while one of an eighth needs a single one. */
const maxRatio = 40;

beforeAll(() => loadParsers(['yaml', 'toml', 'javascript']));

describe('the cost of a file grows with its size', () => {
  test.each(Object.entries(brokenTexts))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), size);
    expectLinear((length) => fixAll(make(length)), manyMistakes);
  });

  test.each(Object.entries(brokenFiles))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), size);
    expectLinear((length) => fixAll(make(length)), size);
    expectLinear((length) => compareTexts(make(length), make(length).replaceAll('"A"', '"B"')), size);
  });

  test.each(Object.entries(brokenLists))('in a list: %s', (_, make) => {
    expectLinear((length) => checkText(make(length), listLocation), size);
    expectLinear((length) => fixAll(make(length), listLocation), size);
  });

  test.each(Object.entries(foreignFiles))('in another language: %s', (_, { format, path, make }) => {
    const where = { path, format, chain: 'a', expected: null, list: null };
    expectLinear((length) => checkText(make(length), where), size);
    expectLinear((length) => fixAll(make(length), where), manyMistakes);
  });

  test.each(Object.entries(brokenLines))('as plain entries: %s', (_, make) => {
    expectLinear((length) => checkText(make(length), linesLocation), size);
  });
});

describe('the cost of the largest file grows with its size', () => {
  test.each(Object.entries({ ...brokenTexts, ...brokenFiles }))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), sizeLimitBytes, maxRatio);
    expectLinear((length) => fixAll(make(length)), sizeLimitBytes, maxRatio);
  });

  test.each(Object.entries(brokenLists))('in a list: %s', (_, make) => {
    expectLinear((length) => checkText(make(length), listLocation), listLimitBytes, maxRatio);
    expectLinear((length) => fixAll(make(length), listLocation), listLimitBytes, maxRatio);
  });

  test('in one line of JavaScript, entries that repeat', () => {
    // As many in a chain as are read.
    const list = `{ rpcs: [${'"https://a.example",'.repeat(1_000)}] },`;
    const make = (length: number) =>
      `export const x = {${Array.from({ length: length / list.length }, (_, at) => `${at}: ${list}`).join('')}};`;
    const where = { path: 'extraRpcs.js', format: defillama, chain: null, expected: null, list: null };
    expectLinear((length) => checkText(make(length), where), 1024 * 1024);
  });

  // Only this shows what parsers of libraries do repeatedly.
  test.each(Object.entries(foreignFiles))('in another language: %s', (_, { format, path, make }) => {
    const where = { path, format, chain: 'a', expected: null, list: null };
    expectLinear((length) => checkText(make(length), where), sizeLimitBytes);
  });
});
