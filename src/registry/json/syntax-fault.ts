import type { TextEdit } from '../../model/finding.js';

/** A syntax error of JSON, at the place where a person would fix it. */
export interface SyntaxFault {
  readonly reason: string;
  /** How to fix it, as an imperative. */
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
  /** Does what `fix` says; null where that takes a person. */
  readonly edit: TextEdit | null;
}

/** A syntax error, and how to repair a copy of the text so that parsing can go on. */
export interface Diagnosis extends Omit<SyntaxFault, 'edit'> {
  /** Null where any repair would be a guess. */
  readonly repair: Repair | null;
}

/** A repair of a text. */
export interface Repair extends TextEdit {
  /** True where it is what was meant, so that the file itself may be changed; false where it only leads further. */
  readonly isFix: boolean;
}
