import { describe, expect, test } from 'vitest';
import { describePrinted } from './query-pages.js';

describe('the cursor to continue with is an argument for a shell, or not shown', () => {
  test.each([
    ['-after:20', '; continue with --resume -after:20'],
    ["it's here", String.raw`; continue with --resume 'it'\''s here'`],
    ['$(id);a=b', "; continue with --resume '$(id);a=b'"],
    ['~a', "; continue with --resume '~a'"],
    ['=a', "; continue with --resume '=a'"],
    ['x'.repeat(4_096), `; continue with --resume ${'x'.repeat(4_096)}`],
    ['a\u001b[31m', ''],
    ['a\nb', ''],
    ['##[error]b', ''],
    ['\u202eä', ''],
    [null, ''],
  ])('%j', (cursor, hint) => {
    expect(describePrinted({ records: 5, cursor }, 503)).toBe(`records printed: 5${hint}`);
  });
});
