/**
 * A range of a text file. Lines and columns are 1-based, columns count UTF-16 code units, and the end
 * is exclusive: `endColumn` is the column just after the last character, as in SARIF 2.1.0 section 3.30.
 */
export interface Range {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** A place: a file relative to the registry, an RFC 6901 JSON Pointer, a range. Each is null where there is none. */
export interface Place {
  readonly file: string | null;
  readonly pointer: string | null;
  readonly range: Range | null;
}

/** The place of what comes from the command line. */
export const nowhere: Place = { file: null, pointer: null, range: null };
