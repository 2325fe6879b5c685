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
