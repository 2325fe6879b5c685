import type { TextEdit } from '../../model/finding.js';

/** A syntax error of JSON, at the place where a person would fix it. */
export interface SyntaxFault {
  readonly reason: string;
  /** How to fix it, as an imperative. */
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
