import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextEdit } from '../model/finding.js';
import { createBytePositions, type Suggestion, suggestLines } from './suggestion.js';

function suggest(text: string, ...edits: readonly TextEdit[]): Suggestion | null {
  return suggestLines(text, createBytePositions(text), { edits });
}

/** Replaces a part of a text that occurs once. */
function replace(text: string, part: string, inserted: string): TextEdit {
  return { offset: text.indexOf(part), length: part.length, text: inserted };
}

/** The file after a reviewer's click: the lines become the text, and keep the last line's end; an empty text deletes them. */
function accept(text: string, { firstLine, lastLine, text: suggested }: Suggestion): string {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const [lineEnd = ''] = /\r?\n$/.exec(lines[lastLine - 1] ?? '') ?? [];
  lines.splice(firstLine - 1, lastLine - firstLine + 1, suggested === '' ? '' : suggested + lineEnd);
  return lines.join('');
}

function applyAll(text: string, edits: readonly TextEdit[]): string {
  return edits.reduceRight(
    (fixed, edit) => fixed.slice(0, edit.offset) + edit.text + fixed.slice(edit.offset + edit.length),
    text,
  );
}

const list = '[\n  { "url": "https://a.example:443" },\n  { "url": "b.example:443" }\n]\n';

describe('a fix is one suggestion of whole lines', () => {
  test.each<[string, string, readonly TextEdit[], Suggestion]>([
    [
      'an edit inside of a line',
      list,
      [replace(list, 'https://', '')],
      { firstLine: 2, lastLine: 2, text: '  { "url": "a.example:443" },' },
    ],
    [
      'edits of several lines, with what is between them',
      list,
      [replace(list, 'https://', ''), replace(list, ':443" }\n]', ':444" }\n]')],
      {
        firstLine: 2,
        lastLine: 4,
        text: '  { "url": "a.example:443" },\n  { "url": "b.example:444" }\n]',
      },
    ],
    [
      'edits in another order',
      'abc\n',
      [
        { offset: 2, length: 1, text: 'C' },
        { offset: 0, length: 1, text: 'A' },
      ],
      { firstLine: 1, lastLine: 1, text: 'AbC' },
    ],
    [
      'a deleted line',
      'a\nb\nc\n',
      [replace('a\nb\nc\n', 'b\n', '')],
      { firstLine: 2, lastLine: 2, text: '' },
    ],
    [
      'a deleted last line without a line end',
      'a\nb',
      [replace('a\nb', 'b', '')],
      { firstLine: 2, lastLine: 2, text: '' },
    ],
    [
      'a line whose end is deleted is joined with the next one',
      'a,\n\nc\n',
      [replace('a,\n\nc\n', ',\n', '')],
      { firstLine: 1, lastLine: 2, text: 'a' },
    ],
    [
      'a line that becomes empty stays, so it comes with the line before it',
      'a\nb\nc\n',
      [replace('a\nb\nc\n', 'b', '')],
      { firstLine: 1, lastLine: 2, text: 'a\n' },
    ],
    ['or after it', 'a\nb\n', [replace('a\nb\n', 'a', '')], { firstLine: 1, lastLine: 2, text: '\nb' }],
    [
      'an inserted line',
      'a\nc\n',
      [{ offset: 2, length: 0, text: 'b\n' }],
      { firstLine: 2, lastLine: 2, text: 'b\nc' },
    ],
    [
      'CR LF is the end of a line, and stays inside',
      'a\r\nb,\r\n]\r\n',
      [replace('a\r\nb,\r\n]\r\n', ',\r\n', '\r\n\r\n')],
      { firstLine: 2, lastLine: 2, text: 'b\r\n' },
    ],
    [
      'a byte order mark goes',
      '\ufeff{}\n',
      [{ offset: 0, length: 1, text: '' }],
      { firstLine: 1, lastLine: 1, text: '{}' },
    ],
    [
      'or stays',
      '\ufeff{,}\n',
      [{ offset: 2, length: 1, text: '' }],
      { firstLine: 1, lastLine: 1, text: '\ufeff{}' },
    ],
  ])('%s', (_, text, edits, expected) => {
    const suggestion = suggest(text, ...edits);
    expect(suggestion).toEqual(expected);
    expect(suggestion && accept(text, suggestion)).toBe(
      applyAll(
        text,
        edits.toSorted((a, b) => a.offset - b.offset),
      ),
    );
  });
});

describe('there is no suggestion', () => {
  const key = '"https://a.example/v3/0123456789abcdef"';
  test.each<[string, string, TextEdit]>([
    ['that would show a key', `[${key},]\n`, replace(`[${key},]`, ',]', ']')],
    ['if the last line end is removed', 'a\n', { offset: 1, length: 1, text: '' }],
    ['if a last line end is added', 'a', { offset: 1, length: 0, text: '\n' }],
    ['if the last line end changes', 'a\r\n', { offset: 1, length: 2, text: '\n' }],
    ['after the last line', 'a\n', { offset: 2, length: 0, text: 'b' }],
    ['that is not Unicode', 'a\n', { offset: 0, length: 1, text: '\ud800' }],
    ['of a very long line', `${'a '.repeat(2_001)}\n`, { offset: 0, length: 1, text: '' }],
    [
      'of a very long line that becomes short',
      `${'a '.repeat(2_001)}\n`,
      { offset: 0, length: 4_000, text: '' },
    ],
    ['that is very long', 'a\n', { offset: 0, length: 1, text: 'a '.repeat(2_001) }],
  ])('%s', (_, text, edit) => {
    expect(suggest(text, edit)).toBeNull();
  });

  test('if another encoding is the fix', () => {
    const fix = { edits: [], encoding: 'utf-8' } as const;
    expect(suggestLines('a\n', createBytePositions('a\n'), fix)).toBeNull();
  });

  test('but the key of another line does not matter', () => {
    const text = `[${key},\n1,]\n`;
    expect(suggest(text, replace(text, ',]', ']'))?.text).toBe('1]');
  });
});

test('whatever the edits are, an accepted suggestion changes the file as they do', () => {
  const unit = fc.constantFrom('a', 'é', '😀', '\n', '\n', '\r\n', '\r', ' ', '\ufeff');
  const some = (maxLength: number) => fc.array(unit, { maxLength }).map((units) => units.join(''));
  const arbitrary = fc.record({
    text: some(16),
    steps: fc.array(fc.record({ skip: fc.nat(6), length: fc.nat(4), inserted: some(3) }), {
      minLength: 1,
      maxLength: 3,
    }),
  });
  let accepted = 0;
  fc.assert(
    fc.property(arbitrary, ({ text, steps }) => {
      const edits: TextEdit[] = [];
      let at = 0;
      for (const { skip, length, inserted } of steps) {
        const offset = Math.min(at + skip, text.length);
        at = Math.min(offset + length, text.length);
        edits.push({ offset, length: at - offset, text: inserted });
      }
      const suggestion = suggest(text, ...edits);
      if (suggestion === null) return;
      accepted++;
      expect(accept(text, suggestion)).toBe(applyAll(text, edits));
    }),
    { numRuns: 500 },
  );
  expect(accepted).toBeGreaterThan(100);
});
