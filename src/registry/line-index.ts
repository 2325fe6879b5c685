import type { Range } from '../model/place.js';

/** Turns offsets into a text into lines and columns. Lines end with LF, CR LF or a lone CR, as editors have it. */
export class LineIndex {
  readonly #starts: number[] = [0];
  /** The line that was found last: what is asked for next stands mostly there, or just behind. */
  #last = 0;

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) this.#starts.push(index + end.length);
  }

  /** The range of `length` UTF-16 code units from `offset` on. */
  range(offset: number, length: number): Range {
    const start = this.#locate(offset);
    const end = this.#locate(offset + length);
    return { line: start.line, column: start.column, endLine: end.line, endColumn: end.column };
  }

  #locate(offset: number): { line: number; column: number } {
    const near = this.#last;
    if (this.#holds(near, offset)) return this.#at(near, offset);
    if (this.#holds(near + 1, offset)) return this.#at(near + 1, offset);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return this.#at(low, offset);
  }

  #holds(line: number, offset: number): boolean {
    return (this.#starts[line] ?? Infinity) <= offset && offset < (this.#starts[line + 1] ?? Infinity);
  }

  #at(line: number, offset: number): { line: number; column: number } {
    this.#last = line;
    return { line: line + 1, column: offset - (this.#starts[line] ?? 0) + 1 };
  }
}
