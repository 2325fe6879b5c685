import type { Entry } from './entry.js';
import type { JsonObject } from './json.js';
import type { Place } from './place.js';
import type { Problem, Severity } from './rule.js';

/** A problem at its place, before it is worded. `entry` is the registry entry that it concerns. */
export interface PlacedProblem {
  readonly problem: Problem;
  readonly place: Place;
  readonly entry: Entry | null;
}

/** One thing to tell the user, from one rule. Every text in it may hold a stranger's words: escape it where it leaves. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
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
  readonly data: JsonObject;
}
