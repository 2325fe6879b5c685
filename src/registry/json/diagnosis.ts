import type { Diagnosis, SyntaxFault } from './syntax-fault.js';

/** Where an error is, in a text of which all before it is read or repaired. */
export interface Context {
  readonly text: string;
  readonly offset: number;
  /** What is there. */
  readonly token: string;
  /** All from there on. */
  readonly rest: string;
  readonly last: LastToken;
  /** Where the line of the error begins; a line break within a comment counts for nothing. */
  readonly lineStart: number;
  /** Where the repair before it, or the last token, ends. */
  readonly readTo: number;
  /** After the last character that is not white space. */
  readonly contentEnd: number;
}

/** The token before an error, or what a repair put into its place. */
export interface LastToken {
  readonly start: number;
  readonly end: number;
  /** Its last character; empty where there is no token. */
  readonly character: string;
  /** Where that is shown; -1 where there is no token. */
  readonly shownAt: number;
}

/** A reason and its fix. */
export type Words = Pick<SyntaxFault, 'reason' | 'fix'>;

/** An error in a stretch of the text, which the repair replaces; by default that only leads further. */
export function at(
  offset: number,
  length: number,
  words: Words,
  repair: string | null,
  certainty: 'guess' | 'fix' = 'guess',
): Diagnosis {
  const isFix = certainty === 'fix';
  return {
    ...words,
    offset,
    length,
    repair: repair === null ? null : { offset, length, text: repair, isFix },
  };
}

/** `U+00A0` for what cannot be seen. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}`;
}
