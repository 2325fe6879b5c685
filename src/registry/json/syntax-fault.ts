import type { TextEdit } from '../../model/finding.js';

/** A syntax error of JSON, at the place where a person would fix it. */
export interface SyntaxFault {
  readonly reason: string;
  /** How to fix it, as an imperative. */
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
}

/** A syntax error, and how to repair a copy of the text so that parsing can go on; null where that would be a guess. */
export interface Diagnosis extends SyntaxFault {
  readonly repair: TextEdit | null;
}
