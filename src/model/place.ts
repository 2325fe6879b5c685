/**
 * A range of a text file. Lines and columns are 1-based, columns count UTF-16 code units, and the end is exclusive: `endColumn` is the
 * column just after the last character, as in SARIF 2.1.0 section 3.30.
 */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where something is: a file relative to the registry, an RFC 6901 JSON Pointer, a range. All null for the command line. */
export interface Place {
  readonly file: string | null;
  readonly pointer: string | null;
  readonly range: Range | null;
  /** The line that a script copied this entry from: findings are shown there. */
  readonly source?: SourceLine;
}

/** A line of any file, relative to the same directory as the files of the report. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** The place of what comes from the command line. */
export const nowhere: Place = { file: null, pointer: null, range: null };

/** Maps offsets to lines and columns. Lines end with LF, CR LF or a lone CR, as in editors. */
export class LineIndex {
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#starts = text.includes('\r') ? findAllStarts(text) : findStarts(text);
  }

  range(offset: number, length: number): Range {
    const line = this.#locate(offset, 0);
    const endLine = this.#locate(offset + length, line);
    return {
      line: line + 1,
      column: offset - this.#start(line) + 1,
      endLine: endLine + 1,
      endColumn: offset + length - this.#start(endLine) + 1,
    };
  }

  /** The offset of a line and column. A line beyond the text counts as the last line. */
  offset(line: number, column: number): number {
    return (this.#starts[line - 1] ?? this.#starts.at(-1) ?? 0) + column - 1;
  }

  #start(line: number): number {
    return this.#starts[line] ?? 0;
  }

  #locate(offset: number, first: number): number {
    let low = first;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#start(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The line starts of a text without CR, which takes a tenth of the time and fits almost all files. */
function findStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function findAllStarts(text: string): readonly number[] {
  const ends = text.matchAll(/\r\n|\n|\r/g);
  return [0, ...Array.from(ends, ({ index, 0: end }) => index + end.length)];
}
