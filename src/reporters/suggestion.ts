import type { Fix, TextEdit } from '../model/finding.js';
import { maskKeys } from './mask.js';

/** The replacement for whole lines of a file: from the first to the last, 1-based, without the last line's end. An empty text deletes them. */
export interface Suggestion {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly text: string;
}

/** Maximum length of a suggestion, in UTF-16 code units: far below the limit of comments (GitHub: 65,536), since people read it. */
const maxLength = 4_000;

/**
 * The whole lines that the edits of a fix change, as one suggestion: reviewdog turns each suggestion into a button, so edits that belong
 * together could be applied separately, and it ignores columns on GitLab (service/gitlab/gitlab_mr_discussion.go). Null if whole lines can't
 * express the fix exactly (it adds or removes the file's last line end, or changes the encoding), if the suggestion is too long, or if the lines
 * contain what may be a key.
 */
export function suggestLines(text: string, positions: BytePositions, { edits }: Fix): Suggestion | null {
  // The fix changes the encoding.
  if (edits.length === 0) return null;
  const sorted = edits.toSorted((a, b) => a.offset - b.offset);
  const start = positions.findLineStart(sorted[0]?.offset ?? 0);
  const changed = sorted.reduce((end, { offset, length }) => Math.max(end, offset + length), 0);
  // If whole lines change, the line after them does not belong to them.
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
  if (end === start || end - start > maxLength) return null;
  const fixed = applyBetween(text, edits, start, end);
  const lineEnd = findLineEnd(text.slice(start, end));
  const suggested = {
    firstLine: positions.at(start).line,
    lastLine: positions.at(Math.max(start, end - 1)).line,
  };
  if (fixed === '') return { ...suggested, text: '' };
  if (findLineEnd(fixed) !== lineEnd) return null;
  const content = fixed.slice(0, fixed.length - lineEnd.length);
  // An empty text would delete the line, so a line that becomes empty needs a neighbour.
  if (content === '')
    return start > 0
      ? suggest(text, positions, edits, positions.findLineStart(start - 1), end)
      : end < text.length
        ? suggest(text, positions, edits, start, positions.findLineEnd(end))
        : null;
  const isShown = content.length <= maxLength && !/\p{Cs}/u.test(content) && maskKeys(content) === content;
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

/** The line end at the end of a text; empty if there is none. */
function findLineEnd(text: string): string {
  return text.endsWith('\r\n') ? '\r\n' : text.endsWith('\n') ? '\n' : '';
}

/** A place in a file as counted by git and reviewdog: lines end with LF, columns are bytes of UTF-8; both are 1-based. */
export interface BytePosition {
  readonly line: number;
  readonly column: number;
}

/** Converts places of a text. Each lookup takes time in proportion to the line. */
export interface BytePositions {
  /** The offset, in UTF-16 code units, of a place in a report, where lines end with CR LF, LF or a lone CR. */
  readonly findOffset: (line: number, column: number) => number;
  readonly at: (offset: number) => BytePosition;
  /** Start of the line that contains an offset. */
  readonly findLineStart: (offset: number) => number;
  /** Start of the line after an offset; the end of the text after the last line. */
  readonly findLineEnd: (offset: number) => number;
}

/** Prepares the conversion. A byte order mark counts as three bytes, as in a diff. */
export function createBytePositions(text: string): BytePositions {
  const reported = listStarts(text, /\r\n|\n|\r/g);
  const starts = listStarts(text, /\n/g);
  const findLine = (offset: number) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  const findLineStart = (offset: number) => starts[findLine(offset)] ?? 0;
  return {
    findOffset: (line, column) => Math.min((reported[line - 1] ?? text.length) + column - 1, text.length),
    at: (offset) => ({
      line: findLine(offset) + 1,
      column: Buffer.byteLength(text.slice(findLineStart(offset), offset)) + 1,
    }),
    findLineStart,
    findLineEnd: (offset) => starts[findLine(offset) + 1] ?? text.length,
  };
}

function listStarts(text: string, lineEnd: RegExp): number[] {
  return [0, ...Array.from(text.matchAll(lineEnd), (match) => match.index + match[0].length)];
}
