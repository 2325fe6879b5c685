import type { TextEdit } from '../../model/finding.js';

/** An error in a text, with everything before it read or repaired. */
export interface Context {
  readonly text: string;
  readonly offset: number;
  readonly token: string;
  readonly rest: string;
  readonly last: LastToken;
  /** Start of the error's line. Line breaks within comments don't count. */
  readonly lineStart: number;
  /** End of the last repair or token. */
  readonly readTo: number;
  /** Offset after the last character that is not white space. */
  readonly contentEnd: number;
}

/** The token before an error, or what a repair replaced it with. */
export interface LastToken {
  readonly start: number;
  readonly end: number;
  /** Its last character; empty if there is no token. */
  readonly character: string;
  /** Offset at which that is reported; -1 if there is no token. */
  readonly shownAt: number;
}

export type FaultMessage = Pick<SyntaxFault, 'reason' | 'fix'>;

/** An error in a range of the text, which the repair replaces. By default the repair is a guess that only lets parsing continue. */
export function at(
  offset: number,
  length: number,
  message: FaultMessage,
  repair: string | null,
  certainty: 'guess' | 'fix' = 'guess',
): Diagnosis {
  const isFix = certainty === 'fix';
  return {
    ...message,
    offset,
    length,
    repair: repair === null ? null : { offset, length, text: repair, isFix },
  };
}

export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}`;
}

export interface SyntaxFault {
  readonly reason: string;
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
  /** Does what `fix` says; null if only a person can. */
  readonly edit: TextEdit | null;
}

/** A syntax error, and how to repair the text in memory so that parsing can continue. */
export interface Diagnosis extends Omit<SyntaxFault, 'edit'> {
  /** Null if any repair would be a guess. */
  readonly repair: Repair | null;
}

export interface Repair extends TextEdit {
  /** True if the repair is what the author meant, so that it may change the file; false if it only lets parsing continue. */
  readonly isFix: boolean;
}

export function diagnoseUnclosedString({ offset, token, last }: Context): Diagnosis {
  const message = { reason: 'unclosed string', fix: 'add the closing quote' };
  const length = Math.max(1, token.search(/[\r\n]|$/));
  // A comma that ends a value is not part of it. A key would need more than a quote.
  const value = token.trimEnd().replace(/,$/, '');
  const isValue = /[:[]/.test(last.character) && !token.endsWith('\\');
  const repair = isValue ? { offset: offset + value.length, length: 0, text: '"', isFix: false } : null;
  return { ...message, offset, length, repair };
}

/** The errors in a string, in order. Reads the string once for all of them. */
export function* diagnoseString(text: string, start: number, end: number): Generator<Diagnosis> {
  const content = text.slice(start + 1, end);
  for (const { index, 0: found } of content.matchAll(/\\(?:u[\da-f]{4}|[^])|[\0-\x1f]/gi)) {
    if (!/^\\(?:u.|["\\/bfnrt]$)/.test(found)) yield diagnosePart(start + 1 + index, found);
  }
}

function diagnosePart(offset: number, found: string): Diagnosis {
  if (found.startsWith('\\u')) {
    const message = { reason: '\\u without four hex digits', fix: 'write \\u and four hex digits' };
    return at(offset, 2, message, '  ');
  }
  return found.startsWith('\\')
    ? diagnoseEscape(offset, found, found.slice(1))
    : diagnoseControl(offset, found);
}

function diagnoseEscape(offset: number, found: string, character: string): Diagnosis {
  const message = {
    reason: `invalid escape \\${character}`,
    fix: character === "'" ? "write ' without a backslash" : 'write \\\\ for a backslash, or remove it',
  };
  return at(offset, found.length, message, character, character === "'" ? 'fix' : 'guess');
}

function diagnoseControl(offset: number, character: string): Diagnosis {
  if (character === '\t') return at(offset, 1, { reason: 'tab in a string', fix: 'write \\t' }, '\\t', 'fix');
  const message = {
    reason: `control character ${nameCharacter(character)} in a string`,
    fix: 'remove it, or escape it with \\u',
  };
  return at(offset, 1, message, ' ');
}
