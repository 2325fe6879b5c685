import { describe, expect, test } from 'vitest';
import { createWaitNotice, describePrinted } from './query.js';
import { PassThrough } from 'node:stream';
import { QueryError } from '../query/client/error.js';

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

/** The text that is written for an answer, and then to remove it. */
function show(body: string, terminal: { readonly isTTY?: boolean; readonly columns?: number }): string {
  const output = Object.assign(new PassThrough({ encoding: 'utf8' }), terminal);
  const notice = createWaitNotice(output);
  notice.show(new QueryError('HTTP 503', { route: 'holders', reason: 'status', status: 503, body }));
  notice.clear();
  notice.clear();
  return String(output.read() ?? '');
}

describe('why a call waits is shown on a terminal, in one line', () => {
  const detail = 'the holders of ukava are being counted: 120000 so far';
  test.each([
    ['the detail of a problem', JSON.stringify({ detail }), 80, `waiting: ${detail}`],
    ['the status if there is no detail', '<html>', 80, 'waiting: holders: HTTP 503'],
    ['the beginning of a long one', JSON.stringify({ detail }), 20, 'waiting: the holder'],
    [
      'no control character',
      JSON.stringify({ detail: 'a\u001b[31m\nb' }),
      80,
      String.raw`waiting: a\x1b[31m\x0ab`,
    ],
  ])('%s', (_, body, columns, line) => {
    expect(show(body, { isTTY: true, columns })).toBe(`\r\x1b[K${line}\r\x1b[K`);
  });

  test('nothing elsewhere', () => {
    expect(show(JSON.stringify({ detail }), {})).toBe('');
  });
});
