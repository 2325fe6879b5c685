// dts-bundle-generator only follows imports, and needs this to find the declaration of `?raw`.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference
/// <reference path="./html/raw.d.ts" />
import { createHash } from 'node:crypto';
import type { Report } from '../model/report.js';
import { capFindings } from './condensed-findings.js';
import { renderCapabilities, renderEndpoints } from './html/endpoints.js';
import { hasHistory, renderFileFindings, listRows, renderFindings, type Row } from './html/findings.js';
import { renderChains, renderProviders } from './html/groups.js';
import {
  embedSource,
  html,
  join,
  type Markup,
  nameRule,
  renderParagraphs,
  renderSentences,
  type Section,
} from './html/markup.js';
import { describeHeading, renderOverview } from './html/overview.js';
import style from './html/page.css?raw';
import script from './html/page.js?raw';
import type { RenderOptions } from './reporter.js';
import { formatAmount } from '../model/amount.js';
import type { Finding } from '../model/finding.js';
import type { Rule } from '../model/rule.js';
import { groupBy } from '../model/group-by.js';
import { describeLastUp, findChanges } from './describe-history.js';
import { formatUrl } from './mask.js';
import { renderEndpointDays } from './html/history.js';

/**
 * Renders a report as a page to publish: it loads nothing, and is complete without its script. Paths are relative to the registry, since readers
 * don't know the working directory of the run. Contains all endpoints, and the worst findings of each file, whatever `detail` is.
 */
export function render(report: Report, options: RenderOptions): string {
  const cappedReport = { ...report, findings: capFindings(report.findings, report) };
  const chains = renderChains(report);
  const endpoints = renderEndpoints(cappedReport);
  const sections = [
    ...renderChanges(cappedReport),
    renderFileFindings(cappedReport, options),
    // With history, the page serves as the status page of a registry, whose readers look for a chain first.
    ...(hasHistory(report) ? [chains, endpoints] : [endpoints, chains]),
    renderCapabilities(cappedReport),
    renderProviders(report),
    renderRules(cappedReport, options.rules),
  ].filter((section) => section !== null);
  const heading = describeHeading(report, options);
  const title = options.registry === null ? `${heading}: ${report.tool.name}` : heading;
  const head = html`<meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="${describePolicy()}" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <meta name="referrer" content="no-referrer" />
    <title>${title}</title>`;
  const body = html`${renderOverview(report, options)}
    <nav aria-label="Parts of the report">
      <ul>
        ${sections.map(renderLink)}
      </ul>
    </nav>
    <main>${join(sections.map(renderSection))}</main>
    <footer>
      <p>Keys in urls are hidden behind asterisks. This page loads nothing from elsewhere.</p>
    </footer>`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
${String(head)}
${embedSource('style', style)}
</head>
<body>
${String(body)}
${embedSource('script', script)}
</body>
</html>
`;
}

function renderLink({ id, title }: Section): Markup {
  return html`<li><a href="#${id}">${title}</a></li>`;
}

function renderSection({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;
}

/** The page contains untrusted text, so it may only run the style and script that are in it, and load nothing. */
function describePolicy(): string {
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

/** Renders the rules of the findings with explanations, most frequent first; null if there are none. */
function renderRules({ findings }: Report, rules: readonly Rule[]): Section | null {
  if (findings.length === 0) return null;
  const byCode = new Map(rules.map((rule) => [rule.code, rule]));
  // Rules with the same number of findings keep the report's order.
  const broken = [...groupBy(findings, ({ rule }) => rule)].sort(([, a], [, b]) => b.length - a.length);
  const items = broken.map(([code, group]) => renderRule(code, group, byCode.get(code)));
  return { id: 'rules', title: 'Rules', body: html`<div class="rules">${join(items)}</div>` };
}

/** Explained here rather than at each finding, since a report can have thousands of one rule. */
function renderRule(code: string, findings: readonly Finding[], rule: Rule | undefined): Markup {
  const severity = findings[0]?.severity ?? 'notice';
  const amount = formatAmount(findings.length, severity);
  const head = html`<code>${code}</code> <b class="${severity}">${amount}</b>`;
  if (rule === undefined) return html`<p id="${nameRule(code)}">${head}</p>`;
  return html`<details id="${nameRule(code)}">
    <summary>${head} <span>${renderSentences(rule.summary)}</span></summary>
    ${renderParagraphs(rule.explanation)}
  </details>`;
}

const rowLimit = 20;

/** Renders newly failing endpoints with the reasons, and recovered ones, in a section each, if there are any. */
export function renderChanges(report: Report): Section[] {
  const changes = findChanges(report);
  if (changes === null) return [];
  const rows = listRows(report);
  const { newlyFailing, recovered } = changes;
  return [
    ...renderList('newly-failing', 'Newly failing', pick(rows, newlyFailing), report),
    ...renderList('recovered', 'Recovered', pick(rows, recovered), report),
  ];
}

function pick(rows: readonly Row[], indexes: readonly number[]): Row[] {
  return indexes.flatMap((index) => rows[index] ?? []);
}

function renderList(id: string, title: string, rows: readonly Row[], report: Report): Section[] {
  if (rows.length === 0) return [];
  const rest = rows.slice(rowLimit);
  const body = html`${renderItems(rows.slice(0, rowLimit), report)}${
    rest.length === 0
      ? null
      : html`<details>
          <summary>${rest.length} more</summary>
          ${renderItems(rest, report)}
        </details>`
  }`;
  return [{ id, title, body }];
}

function renderItems(rows: readonly Row[], report: Report): Markup {
  return html`<ul class="changes">
    ${join(rows.map((row) => renderItem(row, report)))}
  </ul>`;
}

function renderItem({ endpoint, findings }: Row, report: Report): Markup {
  const { verdict, chain, kind, provider, url, history } = endpoint;
  const names = [chain, kind, provider].filter((name) => name !== null && name.trim() !== '').join(', ');
  const errors = verdict === 'fail' ? findings.filter(({ severity }) => severity !== 'notice') : [];
  const days = history === null ? null : renderEndpointDays(history, report.startedAt);
  const last =
    history === null || verdict !== 'fail' ? null : html` <small>${describeLastUp(history)}</small>`;
  return html`<li>
    <p><b class="${verdict}">${verdict}</b> <code>${formatUrl(url)}</code> <span>${names}</span>${last}</p>
    ${days}${errors.length === 0 ? null : renderFindings(errors, report)}
  </li>`;
}
