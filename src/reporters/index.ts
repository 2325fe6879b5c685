import type { Report } from '../model/report.js';
import type { ReporterName, ReporterThatWrites } from '../model/reporter-names.js';
import type { Render, RenderedFile, Reporter, RenderFiles, RenderOptions } from './reporter.js';

export type { ReporterName } from '../model/reporter-names.js';

const textLoaders: Readonly<Record<ReporterThatWrites<'text'>, () => Promise<Render>>> = {
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
};

const filesLoaders: Readonly<Record<ReporterThatWrites<'files'>, () => Promise<RenderFiles>>> = {
  badge: async () => (await import('./badge.js')).renderBadges,
};

/** What a reporter makes: a string, or several files of a directory. */
export type Rendered<Name extends ReporterName> =
  Name extends ReporterThatWrites<'files'> ? readonly RenderedFile[] : string;

/** The reporters; each is loaded when it is needed. */
export const reporters: readonly Reporter[] = [
  ...Object.entries(textLoaders).map(([name, load]) => ({ name, writes: 'text' as const, load })),
  ...Object.entries(filesLoaders).map(([name, load]) => ({ name, writes: 'files' as const, load })),
];

/** The reporter of a name. Throws where there is none. */
export function getReporter(name: string): Reporter {
  const found = reporters.find((reporter) => reporter.name === name);
  if (found !== undefined) return found;
  throw new Error(`unknown reporter ${name}`);
}

/** What is rendered where nothing else is said. */
export const renderDefaults: RenderOptions = {
  color: false,
  columns: null,
  detail: 'normal',
  texts: new Map(),
  pathPrefix: '',
  rules: [],
  scope: null,
  own: null,
  registry: null,
  changes: [],
};

/**
 * Renders a report as a string, which the caller writes where it belongs: by default without colours, unwrapped, with paths relative
 * to the registry, without quoted lines (`texts`) and without explanations of rules (`rules`). `badge` renders a list of files. Untrusted
 * text in it is harmless for the medium, and keys in urls are masked, but for `json` and `list`, which have them as they are. Rejects where there is
 * no reporter of the name.
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
