import type { OwnChanges } from '../model/own-changes.js';
import type { Report } from '../model/report.js';
import type { ChangedText } from './diff.js';
import type { Rule } from '../model/rule.js';

/** What a reporter may know beside the report. */
export interface RenderOptions {
  readonly color: boolean;
  /** The width that lines are wrapped to, in columns; null where they are not wrapped, so that tools find a finding on one line. */
  readonly columns: number | null;
  /** `quiet` shows what needs attention, `verbose` all that is known. */
  readonly detail: 'quiet' | 'normal' | 'verbose';
  /** The contents of the files, by the path that the report has, to quote the line that a finding is about and to place its fix. */
  readonly texts: ReadonlyMap<string, string>;
  /** Leads from the working directory to the directory that the report's paths are relative to; empty where they are the same. */
  readonly pathPrefix: string;
  /** Every rule that a finding may be of, for reporters that explain them. */
  readonly rules: readonly Rule[];
  /** Which part of the registry was checked and why, a sentence or more; null where it was all that was named. */
  readonly scope: string | null;
  /** Which part is the reader's own, which `pretty` shows first and apart; null where there is no telling, or nothing is. */
  readonly own: OwnChanges | null;
  /** What the registry is called, such as `owner/name`, for pages that are read far from it; null where that is unknown. */
  readonly registry: string | null;
  /** What `--fix` would change, which `markdown` shows as a diff. */
  readonly changes: readonly ChangedText[];
}

/** Turns a report into a string, or into the parts of one that may be too long to be made at once; prints nothing. */
export type Render = (report: Report, options: RenderOptions) => string | Generator<string>;

/** One of several files that a reporter makes. */
export interface RenderedFile {
  /** The name of a file in a directory that holds no others: no path, harmless on every file system, unlike all others in any case of letters. */
  readonly name: string;
  readonly text: string;
}

/** Turns a report into several files of a directory; writes nothing. */
export type RenderFiles = (report: Report, options: RenderOptions) => readonly RenderedFile[];

/** What a reporter makes: a string, its parts, or several files. */
export type Rendered = ReturnType<Render | RenderFiles>;

/** A reporter by name: `text` goes to standard output or into a file, `files` into a directory. */
export type Reporter = { readonly name: string } & (
  | { readonly writes: 'text'; readonly load: () => Promise<Render> }
  | { readonly writes: 'files'; readonly load: () => Promise<RenderFiles> }
);
