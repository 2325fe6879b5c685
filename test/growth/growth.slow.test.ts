import { beforeAll, describe, expect, test } from 'vitest';
import { defillama } from '../../src/formats/defillama/index.js';
import { findSyntaxFaults } from '../../src/registry/json/json-syntax.js';
import { sizeLimitBytes } from '../../src/registry/rules.js';
import { loadParsers } from '../../src/registry/syntax/syntaxes.js';
import { foreignFiles } from './foreign-texts.js';
import { brokenFiles, brokenLines, brokenLists, brokenTexts } from './hostile-texts.js';
import { expectLinear } from './measure.js';
import { checkText, compareTexts, fixAll, linesLocation, listLocation } from './operations.js';

// If the cost is quadratic, these take a second. In the first one, with parts of one or two characters, a fix judges thousands of mistakes.
const manyMistakes = 2 * 1024;
const size = 16 * 1024;
/** Large enough for what only libraries do repeatedly. */
const largeSize = 256 * 1024;
/** A large file is fixed in several passes, whose number is bounded, while one of an eighth needs a single one. */
const maxRatio = 40;

beforeAll(() => loadParsers(['yaml', 'toml', 'javascript']));

describe('the cost of a file grows with its size', () => {
  test.each(Object.entries(brokenTexts))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), size);
    expectLinear((length) => fixAll(make(length)), manyMistakes);
    expectLinear((length) => findSyntaxFaults(make(length), length), size);
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

describe('the cost of a large file grows with its size', () => {
  test.each(Object.entries({ ...brokenTexts, ...brokenFiles }))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), largeSize, maxRatio);
    expectLinear((length) => fixAll(make(length)), largeSize, maxRatio);
  });

  test.each(Object.entries(brokenLists))('in a list: %s', (_, make) => {
    expectLinear((length) => checkText(make(length), listLocation), largeSize, maxRatio);
    expectLinear((length) => fixAll(make(length), listLocation), largeSize, maxRatio);
  });

  test('in one line of JavaScript, entries that repeat', () => {
    const make = (length: number) =>
      `export const x = { 1: { rpcs: [${'"https://a.example",'.repeat(length / 20)}] } };`;
    const where = { path: 'extraRpcs.js', format: defillama, chain: null, expected: null, list: null };
    expectLinear((length) => checkText(make(length), where), largeSize);
  });

  test.each(Object.entries(foreignFiles))('in another language: %s', (_, { format, path, make }) => {
    const where = { path, format, chain: 'a', expected: null, list: null };
    expectLinear((length) => checkText(make(length), where), largeSize);
  });
});

describe('a file of 16 MiB is read or refused within the memory of a process', () => {
  const cases = [
    ...Object.entries({ ...brokenTexts, ...brokenFiles }).map(([name, make]) => ({
      name,
      make,
      where: undefined,
    })),
    ...Object.entries(brokenLists).map(([name, make]) => ({ name, make, where: listLocation })),
    ...Object.entries(brokenLines).map(([name, make]) => ({ name, make, where: linesLocation })),
    ...Object.entries(foreignFiles).map(([name, { format, path, make }]) => ({
      ...{ name, make, where: { path, format, chain: 'a', expected: null, list: null } },
    })),
  ];
  test.each(cases)('$name', ({ make, where }) => {
    // Less than the whole, for what surrounds the parts.
    const text = make(sizeLimitBytes - 1_000);
    expect(checkText(text, where).files).toHaveLength(1);
  });
});
