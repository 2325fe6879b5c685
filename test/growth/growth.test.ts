import { describe, test } from 'vitest';
import { brokenFiles, brokenLists, brokenTexts } from './hostile-texts.js';
import { expectLinear } from './measure.js';
import { checkText, compareTexts, fixAll, listLocation } from './operations.js';

// What costs the square of it takes a second.
const size = 32 * 1024;

describe('a file costs no more than its size', () => {
  test.each(Object.entries({ ...brokenTexts, ...brokenFiles }))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), size);
    // Judges several times.
    expectLinear((length) => fixAll(make(length)), size / 2);
  });

  test.each(Object.entries(brokenLists))('in a list: %s', (_, make) => {
    expectLinear((length) => checkText(make(length), listLocation), size);
    expectLinear((length) => fixAll(make(length), listLocation), size / 2);
  });

  test.each(Object.entries(brokenFiles))('beside an older revision: %s', (_, make) => {
    expectLinear((length) => compareTexts(make(length), make(length).replaceAll('"A"', '"B"')), size);
  });
});
