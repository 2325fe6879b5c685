import type { Report } from '../model/report.js';
import type { Rule } from '../model/rule.js';

/** What a reporter may know beside the report. */
export interface RenderOptions {
  readonly color: boolean;
  /** Width to fit, in columns. */
  readonly columns: number;
  /** `quiet` shows what needs attention, `verbose` all that is known. */
  readonly detail: 'quiet' | 'normal' | 'verbose';
  /** The texts of the files, by the path that the report has, to show the line that a finding is about. */
  readonly texts: ReadonlyMap<string, string>;
  /** Leads from the working folder to the folder that the report's paths are relative to; empty where they are the same. */
  readonly pathPrefix: string;
  /** Every rule that a finding may be of, for reporters that explain them. */
  readonly rules: readonly Rule[];
  /** What part of the registry was looked at and why, a sentence or more; null where it was all that was named. */
  readonly scope: string | null;
}

/** Turns a report into text; prints nothing. */
export type Render = (report: Report, options: RenderOptions) => string;
