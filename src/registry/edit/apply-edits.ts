import type { TextEdit } from '../../model/finding.js';

/**
 * The text with all edits applied; each counts from the original text, in any order. Texts inserted at one place keep the order of the edits.
 * Throws a RangeError where two edits overlap or one reaches beyond the text, since then no result is right.
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

/** Whether `applyEdits` takes these edits together. Edits that touch are disjoint, and so are an insertion and what begins or ends there. */
export function areDisjoint(edits: readonly TextEdit[]): boolean {
  const sorted = sortEdits(edits);
  return sorted.every(({ offset }, index) => {
    const previous = sorted[index - 1];
    return previous === undefined || previous.offset + previous.length <= offset;
  });
}

/** An insertion comes before what is replaced at the same offset. */
function sortEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return edits.toSorted((a, b) => a.offset - b.offset || Math.sign(a.length) - Math.sign(b.length));
}
