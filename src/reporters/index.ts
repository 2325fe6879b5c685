import type { Report } from '../model/report.js';
import type { Render, RenderOptions } from './reporter.js';

const loaders = {
  pretty: async () => (await import('./pretty.js')).renderPretty,
  json: async () => (await import('./json.js')).renderJson,
  junit: async () => (await import('./junit.js')).renderJunit,
  sarif: async () => (await import('./sarif.js')).renderSarif,
  rdjson: async () => (await import('./rdjson.js')).renderRdjson,
  codequality: async () => (await import('./codequality.js')).renderCodequality,
  markdown: async () => (await import('./markdown.js')).renderMarkdown,
  github: async () => (await import('./github.js')).renderGithub,
  html: async () => (await import('./html.js')).renderHtml,
} satisfies Readonly<Record<string, () => Promise<Render>>>;

/** What a report can be rendered as. */
export type ReporterName = keyof typeof loaders;

/** The reporters by name; each is loaded when it is needed. */
export const reporters: Readonly<Record<string, () => Promise<Render>>> = loaders;

const defaults: RenderOptions = {
  color: false,
  columns: null,
  detail: 'normal',
  texts: new Map(),
  pathPrefix: '',
  rules: [],
  scope: null,
  own: null,
  changes: [],
};

/**
 * Renders a report as a string, which the caller writes where it belongs: by default without colours, unwrapped, with paths relative
 * to the registry, without quoted lines (`texts`) and without explanations of rules (`rules`). Untrusted text in it is harmless for the
 * medium, and keys in urls are masked, but for `json`, which has the report as it is. Rejects with a TypeError where there is no
 * reporter of the name.
 */
export async function render(
  report: Report,
  name: ReporterName,
  options: Partial<RenderOptions> = {},
): Promise<string> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load === undefined) {
    throw new TypeError(`unknown reporter "${name}": expected one of ${Object.keys(loaders).join(', ')}`);
  }
  const renderer: Render = await load();
  return renderer(report, { ...defaults, ...options });
}
