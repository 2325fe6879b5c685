/**
 * A range of a text file. Lines and columns are 1-based, columns count UTF-16 code units, and the end is exclusive: `endColumn` is the
 * column just after the last character, as in SARIF 2.1.0 section 3.30.
 */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** Where something is: a file relative to the registry, an RFC 6901 JSON Pointer, a range. All null for the command line. */
export interface Place {
  readonly file: string | null;
  readonly pointer: string | null;
  readonly range: Range | null;
  /** The line that a script copied this entry from: findings are shown there. */
  readonly source?: SourceLine;
}

/** A line of any file, relative to the same directory as the files of the report. */
export interface SourceLine {
  readonly file: string;
  readonly line: number;
}

/** The place of what comes from the command line. */
export const nowhere: Place = { file: null, pointer: null, range: null };
