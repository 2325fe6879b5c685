import { describe, expect, test } from 'vitest';
import { truncate } from './text.js';

describe('untrusted text is cut to the length that a message may quote', () => {
  test.each([
    ['', ''],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['x'.repeat(301), `${'x'.repeat(300)}…`],
    // A character of two code units that the cut falls into.
    [`${'x'.repeat(299)}🔥`, `${'x'.repeat(299)}…`],
  ])('%j', (text, cut) => expect(truncate(text)).toBe(cut));
});
