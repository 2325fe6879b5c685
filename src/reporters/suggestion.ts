import type { Fix, TextEdit } from '../model/finding.js';
import type { BytePositions } from './byte-positions.js';
import { maskKeys } from './mask.js';

/** What whole lines of a file become: from the first to the last, 1-based, without the last line's end; an empty text deletes them. */
export interface Suggestion {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

/** The longest suggestion, in UTF-16 code units: far below what a comment may have (GitHub: 65,536), since people read it. */
const longest = 4_000;

/**
 * The whole lines that the edits of a fix change, in one piece: reviewdog makes of each suggestion a button of its own, so edits that belong
 * together would be applied one by one, and for GitLab it ignores columns (service/gitlab/gitlab_mr_discussion.go). Null where whole lines can't say
 * it exactly (the file's last line end is added or removed, or another encoding is the fix), where it is too long, and where the lines hold
 * what may be a key.
 */
export function suggestLines(text: string, positions: BytePositions, { edits }: Fix): Suggestion | null {
  // Another encoding is the fix.
  if (edits.length === 0) return null;
  const sorted = edits.toSorted((a, b) => a.offset - b.offset);
  const start = positions.findLineStart(sorted[0]?.offset ?? 0);
  const changed = sorted.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
  // Where whole lines are changed, the line after them is none of them.
  const endsLine = changed > start && text[changed - 1] === '\n';
  const whole = endsLine ? suggest(text, positions, sorted, start, changed) : null;
  return whole ?? suggest(text, positions, sorted, start, positions.findLineEnd(changed));
}

function suggest(
  text: string,
  positions: BytePositions,
  edits: readonly TextEdit[],
  start: number,
  end: number,
): Suggestion | null {
  // An insertion after the last line end is on no line.
  if (end === start || end - start > longest) return null;
  const fixed = applyBetween(text, edits, start, end);
  const lineEnd = findLineEnd(text.slice(start, end));
  const suggested = {
    firstLine: positions.at(start).line,
    lastLine: positions.at(Math.max(start, end - 1)).line,
  };
  if (fixed === '') return { ...suggested, text: '' };
  if (findLineEnd(fixed) !== lineEnd) return null;
  const content = fixed.slice(0, fixed.length - lineEnd.length);
  // An empty text would delete the line, so one that becomes empty needs a neighbour.
  if (content === '')
    return start > 0
      ? suggest(text, positions, edits, positions.findLineStart(start - 1), end)
      : end < text.length
        ? suggest(text, positions, edits, start, positions.findLineEnd(end))
        : null;
  const isShown = content.length <= longest && !/\p{Cs}/u.test(content) && maskKeys(content) === content;
  return isShown ? { ...suggested, text: content } : null;
}

function applyBetween(text: string, edits: readonly TextEdit[], start: number, end: number): string {
  let fixed = '';
  let done = start;
  for (const { offset, length, text: inserted } of edits) {
    fixed += text.slice(done, offset) + inserted;
    done = offset + length;
  }
  return fixed + text.slice(done, end);
}

/** The line end that a text ends with; empty without one. */
function findLineEnd(text: string): string {
  return text.endsWith('\r\n') ? '\r\n' : text.endsWith('\n') ? '\n' : '';
}
