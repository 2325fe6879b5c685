import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { createCodeFrames } from './pretty-file.js';

interface Otherwise {
  readonly line?: number;
  readonly endLine?: number;
  readonly width?: number;
}

function frame(text: string, column: number, endColumn: number, otherwise: Otherwise = {}) {
  const { line = 1, width = 76 } = otherwise;
  return createCodeFrames(text)({ line, column, endLine: otherwise.endLine ?? line, endColumn }, width);
}

/** The text above the carets, and the number of carets. */
function pointedAt(rendered: [string, string] | null): [string, number] {
  const [line = '', carets = ''] = rendered ?? [];
  const from = carets.indexOf('^');
  let column = 0;
  let marked = '';
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    if (column >= from && column < carets.length) marked += segment;
    column += stringWidth(segment);
  }
  return [marked, carets.length - from];
}

describe('the carets are below the mark', () => {
  test('on the line that it is on, without leading white space', () => {
    const text = '{\n    "url": "grpc.example.com"\n}\n';
    expect(frame(text, 12, 30, { line: 2 })).toEqual([
      '2 | "url": "grpc.example.com"',
      '  |        ^^^^^^^^^^^^^^^^^^',
    ]);
  });

  test.each([
    ['LF', 'a\nbcd\ne'],
    ['CR LF', 'a\r\nbcd\r\ne'],
    ['a lone CR', 'a\rbcd\re'],
  ])('after %s', (_, text) => {
    expect(frame(text, 2, 3, { line: 2 })).toEqual(['2 | bcd', '  |  ^']);
  });

  test('a gutter as wide as the number of the line', () => {
    expect(frame('\n'.repeat(99) + 'abc', 1, 2, { line: 100 })).toEqual(['100 | abc', '    | ^']);
  });

  test('up to the end of the line if the mark goes on below it', () => {
    expect(frame('  {"a":\n  1}', 3, 4, { endLine: 2 })).toEqual(['1 | {"a":', '  | ^^^^^']);
  });

  test('one caret if nothing is marked, as after the last character', () => {
    expect(frame('abc', 4, 4)).toEqual(['1 | abc', '  |    ^']);
  });

  test('a tab is one column, as in the report', () => {
    expect(frame('\t"a":\t"b"', 7, 10)).toEqual(['1 | "a": "b"', '  |      ^^^']);
  });

  test.each([
    ['wide characters', '"界隈": "x"', 7, 10, '"x"', 3],
    ['wide characters in the mark', '"a": "界"', 6, 9, '"界"', 4],
    ['an emoji of two code units', '"🔥": "x"', 7, 10, '"x"', 3],
    ['a letter and its accent', '"e\u0301": "x"', 7, 10, '"x"', 3],
    ['an escape before the mark', '"\u200b": "x"', 6, 9, '"x"', 3],
    ['an escape in the mark', '"a": "\x1b"', 6, 9, '"\\x1b"', 6],
  ])('%s', (_, text, column, endColumn, marked, carets) => {
    expect(pointedAt(frame(text, column, endColumn))).toEqual([marked, carets]);
  });

  test('a key in the line is hidden', () => {
    const text = '{"url": "https://a.example/0123456789abcdef"}';
    expect(frame(text, 9, 45)?.[0]).toBe('1 | {"url": "https://a.example/****************"}');
  });
});

describe('a long line is cut around the mark', () => {
  const filler = 'x'.repeat(200);

  test.each([
    ['at the beginning', `"mark"${filler}`, 1],
    ['in the middle', `${filler}"mark"${filler}`, 201],
    ['at the end', `${filler}"mark"`, 201],
    ['after wide characters', `${'界'.repeat(100)}"mark"`, 101],
    ['after what is shown as escapes', `${'\u200b'.repeat(100)}"mark"`, 101],
  ])('%s', (_, text, column) => {
    const rendered = frame(text, column, column + 6);
    expect(pointedAt(rendered)).toEqual(['"mark"', 6]);
    for (const line of rendered ?? []) expect(stringWidth(line)).toBeLessThanOrEqual(76);
  });

  test('with as much before it as fits', () => {
    // Longer than any string that is shown.
    const front = 'x'.repeat(400);
    expect(frame(`${front}"mark"`, 401, 407)).toEqual([
      `1 | …${'x'.repeat(65)}"mark"`,
      `  | ${' '.repeat(66)}^^^^^^`,
    ]);
  });

  test('with an ellipsis on each side that is cut, and on no other', () => {
    expect(frame(`${filler}"mark"${filler}`, 201, 207, { width: 40 })?.[0]).toBe(
      `1 | …${'x'.repeat(29)}"mark"`,
    );
    expect(frame(`{"mark"${filler}`, 2, 8, { width: 40 })?.[0]).toBe(`1 | {"mark"${'x'.repeat(28)}…`);
    expect(frame(`   ["mark"]`, 5, 11, { width: 40 })?.[0]).toBe('1 | ["mark"]');
  });

  test('even if the terminal is wider than any shown line', () => {
    const rendered = frame(`${'x'.repeat(400)}"mark"${filler}`, 401, 407, { width: 900 });
    expect(rendered?.[0]).toBe(`1 | …${'x'.repeat(243)}"mark"`);
    expect(pointedAt(rendered)).toEqual(['"mark"', 6]);
  });

  test('a mark that is longer than the maximum width is truncated', () => {
    expect(frame(filler, 1, 201, { width: 24 })).toEqual([`1 | ${'x'.repeat(19)}…`, `  | ${'^'.repeat(20)}`]);
  });
});

test('the frames of a file are independent of their order', () => {
  const frames = createCodeFrames('"a"\n"b"');
  const mark = { column: 1, endColumn: 4 };
  const ofLine = (line: number) => frames({ ...mark, line, endLine: line }, 76)?.[0];
  expect([ofLine(2), ofLine(1), ofLine(3), ofLine(2)]).toEqual(['2 | "b"', '1 | "a"', undefined, '2 | "b"']);
});

describe('without a line there is no frame', () => {
  test.each([
    ['after the end of the file', 'abc', 2],
    ['an empty file', '', 1],
    ['an empty line', 'a\n\nb', 2],
    ['a line of white space', 'a\n \t\nb', 2],
  ])('%s', (_, text, line) => {
    expect(frame(text, 1, 2, { line })).toBeNull();
  });
});

test('whatever the line contains, the frame fits and contains nothing that acts on a terminal', () => {
  const anything = anyText({ minLength: 1, maxLength: 150 });
  const width = fc.integer({ min: 24, max: 120 });
  fc.assert(
    fc.property(anything, fc.nat(150), fc.nat(150), width, (text, from, length, columns) => {
      const rendered = frame(text, from + 1, from + length + 1, { width: columns });
      for (const line of rendered ?? []) {
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }),
  );
});
