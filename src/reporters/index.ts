import type { Render } from './reporter.js';

/** The reporters by name; each is loaded when it is asked for. */
export const reporters: Readonly<Record<string, () => Promise<Render>>> = {
  pretty: async () => (await import('./pretty.js')).renderPretty,
  json: async () => (await import('./json.js')).renderJson,
  junit: async () => (await import('./junit.js')).renderJunit,
  sarif: async () => (await import('./sarif.js')).renderSarif,
  markdown: async () => (await import('./markdown.js')).renderMarkdown,
  github: async () => (await import('./github.js')).renderGithub,
  html: async () => (await import('./html.js')).renderHtml,
};
