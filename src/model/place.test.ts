import { describe, expect, test } from 'vitest';
import { LineIndex } from './place.js';

describe('offsets become lines and columns as editors count them', () => {
  test.each([
    ['the first character', 'abc', 0, 1, [1, 1, 1, 2]],
    ['the last character', 'abc', 2, 1, [1, 3, 1, 4]],
    ['the end of the file', 'abc', 3, 0, [1, 4, 1, 4]],
    ['an empty file', '', 0, 0, [1, 1, 1, 1]],
    ['after LF', 'a\nbc', 3, 1, [2, 2, 2, 3]],
    ['after CR LF, which is one end', 'a\r\nbc', 4, 1, [2, 2, 2, 3]],
    ['after a lone CR', 'a\rbc', 3, 1, [2, 2, 2, 3]],
    ['after LF CR, which are two ends', 'a\n\rbc', 4, 1, [3, 2, 3, 3]],
    ['empty lines', '\n\n\nx', 3, 1, [4, 1, 4, 2]],
    ['after the last line end', 'a\n', 2, 0, [2, 1, 2, 1]],
    ['a line end itself', 'ab\nc', 2, 1, [1, 3, 2, 1]],
    ['over lines', 'ab\ncd\nef', 1, 6, [1, 2, 3, 2]],
    ['a character beyond U+FFFF, which is two units', '🔥x', 2, 1, [1, 3, 1, 4]],
    ['over such a character', 'a🔥', 1, 2, [1, 2, 1, 4]],
    ['U+2028, which ends no line', 'a\u2028b', 2, 1, [1, 3, 1, 4]],
  ])('%s', (_title, text, offset, length, [line, column, endLine, endColumn]) => {
    expect(new LineIndex(text).range(offset, length)).toEqual({ line, column, endLine, endColumn });
  });
});
