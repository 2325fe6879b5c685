import { describe, expect, test } from 'vitest';
import { applyEdits } from '../edit/apply-edits.js';
import { parseJavaScript } from './javascript.js';

/** Removes an item of the first list that the module exports; null if nothing is removed. */
function remove(list: string, index: number): string | null {
  const text = `export default {x: [${list}]};`;
  const parsed = parseJavaScript(text);
  if ('reason' in parsed) throw new Error(parsed.reason);
  const edits = parsed.tree.fields[0]?.value.itemWriting?.remove(new Set([index])) ?? [];
  return edits.length === 0 ? null : applyEdits(text, edits).slice(20, -3);
}

describe('a removal leaves no hole and no half of another item', () => {
  test.each([
    ['commas at the beginning of lines', '\n  1\n  , 2\n  , 3\n', 0, '\n  2\n  , 3\n'],
    ['a comma at the beginning of the last line', '\n  1\n  , 2\n', 1, '\n  1\n'],
    ['a comment before a comma', '1,\n2 // x\n, 3', 1, null],
    ['parentheses', '\n(\n1\n),\n2\n', 0, null],
    ['parentheses around the last item', '1,\n(\n2\n)\n', 1, null],
    ['a comment that ends at a lone CR', '\n1, // x\r2,\n3', 0, null],
    ['a comment that ends at a line separator', '\n1, // x\u20282,\n3', 0, null],
    ['a comment after the last item', '\n1,\n2 // x\n// y\n', 1, '\n1,\n// y\n'],
  ])('%s', (_, list, index, expected) => expect(remove(list, index)).toBe(expected));
});
