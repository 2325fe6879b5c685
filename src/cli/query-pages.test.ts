import { describe, expect, test } from 'vitest';
import { QueryError } from '../query/error.js';
import { describePrinted } from './query-pages.js';

const failed = new QueryError('HTTP 503', { route: 'holders', reason: 'status', status: 503 });

describe('how to continue is an argument for a shell, or not shown', () => {
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
    expect(describePrinted({ records: 5, cursor }, failed)).toBe(`records printed: 5${hint}`);
  });
});
