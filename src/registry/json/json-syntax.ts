import { createScanner } from 'jsonc-parser';
import { diagnose, type Mistake } from './mistakes.js';
import {
  type Diagnosis,
  diagnoseString,
  type LastToken,
  type Repair,
  type SyntaxFault,
} from './diagnosis.js';

/**
 * Finds the syntax errors of invalid JSON in order, at most `limit`. A plain parser, such as that of jsonc-parser, reports mostly consequences of the
 * first error, so each error is repaired in memory and parsing continues after the repair, as long as the repair is clear and helps. Takes linear
 * time: only text around an error is read again.
 */
export function findSyntaxFaults(text: string, limit: number): readonly [SyntaxFault, ...SyntaxFault[]] {
  const emptyFile = {
    reason: 'the file is empty',
    fix: 'write at least {}',
    offset: 0,
    length: 0,
    edit: null,
  };
  if (text.trim() === '') return [emptyFile];
  const [first = unknown, ...more] = new RepairingParser(text, limit).read();
  return [first, ...more];
}

/** JSON.parse refuses the text, so there is one even if none is found. */
const unknown = { reason: 'unexpected text', fix: 'fix the syntax here', offset: 0, length: 1, edit: null };

/** A bracket, a comma or a colon; `"` for a string, `0` for another value; empty at the end of the text. */
type Token = '{' | '}' | '[' | ']' | ',' | ':' | '"' | '0' | '';

class RepairingParser {
  readonly #text: string;
  readonly #limit: number;
  readonly #contentEnd: number;
  readonly #scanner: ReturnType<typeof createScanner>;
  readonly #faults: SyntaxFault[] = [];
  /** The brackets that close the containers around, innermost last. */
  readonly #closers: ('}' | ']')[] = [];
  /** `comma` stands for all that may follow a value. */
  #expects: 'key' | 'value' | 'colon' | 'comma' = 'value';
  #last: LastToken = { start: 0, end: 0, character: '', shownAt: -1 };
  #lineStart = 0;
  #readTo = 0;
  /** End of the line on which repairs are uncertain. */
  #uncertainTo = -1;

  constructor(text: string, limit: number) {
    this.#text = text;
    this.#limit = limit;
    this.#contentEnd = text.trimEnd().length;
    this.#scanner = createScanner(text);
  }

  read(): readonly SyntaxFault[] {
    while (this.#faults.length < this.#limit && this.#readToken());
    return this.#faults;
  }

  /** False after the last token, and if no repair helps. */
  #readToken(): boolean {
    const offset = this.#scanner.getPosition();
    // Not scanned for each of its parts: to the scanner, all that is no token up to the next one is one word.
    const written = findWord(this.#text, offset) ?? this.#scanToken(offset);
    const end = offset + written.length;
    if (/^[ \t\r\n]/.test(written)) {
      if (/^[\r\n]/.test(written)) this.#lineStart = end;
      return true;
    }
    const token = classify(written);
    const mistake = this.#findMistake(token, written);
    if (token === '"' && mistake !== 'unclosed-string') this.#reportString(offset, end - 1);
    if (token === null || mistake !== null) {
      const context = {
        text: this.#text,
        offset,
        token: written,
        rest: this.#text.slice(offset),
        last: this.#last,
        closer: this.#closers.at(-1),
        lineStart: this.#lineStart,
        readTo: this.#readTo,
      };
      const diagnosis = diagnose(context, mistake ?? 'unknown-word');
      this.#report(diagnosis);
      // A truncated file has one error for all that is missing at its end.
      const isLast = token === '' || diagnosis.offset + diagnosis.length >= this.#contentEnd;
      return !isLast && diagnosis.repair !== null && this.#repair(diagnosis.repair, offset);
    }
    this.#accept(token, { start: offset, end, character: written.slice(-1), shownAt: end - 1 });
    this.#moveTo(end);
    return token !== '';
  }

  #scanToken(offset: number): string {
    this.#scanner.scan();
    return this.#text.slice(offset, this.#scanner.getPosition());
  }

