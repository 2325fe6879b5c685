import type { Range } from '../../model/place.js';

/** Maps offsets to lines and columns. Lines end with LF, CR LF or a lone CR, as in editors. */
export class LineIndex {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(index + end.length);
  }

  /** The range of `length` UTF-16 code units from `offset` on. */
  range(offset: number, length: number): Range {
    const start = this.#locate(offset);
    const end = this.#locate(offset + length);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  /** The offset of a line and column; of those beyond the text, of the last line that there is. */
  offset(line: number, column: number): number {
    return (this.#starts[line - 1] ?? this.#starts.at(-1) ?? 0) + column - 1;
  }

  #locate(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] ?? 0) + 1 };
  }
}
