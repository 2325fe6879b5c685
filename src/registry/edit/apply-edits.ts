import type { TextEdit } from '../../model/finding.js';

/**
 * Applies all edits to a text; each counts from the original text. Insertions at the same place keep the order of the edits. Throws a RangeError
 * if edits overlap or exceed the text.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const edit of sortEdits(edits)) {
    if (edit.offset < end || edit.length < 0 || edit.offset + edit.length > text.length)
      throw new RangeError(`edit at ${edit.offset} overlaps another or leaves the text`);
    parts.push(text.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return parts.join('') + text.slice(end);
}

/** Whether `applyEdits` accepts these edits together. Adjacent edits are disjoint, and so are an insertion and an edit that begins or ends there. */
export function areDisjoint(edits: readonly TextEdit[]): boolean {
  const sorted = sortEdits(edits);
  return sorted.every(({ offset }, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || previous.offset + previous.length <= offset;
  });
}

/** At the same offset, an insertion comes before a replacement. */
function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.offset - b.offset || Math.sign(a.length) - Math.sign(b.length));
}