  #findMistake(token: Token | null, written: string): Mistake | null {
    if (token === null) return 'unknown-word';
    if (token === '"' && isUnclosed(this.#scanner.getTokenError())) return 'unclosed-string';
    return this.#judge(token) ?? (token === '0' ? judgeNumber(written) : null);
  }

  /** What the grammar of RFC 8259 expects in place of a token; null if it is allowed. */
  #judge(token: Token): Mistake | null {
    const closer = this.#closers.at(-1);
    const { character } = this.#last;
    switch (this.#expects) {
      case 'key':
        if (token === '"' || (token === '}' && character === '{')) return null;
        return token === '' && character === '{' ? 'unclosed-container' : 'key-expected';
      case 'value':
        if (/^[{["0]/.test(token) || (token === ']' && character === '[')) return null;
        return token === '' && character === '[' ? 'unclosed-container' : 'value-expected';
      case 'colon':
        return token === ':' ? null : 'colon-expected';
      case 'comma':
        if (closer === undefined) return token === '' ? null : 'end-expected';
        if (token === ',' || token === closer) return null;
        return token === '' ? 'unclosed-container' : 'comma-expected';
    }
  }

  #accept(token: Token, last: LastToken): void {
    if (token === '{' || token === '[') this.#closers.push(token === '{' ? '}' : ']');
    if (token === '}' || token === ']') this.#closers.pop();
    const isObject = this.#closers.at(-1) === '}';
    if (token === '{' || (token === ',' && isObject)) this.#expects = 'key';
    else if (/^[[,:]/.test(token)) this.#expects = 'value';
    else this.#expects = this.#expects === 'key' && token === '"' ? 'colon' : 'comma';
    this.#last = last;
  }

  #moveTo(offset: number): void {
    this.#readTo = offset;
    this.#scanner.setPosition(offset);
  }

  #report({ reason, fix, offset, length, repair }: Diagnosis): void {
    const isUncertain = offset <= this.#uncertainTo;
    const edit =
      repair?.isFix === true && !isUncertain
        ? { offset: repair.offset, length: repair.length, text: repair.text }
        : null;
    this.#faults.push({ reason, fix, offset, length, edit });
    // If a comma or a quote is a guess, the rest of the line may be within a string.
    if (repair?.isFix === false && /^[,"]/.test(repair.text) && !isUncertain)
      this.#uncertainTo = offset + this.#text.slice(offset).search(/[\r\n]|$/);
  }

  #reportString(start: number, end: number): void {
    for (const diagnosis of diagnoseString(this.#text, start, end)) {
      if (this.#faults.length === this.#limit) return;
      this.#report(diagnosis);
    }
  }

  /** Continues as if the repair had been made; false if that does not help. */
  #repair({ offset, length, text }: Repair, tokenOffset: number): boolean {
    // A comma is removed.
    if (offset < this.#last.end) this.#expects = 'comma';
    const shownAt = offset + Math.max(0, length - 1);
    for (const written of text.match(/"[^]*|\w+|\S/g) ?? []) {
      const token = classify(written);
      // An error within the repair shows that it was wrong.
      if (token === null || this.#judge(token) !== null) return false;
      this.#accept(token, { start: offset, end: offset + length, character: written.slice(-1), shownAt });
    }
    // Text removed before the token is not read again.
    this.#moveTo(Math.max(tokenOffset, offset + length));
    if (/[\r\n]/.test(this.#text.charAt(this.#readTo - 1))) this.#lineStart = this.#readTo;
    return true;
  }
}

/** A number, a literal, or text that is no token: a slash may start a comment, and each invisible character is a separate error. */
const word = /[\p{L}\p{N}_$.+-]+|[^ \t\r\n{}[\]":,/]/uy;

function findWord(text: string, offset: number): string | null {
  word.lastIndex = offset;
  return word.exec(text)?.[0] ?? null;
}

/** Null for what is no token. */
function classify(written: string): Token | null {
  const [token] = /^(?:[{}[\],:"]|$)/.exec(written) ?? [];
  if (token !== undefined) return token as Token;
  return /^(?:-?\d|(?:true|false|null)$)/.test(written) ? '0' : null;
}

/** Whether an error of the scanner is UnexpectedEndOfString; its enum cannot be imported. */
function isUnclosed(error: number): boolean {
  return error === 2;
}

function judgeNumber(written: string): Mistake | null {
  if (/^-?0+\d/.test(written)) return 'leading-zero';
  if (/^-?\d+(?:\.|(?:\.\d+)?e[+-]?)$/i.test(written)) return 'unfinished-number';
  return /^(?:-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[a-z]+)$/i.test(written) ? null : 'value-expected';
}
