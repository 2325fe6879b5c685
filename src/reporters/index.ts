import type { Report } from '../model/report.js';
import type { ReporterName, ReporterThatWrites } from '../model/reporter-names.js';
import type { Render, RenderedFile, RenderOptions, Reporter } from './reporter.js';
import { formatAmount } from '../model/amount.js';

export type { ReporterName } from '../model/reporter-names.js';

const loaders: Readonly<Record<ReporterName, () => Promise<Render>>> = {
  pretty: async () => (await import('./pretty.js')).renderPretty,
  json: async () => (await import('./json.js')).renderJson,
  junit: async () => (await import('./junit.js')).renderJunit,
  sarif: async () => (await import('./sarif.js')).renderSarif,
  rdjson: async () => (await import('./rdjson.js')).renderRdjson,
  codequality: async () => (await import('./codequality.js')).renderCodequality,
  markdown: async () => (await import('./markdown.js')).renderMarkdown,
  github: async () => (await import('./github.js')).renderGithub,
  html: async () => (await import('./html.js')).renderHtml,
  openmetrics: async () => (await import('./openmetrics.js')).renderOpenmetrics,
  list: async () => (await import('./list.js')).renderList,
  badge: async () => (await import('./badge.js')).renderBadges,
};

/** The output of a reporter: a string, or several files of a directory. */
export type Rendered<Name extends ReporterName> =
  Name extends ReporterThatWrites<'files'> ? readonly RenderedFile[] : string;

export const reporters: readonly Reporter[] = Object.entries(loaders).map(([name, load]) => ({ name, load }));

/** Finds a reporter by name. Throws if there is none. */
export function getReporter(name: string): Reporter {
  const reporter = reporters.find((candidate) => candidate.name === name);
  if (reporter === undefined) throw new Error(`unknown reporter ${name}`);
  return reporter;
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
  const rendered = renderer(report, { ...renderDefaults, ...options });
  const isInParts = typeof rendered === 'object' && 'next' in rendered;
  return (isInParts ? [...rendered].join('') : rendered) as Rendered<Name>;
}

/** The reporters that people read during a review; reviewdog turns `rdjson` into comments. */
const reviewReporters = new Set(['pretty', 'github', 'markdown', 'rdjson']);

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
  if (hidden === 0 || !reviewReporters.has(reporter)) return { report, options };
  const sentence = `${formatAmount(hidden, 'finding that was there before is', 'findings that were there before are')} not shown.`;
  const scope = options.scope === null ? sentence : `${options.scope} ${sentence}`;
  return { report: { ...report, findings }, options: { ...options, scope } };
}
