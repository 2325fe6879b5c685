import type { EndpointReport, Report } from '../../model/report.js';
import { renderFacts } from './facts.js';
import { renderFindings } from './findings.js';
import { chooseScale, renderLatency, renderLegend } from './latency.js';
import { type Section, showText } from './markup.js';
import { listStandings, type Standing, worstFirst } from './standing.js';
import { type Column, renderHead } from './table.js';
import { formatAmount } from '../summary.js';

const columns: readonly Column[] = [
  { name: 'verdict', label: 'Verdict' },
  { name: 'chain', label: 'Chain' },
  { name: 'kind', label: 'Kind' },
  { name: 'provider', label: 'Provider' },
  { name: 'url', label: 'Url' },
  { name: 'latency', label: 'Latency' },
  { name: 'block', label: 'Block' },
  { name: 'id', label: 'Chain id' },
];

/** All endpoints, the worst first, each with what was found about it; null where there are none. */
export function renderEndpoints(report: Report): Section | null {
  const { endpoints } = report;
  if (endpoints.length === 0) return null;
  const scale = chooseScale(endpoints);
  const standings = listStandings(report).sort((a, b) => a.rank - b.rank);
  const legend = endpoints.some(({ attempts }) => attempts > 0)
    ? `<p class="legend">${renderLegend(scale)}</p>`
    : '';
  const body = `${renderFilter(endpoints)}${legend}
<table id="endpoints-table" class="endpoints" data-unit="group">
<caption>Each endpoint, and below it what was found about it</caption>
${renderHead(columns)}
${standings.map((standing) => renderEndpoint(standing, scale)).join('\n')}
</table>`;
  return { id: 'endpoints', title: 'Endpoints', body };
}

/** A body of its own for each endpoint keeps its findings at it wherever it is sorted. */
function renderEndpoint({ endpoint, findings, rank }: Standing, scale: number): string {
  const { chain, kind, provider, url, verdict, facts } = endpoint;
  const id = facts['chainId'];
  const height = facts['blockHeight'];
  const why =
    findings.length === 0
      ? ''
      : `<tr class="why"><td></td><td colspan="${columns.length - 1}">${renderFindings(findings)}</td></tr>`;
  return (
    `<tbody data-verdict="${verdict}" data-kind="${showText(kind)}"><tr>` +
    `<td data-key="${rank}"><b class="${verdict}">${verdict}</b></td>` +
    `<td>${showText(chain ?? '')}</td><td>${showText(kind)}</td><td>${showText(provider ?? '')}</td>` +
    `<th scope="row"><code>${showText(url ?? '(no url)')}</code>${renderFacts(endpoint)}</th>` +
    `<td>${renderLatency(endpoint, scale)}</td><td>${showPlain(height)}</td><td>${showPlain(id)}</td></tr>${why}</tbody>`
  );
}

function showPlain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? showText(String(value)) : '';
}

/** Hidden until the script is there to act on it. */
function renderFilter(endpoints: readonly EndpointReport[]): string {
  const kinds = [...new Set(endpoints.map(({ kind }) => kind))].sort();
  const choices = (name: 'verdict' | 'kind', values: readonly string[]) =>
    values.map((value) => {
      const count = endpoints.filter((endpoint) => endpoint[name] === value).length;
      return `<label><input type="checkbox" name="${name}" value="${showText(value)}" checked="" /> ${showText(value)} <span class="count">${count}</span></label>`;
    });
  return `<form id="filter" autocomplete="off" role="search" aria-label="Filter the endpoints" hidden="">
<label class="text">Text <input type="search" name="text" spellcheck="false" /></label>
<fieldset><legend>Verdict</legend>${choices('verdict', worstFirst).join('')}</fieldset>
<fieldset><legend>Kind</legend>${choices('kind', kinds).join('')}</fieldset>
<button type="reset">Show all</button>
<output>${formatAmount(endpoints.length, 'endpoint')}</output>
</form>`;
}
