import type { TextEdit } from '../../model/finding.js';
import type { JsonNode } from '../json/json-node.js';

/**
 * Applies all edits to a text; each counts from the original text. Insertions at the same place keep the order of the edits. Throws a RangeError
 * if edits overlap or exceed the text.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  // At the same offset, an insertion comes before a replacement.
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || Math.sign(a.length) - Math.sign(b.length));
  for (const edit of sorted) {
    if (edit.offset < end || edit.length < 0 || edit.offset + edit.length > text.length)
      throw new RangeError(`edit at ${edit.offset} overlaps another or leaves the text`);
    parts.push(text.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return parts.join('') + text.slice(end);
}

/** The smallest edit that changes the value of a string in JSON text. Rewrites the whole string if it contains escapes. */
export function fixString(
  text: string,
  { offset, length, string, write }: JsonNode,
  corrected: string,
): TextEdit {
  if (write !== undefined) return { offset, length, text: write(corrected) };
  const written = text.slice(offset + 1, offset + length - 1);
  if (written !== string) return { offset: offset + 1, length: length - 2, text: escapeString(corrected) };
  const start = findDifference(string, corrected);
  const [rest, correctedRest] = [string.slice(start), corrected.slice(start)];
  const end = findDifference(reverse(rest), reverse(correctedRest));
  return {
    offset: offset + 1 + start,
    length: rest.length - end,
    text: escapeString(correctedRest.slice(0, correctedRest.length - end)),
  };
}

function escapeString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Length of the common prefix of two strings in UTF-16 code units, without splitting a character. */
function findDifference(before: string, after: string): number {
  const characters = Array.from(before);
  const expected = Array.from(after);
  const count = characters.findIndex((character, index) => character !== expected[index]);
  return (count < 0 ? before : characters.slice(0, count).join('')).length;
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}
