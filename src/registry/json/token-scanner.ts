import type { TokenError } from './diagnose.js';
import { diagnoseString } from './diagnosis.js';
import type { Token } from './parser-state.js';

export interface ScannedToken {
  readonly kind: Token;
  readonly offset: number;
  readonly end: number;
  /** `in-string` if a string contains something invalid. */
  readonly error: TokenError | 'in-string' | null;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d*)?/y;
const exponent = /[eE][+-]?\d*/y;
/** Turns a number into a word, such as the rest of an IP address. */
const afterNumber = /[\p{L}_$.][\p{L}\p{N}_$.-]*/uy;
/** `true`, and text that is no token: a slash may start a comment, and each invisible character is a separate error. */
const word = /[^\p{Z}\p{C}{}[\]":,/]+|[^]/uy;

export class TokenScanner {
  readonly #text: string;
  #at = 0;
  /** Start of the last token's line. */
  lineStart = 0;

  constructor(text: string) {
    this.#text = text;
  }

  moveTo(offset: number): void {
    this.#at = offset;
    if (/[\r\n]/.test(this.#text.charAt(offset - 1))) this.lineStart = offset;
  }

  scan(): ScannedToken {
    this.#skipSpace();
    const offset = this.#at;
    const character = this.#text.charAt(offset);
    switch (character) {
      case '':
        return this.#end('end', offset, offset);
      case '{':
      case '}':
      case '[':
      case ']':
      case ',':
      case ':':
        return this.#end(character, offset, offset + 1);
      case '"':
        return this.#scanString(offset);
      default:
        return this.#scanWord(offset);
    }
  }

  #end(kind: Token, offset: number, end: number, error: ScannedToken['error'] = null): ScannedToken {
    this.#at = end;
    return { kind, offset, end, error };
  }

  #skipSpace(): void {
    for (; ; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === '\n' || character === '\r') this.lineStart = this.#at + 1;
      else if (character !== ' ' && character !== '\t') return;
    }
  }

  /** A string ends with its line, even without a closing quote. */
  #scanString(offset: number): ScannedToken {
    const text = this.#text;
    let needsDiagnosis = false;
    for (let at = offset + 1; at < text.length; at++) {
      const character = text.charAt(at);
      if (character === '"') {
        const isInvalid = needsDiagnosis && diagnoseString(text, offset, at).next().done === false;
        return this.#end('string', offset, at + 1, isInvalid ? 'in-string' : null);
      }
      if (character === '\n' || character === '\r') return this.#end('string', offset, at, 'unclosed-string');
      if (character === '\\') at += 1;
      needsDiagnosis ||= character < ' ' || character === '\\';
    }
    return this.#end('string', offset, text.length, 'unclosed-string');
  }

  #scanWord(offset: number): ScannedToken {
    const digits = this.#match(number, offset);
    if (digits === '') {
      const found = this.#match(word, offset);
      const isLiteral = found === 'true' || found === 'false' || found === 'null';
      return this.#end('scalar', offset, offset + found.length, isLiteral ? null : 'unknown-token');
    }
    const end = offset + digits.length;
    if (digits.endsWith('.')) return this.#end('scalar', offset, end, 'unfinished-number');
    const power = this.#match(exponent, end);
    const more = this.#match(afterNumber, end + power.length);
    if (more !== '') return this.#end('scalar', offset, end + power.length + more.length, 'number-in-word');
    return this.#end(
      'scalar',
      offset,
      end + power.length,
      /[eE+-]$/.test(power) ? 'unfinished-number' : null,
    );
  }

  #match(pattern: RegExp, offset: number): string {
    pattern.lastIndex = offset;
    return pattern.exec(this.#text)?.[0] ?? '';
  }
}
