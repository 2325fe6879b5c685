import type { Diagnosis, SyntaxFault } from './syntax-fault.js';

/** Where an error is. */
export interface Context {
  readonly text: string;
  readonly offset: number;
  /** What the parser read there. */
  readonly token: string;
  /** All from there on. */
  readonly rest: string;
  /** The offset of the last character before it that is not white space; -1 if there is none. */
  readonly before: number;
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
