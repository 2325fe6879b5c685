import { createHash } from 'node:crypto';
import type { Report } from '../model/report.js';
import { renderEndpoints } from './html/endpoints.js';
import { renderFileFindings } from './html/findings.js';
import { renderGroups } from './html/groups.js';
import { type Section, showText } from './html/markup.js';
import { renderOverview, describeResult } from './html/overview.js';
import { renderRules } from './html/rules.js';
import { script } from './html/script.js';
import { style } from './html/style.js';
import type { RenderOptions } from './reporter.js';

/**
 * Renders a report as one page to publish: it asks for nothing but itself, and is complete without its script. Paths are the
 * registry's own, since the folder that the run was started in means nothing to who reads the page; nothing is left out,
 * whatever `detail` says.
 */
export function renderHtml(report: Report, options: RenderOptions): string {
  const sections = [
    renderFileFindings(report),
    renderEndpoints(report),
    renderGroups(report, 'chain'),
    renderGroups(report, 'provider'),
    renderRules(report, options.rules),
  ].filter((section) => section !== null);
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${renderPolicy()}" />
<meta name="viewport" content="width=device-width" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<title>${showText(describeResult(report))}: ${showText(report.tool.name)}</title>
<style>${style}</style>
</head>
<body>
${renderOverview(report, options.scope)}
<nav aria-label="Parts of the report"><ul>${links.join('')}</ul></nav>
<main>
${sections.map(renderSection).join('\n')}
</main>
<footer><p>Keys in urls are hidden behind asterisks. Nothing in this page loads anything from elsewhere.</p></footer>
<script>${script}</script>
</body>
</html>
`;
}

function renderSection({ id, title, body }: Section): string {
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>\n${body}\n</section>`;
}

/** A page that strangers wrote parts of may run and fetch nothing: only the very style and script that stand in it. */
function renderPolicy(): string {
  return [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
