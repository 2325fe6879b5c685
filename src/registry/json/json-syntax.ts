import type { TextEdit } from '../../model/finding.js';
import { diagnose, type TokenError } from './diagnose.js';
import {
  diagnoseString,
  type LastToken,
  type Diagnosis,
  type Repair,
  type SyntaxFault,
} from './diagnosis.js';
import { advance, type GrammarError, initialState, type ParserState } from './parser-state.js';
import { type ScannedToken, TokenScanner } from './token-scanner.js';

/**
 * Finds the syntax errors of invalid JSON in order, at most `limit`. A plain parser reports mostly consequences of the first error, so each
 * error is repaired in memory and parsing continues after the repair, as long as the repair is clear and helps. Takes linear time: only text
 * around an error is read again.
 */
export function findSyntaxFaults(text: string, limit: number): SyntaxFault[] {
  // One string may add several at once.
  return new RepairingParser(text, limit).read().slice(0, limit);
}

interface Position {
  readonly state: ParserState;
  readonly last: LastToken;
}

const noToken: LastToken = { start: 0, end: 0, character: '', shownAt: -1 };

class RepairingParser {
  readonly #text: string;
  readonly #limit: number;
  readonly #contentEnd: number;
  readonly #faults: SyntaxFault[] = [];
  readonly #scanner: TokenScanner;
  #position: Position = { state: initialState, last: noToken };
  /** Position before the last token; null if that was undone already. */
  #previous: Position | null = null;
  /** End of the line on which repairs are uncertain. */
  #uncertainTo = -1;

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
    this.#contentEnd = text.trimEnd().length;
    this.#scanner = new TokenScanner(text);
  }

  read(): SyntaxFault[] {
    if (this.#text.trim() === '') {
      const message = { reason: 'the file is empty', fix: 'write at least {}' };
      return [{ ...message, offset: 0, length: 0, edit: null }];
    }
    let readTo = 0;
    while (this.#faults.length < this.#limit) {
      const token = this.#scanner.scan();
      if (token.error === 'in-string') this.#reportString(token.offset, token.end);
      const next = this.#advance(token);
      if (typeof next === 'object') {
        if (token.kind === 'end') break;
        this.#accept(next, token.offset, token.end);
        readTo = token.end;
        continue;
      }
      const diagnosis = this.#diagnose(token, next, readTo);
      const end = diagnosis.offset + diagnosis.length;
      this.#report(diagnosis);
      // A truncated file has one error for all that is missing at its end.
      if (diagnosis.repair === null || token.kind === 'end' || end >= this.#contentEnd) break;
      if (!this.#repair(diagnosis.repair, token)) break;
      // Text removed before this token is not read again.
      readTo = Math.max(token.offset, diagnosis.repair.offset + diagnosis.repair.length);
      this.#scanner.moveTo(readTo);
    }
    return this.#faults;
  }

  #advance({ kind, error }: ScannedToken): ParserState | TokenError | GrammarError {
    if (error !== null && error !== 'in-string' && error !== 'number-in-word') return error;
    const next = advance(this.#position.state, kind);
    return typeof next === 'object' && error === 'number-in-word' ? error : next;
  }

  #diagnose({ offset, end }: ScannedToken, error: TokenError | GrammarError, readTo: number): Diagnosis {
    const text = this.#text;
    const context = {
      ...{
        text,
        offset,
        token: text.slice(offset, end),
        rest: text.slice(offset),
        last: this.#position.last,
      },
      ...{ lineStart: this.#scanner.lineStart, readTo, contentEnd: this.#contentEnd },
    };
    return diagnose(context, error);
  }

  #report({ reason, fix, offset, length, repair }: Diagnosis): void {
    const isUncertain = offset <= this.#uncertainTo;
    const edit: TextEdit | null =
      repair?.isFix === true && !isUncertain
        ? { offset: repair.offset, length: repair.length, text: repair.text }
        : null;
    this.#faults.push({ reason, fix, offset, length, edit });
    // If a comma or a quote is a guess, the rest of the line may be within a string.
    if (repair?.isFix === false && /^[,"]$/.test(repair.text) && !isUncertain) {
      this.#uncertainTo = offset + this.#text.slice(offset).search(/[\r\n]|$/);
    }
  }

  #reportString(start: number, end: number): void {
    for (const diagnosis of diagnoseString(this.#text, start, end)) {
      if (this.#faults.length === this.#limit) return;
      this.#report(diagnosis);
    }
  }

  /** Continues as if the repair had been made; false if that does not help. */
  #repair({ offset, length, text }: Repair, token: ScannedToken): boolean {
    // A quote that closes the string.
    if (offset > token.offset) {
      const next = advance(this.#position.state, 'string');
      const isWhole = diagnoseString(this.#text, token.offset, offset).next().done === true;
      if (typeof next === 'string' || !isWhole) return false;
      this.#accept(next, token.offset, offset);
      return true;
    }
    if (offset < this.#position.last.end) {
      if (this.#previous === null) return false;
      this.#position = this.#previous;
      this.#previous = null;
    }
    const scanner = new TokenScanner(text);
    for (;;) {
      const written = scanner.scan();
      if (written.error !== null) return false;
      if (written.kind === 'end') return true;
      const next = advance(this.#position.state, written.kind);
      // An error within the repair shows that it was wrong.
      if (typeof next === 'string') return false;
      const [character, shownAt] = [text.charAt(written.end - 1), offset + Math.max(0, length - 1)];
      this.#previous = this.#position;
      this.#position = { state: next, last: { start: offset, end: offset + length, character, shownAt } };
    }
  }

  #accept(state: ParserState, start: number, end: number): void {
    this.#previous = this.#position;
    const character = this.#text.charAt(end - 1);
    this.#position = { state, last: { start, end, character, shownAt: end - 1 } };
  }
}
