import type { Diagnosis, SyntaxFault } from './syntax-fault.js';

/** An error in a text, with everything before it read or repaired. */
export interface Context {
  readonly text: string;
  readonly offset: number;
  readonly token: string;
  /** The text from the token on. */
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

/** Names an invisible character, such as `U+00A0`. */
export function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}`;
}
