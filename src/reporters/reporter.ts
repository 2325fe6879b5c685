import type { OwnChanges, Report } from '../model/report.js';
import type { Requirement } from '../model/capability.js';
import type { ChangedText } from './diff.js';
import type { Rule } from '../model/rule.js';

/** Input of a reporter besides the report. */
export interface RenderOptions {
  readonly color: boolean;
  /** Width at which lines are wrapped, in columns; null for no wrapping, so that tools find each finding on one line. */
  readonly columns: number | null;
  /** `quiet` shows what needs attention, `verbose` everything. */
  readonly detail: 'quiet' | 'normal' | 'verbose';
  /** Contents of the files by path in the report, to quote the lines of findings and to place fixes. */
  readonly texts: ReadonlyMap<string, string>;
  /** Path from the working directory to the directory that the report's paths are relative to; empty if they are the same. */
  readonly pathPrefix: string;
  /** All rules, for reporters that explain them. */
  readonly rules: readonly Rule[];
  /** Which part of the registry was checked and why, in sentences; null if all of it was. */
  readonly scope: string | null;
  /** Which part the reader changed, which `pretty` shows first; null if that is unknown or nothing. */
  readonly ownChanges: OwnChanges | null;
  /** Name of the registry, such as `owner/name`, for pages that are read elsewhere; null if unknown. */
  readonly registry: string | null;
  /** What `--fix` would change, which `markdown` shows as a diff. */
  readonly changes: readonly ChangedText[];
  /** What endpoints must have to be in the list. */
  readonly require: readonly Requirement[];
}

/** One of several files that a reporter creates. */
export interface RenderedFile {
  /** A file name without a path, valid on every file system and distinct regardless of case. */
  readonly name: string;
  readonly text: string;
}

/** The output of a reporter: a string, its parts if it may be too long to be created at once, or several files of a directory. */
export type Rendered = string | Generator<string> | readonly RenderedFile[];

/** Renders a report. Prints and writes nothing. */
export type Render = (report: Report, options: RenderOptions) => Rendered;

export interface Reporter {
  readonly name: string;
  readonly load: () => Promise<Render>;
}
