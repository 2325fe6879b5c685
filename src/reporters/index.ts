import type { Report } from '../model/report.js';
import type { Render, RenderedFile, RenderOptions } from './reporter.js';
import { formatAmount } from '../model/amount.js';

interface ReporterRow<Writes extends 'text' | 'files' = 'text' | 'files'> {
  /** Loads its implementation: only the reporters that are asked for are loaded. */
  readonly load: () => Promise<{ readonly render: Render }>;
  /** A text, or several files of a directory. */
  readonly writes: Writes;
  /** What it has of findings. */
  readonly has: 'messages' | 'codes' | 'data' | 'nothing';
  /** Whether people read it during a review. */
  readonly isForReview?: true;
}

/** Without the types of the implementations, which the types of the library would get. */
function row<Writes extends 'text' | 'files'>(reporter: ReporterRow<Writes>): ReporterRow<Writes> {
  return reporter;
}

/** All reporters. */
export const reporterRows = {
  pretty: row({ load: () => import('./pretty.js'), writes: 'text', has: 'messages', isForReview: true }),
  json: row({ load: () => import('./json.js'), writes: 'text', has: 'data' }),
  junit: row({ load: () => import('./junit.js'), writes: 'text', has: 'messages' }),
  sarif: row({ load: () => import('./sarif.js'), writes: 'text', has: 'messages' }),
  // reviewdog turns it into comments.
  rdjson: row({ load: () => import('./rdjson.js'), writes: 'text', has: 'messages', isForReview: true }),
  codequality: row({ load: () => import('./codequality.js'), writes: 'text', has: 'messages' }),
  markdown: row({ load: () => import('./markdown.js'), writes: 'text', has: 'messages', isForReview: true }),
  github: row({ load: () => import('./github.js'), writes: 'text', has: 'messages', isForReview: true }),
  html: row({ load: () => import('./html.js'), writes: 'text', has: 'messages' }),
  openmetrics: row({ load: () => import('./openmetrics.js'), writes: 'text', has: 'codes' }),
  list: row({ load: () => import('./list.js'), writes: 'text', has: 'nothing' }),
  badge: row({ load: () => import('./badge.js'), writes: 'files', has: 'nothing' }),
};

type Rows = typeof reporterRows;

/** What a report can be rendered as. */
export type ReporterName = keyof Rows;

export type ReporterThatWrites<What extends ReporterRow['writes']> = {
  [Name in ReporterName]: Rows[Name]['writes'] extends What ? Name : never;
}[ReporterName];

/** The output of a reporter: a string, or several files of a directory. */
export type Rendered<Name extends ReporterName> =
  Name extends ReporterThatWrites<'files'> ? readonly RenderedFile[] : string;

/** In the order of the table. */
export const reporterNames = Object.keys(reporterRows) as readonly ReporterName[];

/** Finds a reporter by name. Throws if there is none. */
export function getReporter(name: string): ReporterRow {
  const rows: Readonly<Record<string, ReporterRow>> = reporterRows;
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  if (row === undefined) throw new Error(`unknown reporter ${name}`);
  return row;
}

/** Default options. */
export const renderDefaults: RenderOptions = {
  color: false,
  columns: null,
  detail: 'normal',
  texts: new Map(),
  pathPrefix: '',
  require: [],
  rules: [],
  scope: null,
  ownChanges: null,
  registry: null,
  changes: [],
};

/**
 * Renders a report as a string, or as several files for `badge`. By default without colors and line wrapping, with paths relative to the
 * registry, without quoted lines (`texts`) and without explanations of rules (`rules`). Untrusted text is escaped for the medium, and keys in
 * urls are masked, except in `json` and `list`. Rejects if there is no reporter of that name.
 */
export async function render<Name extends ReporterName>(
  report: Report,
  name: Name,
  options: Partial<RenderOptions> = {},
): Promise<Rendered<Name>> {
  const renderer = await getReporter(name).load();
  const rendered = renderer.render(report, { ...renderDefaults, ...options });
  const isInParts = typeof rendered === 'object' && 'next' in rendered;
  return (isInParts ? [...rendered].join('') : rendered) as Rendered<Name>;
}

/**
 * Removes the findings of the baseline from reports for reviews, and adds a sentence that counts them. The summary still includes them, as do
 * reports for programs.
 */
export function hideUnchanged(
  report: Report,
  options: RenderOptions,
  reporter: string,
): { readonly report: Report; readonly options: RenderOptions } {
  const findings = report.findings.filter(({ baselineState }) => baselineState !== 'unchanged');
  const hidden = report.findings.length - findings.length;
  if (hidden === 0 || getReporter(reporter).isForReview !== true) return { report, options };
  const sentence = `${formatAmount(hidden, 'finding that was there before is', 'findings that were there before are')} not shown.`;
  const scope = options.scope === null ? sentence : `${options.scope} ${sentence}`;
  return { report: { ...report, findings }, options: { ...options, scope } };
}
