/** A place in a file as git and reviewdog count it: lines end with LF, columns are bytes of UTF-8; both 1-based. */
export interface BytePosition {
  readonly line: number;
  readonly column: number;
}

/** The places of a text, of which each look-up takes the time of its line. */
export interface BytePositions {
  /** The offset, in UTF-16 code units, of a place as a report has it: lines end with CR LF, LF or a lone CR. */
  readonly findOffset: (line: number, column: number) => number;
  readonly at: (offset: number) => BytePosition;
  /** Where the line begins that an offset is on. */
  readonly findLineStart: (offset: number) => number;
  /** Where the line after the one that an offset is on begins; the end of the text after the last. */
  readonly findLineEnd: (offset: number) => number;
}

/** Prepares the places of a text; a byte order mark at its beginning counts as three bytes, as it does in a diff. */
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
