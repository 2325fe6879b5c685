import type { Entry } from './entry.js';
import type { JsonObject } from './json.js';
import type { Place } from './place.js';
import type { Problem, Severity } from './rule.js';

/** A problem at its place, before it is worded. `entry` is the registry entry that it concerns. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly place: Place;
  readonly entry: Entry | null;
  /** What it concerns in place of an entry: another statement of the file, by which revisions of it are compared. */
  readonly subject?: object;
  /** The highest severity that it may have, whatever its rule says; absent if the rule decides. */
  readonly atMost?: Severity;
  /** The place of what it repeats, in the same list or object. */
  readonly original?: Place;
  /** The problems that it was joined from, and that its fix solves. */
  readonly causes?: readonly PlacedProblem[];
  /** What repairs an error of syntax; absent if only a person can. */
  readonly repair?: TextEdit;
  /** The same problem at the other entry, if it concerns a pair and is reported once. */
  readonly twin?: PlacedProblem;
}

/** Replaces `length` UTF-16 code units from `offset` of a file's decoded text. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

/**
 * The edits that fix a finding, all to the original text of its file, in which a byte order mark is one unit at 0. With `encoding` the fix is
 * to save the same text in that encoding, and there are no edits.
 */
export interface Fix {
  readonly edits: readonly TextEdit[];
  readonly encoding?: 'utf-8';
}

/** Whether a finding was there before the ref that the registry is compared with, as SARIF 2.1.0 section 3.27.24 has it. */
export type BaselineState = 'new' | 'unchanged';

/** One problem to report to the user, from one rule. Every string in it may hold untrusted text: escape it on output. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** Null if no edit is known to fix it. */
  readonly fix: Fix | null;
  readonly file: string | null;
  /** RFC 6901 JSON Pointer into the file. */
  readonly pointer: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly endLine: number | null;
  /** Exclusive: the column just after the last character. */
  readonly endColumn: number | null;
  /** Index into the report's `endpoints`. */
  readonly endpoint: number | null;
  /** Null if the registry was compared with nothing. */
  readonly baselineState: BaselineState | null;
  readonly data: JsonObject;
}
