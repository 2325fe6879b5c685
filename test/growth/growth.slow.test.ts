import { describe, test } from 'vitest';
import { listLimitBytes, sizeLimitBytes } from '../../src/registry/size-limits.js';
import { brokenFiles, brokenLists, brokenTexts } from './hostile-texts.js';
import { expectLinear } from './measure.js';
import { checkText, fixAll, listLocation } from './operations.js';

/** A file at the limit is fixed in several passes, whose number is bounded, where one of an eighth needs a single one. */
const maxRatio = 40;

describe('the largest file that is read costs no more than its size', () => {
  test.each(Object.entries({ ...brokenTexts, ...brokenFiles }))('%s', (_, make) => {
    expectLinear((length) => checkText(make(length)), sizeLimitBytes, maxRatio);
    expectLinear((length) => fixAll(make(length)), sizeLimitBytes, maxRatio);
  });

  test.each(Object.entries(brokenLists))('in a list: %s', (_, make) => {
    expectLinear((length) => checkText(make(length), listLocation), listLimitBytes, maxRatio);
    expectLinear((length) => fixAll(make(length), listLocation), listLimitBytes, maxRatio);
  });
});
