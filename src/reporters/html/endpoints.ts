import { formatAmount } from '../../model/amount.js';
import type { EndpointReport, Report } from '../../model/report.js';
import { type CapabilityTable, findChain, findHeight, listCapabilities } from '../facts.js';
import { hasHistory, listRows, renderFindings, type Row } from './findings.js';
import { historyColumn, renderHistoryLegend, renderHistoryLine, renderUptimeCell } from './history.js';
import { chooseScale, renderLatency, renderLegend } from './latency.js';
import { formatUrl } from '../mask.js';
import {
  type Column,
  describePlace,
  html,
  join,
  type Markup,
  renderSentences,
  renderTable,
  type Section,
} from './markup.js';
import { listWorstFirst } from '../summary.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';

const columns: readonly [Column, ...Column[]] = [
  { name: 'verdict', label: 'Verdict' },
  { name: 'chain', label: 'Chain' },
  { name: 'kind', label: 'Kind' },
  { name: 'provider', label: 'Provider' },
  { name: 'url', label: 'Url' },
  { name: 'latency', label: 'Latency' },
  { name: 'block', label: 'Block' },
  { name: 'id', label: 'Chain id' },
];

export function renderEndpoints(report: Report): Section | null {
  const { endpoints } = report;
  if (endpoints.length === 0) return null;
  const page: Page = { scale: chooseScale(endpoints), report, hasHistory: hasHistory(report) };
  const rows = listRows(report).sort((a, b) => a.rank - b.rank);
  const body = html`${renderFilter(endpoints)}${page.hasHistory ? renderHistoryLegend(report) : null}${endpoints.some(({ attempts }) => attempts > 0) ? renderLegend(page.scale) : null}${renderTable(
    {
      id: 'endpoints',
      className: 'endpoints',
      caption: 'Each endpoint, and below it the findings about it',
      columns: page.hasHistory ? [...columns, historyColumn] : columns,
      rows: rows.map((row) => renderRow(row, page)),
    },
  )}`;
  return { id: 'endpoints', title: 'Endpoints', body };
}

interface Page {
  readonly scale: number;
  readonly report: Report;
  readonly hasHistory: boolean;
}

/** Each endpoint has its own table body, so that sorting keeps its findings with it. */
function renderRow({ endpoint, findings, rank }: Row, { scale, report, hasHistory }: Page): Markup {
  const { chain, kind, provider, url, verdict, facts, skipReason } = endpoint;
  const span = columns.length + (hasHistory ? 1 : 0);
  const days = hasHistory ? renderHistoryLine(endpoint, report.startedAt) : null;
  const lived =
    days === null
      ? null
      : html`<tr class="lived">
          <td colspan="${span}">${days}</td>
        </tr>`;
  const reason = skipReason === null ? null : html`<p class="reason">${renderSentences(skipReason)}</p>`;
  const why =
    findings.length === 0 && reason === null
      ? null
      : html`<tr class="why">
          <td colspan="${span}">
            ${reason}${findings.length === 0 ? null : renderFindings(findings, report)}
          </td>
        </tr>`;
  const cells = [
    html`<td data-key="${rank}"><b class="${verdict}">${verdict}</b></td>`,
    html`<td>${chain}</td>
      <td>${kind}</td>
      <td>${provider}</td>`,
    html`<th scope="row"><code>${formatUrl(url)}</code>${renderFacts(endpoint)}</th>`,
    html`<td>${renderLatency(endpoint, scale)}</td>
      <td data-label="Block">${findHeight(facts)}</td>
      <td data-label="Chain id">${findChain(facts)}</td>`,
    hasHistory ? renderUptimeCell(endpoint, report.startedAt) : null,
  ];
  return html`<tbody data-verdict="${verdict}" data-kind="${kind}">
    <tr>
      ${cells}
    </tr>
    ${lived}${why}
  </tbody>`;
}

/** Hidden until the script has loaded, which makes it work. */
function renderFilter(endpoints: readonly EndpointReport[]): Markup {
  const kinds = [...new Set(endpoints.map(({ kind }) => kind))].sort();
  const renderChoices = (name: 'verdict' | 'kind', values: readonly string[]) =>
    values.map((value) => {
      const count = endpoints.filter((endpoint) => endpoint[name] === value).length;
      if (count === 0) return null;
      return html`<label
        ><input type="checkbox" name="${name}" value="${value}" checked="" /> ${value}
        <span class="count">${count}</span></label
      >`;
    });
  return html`<form id="filter" autocomplete="off" role="search" aria-label="Filter the endpoints" hidden="">
    <label class="text">Text <input type="search" name="text" spellcheck="false" /></label>
    <fieldset>
      <legend>Verdict</legend>
      ${renderChoices('verdict', listWorstFirst(endpoints))}
    </fieldset>
    <fieldset>
      <legend>Kind</legend>
      ${renderChoices('kind', kinds)}
    </fieldset>
    <button type="reset">Show all</button>
    <output>${formatAmount(endpoints.length, 'endpoint')}</output>
  </form>`;
}

/** Longer lists, such as a node's services, only show their length. */
const listShown = 4;

/** Renders the facts that have no column, collapsed; null if there are none. */
function renderFacts(endpoint: EndpointReport): Markup | null {
  const { attempts, facts } = endpoint;
  const place = describePlace(endpoint);
  const lines: [string, string][] = [
    ...(place === null ? [] : [['listed at', place] as [string, string]]),
    ...(attempts > 1 ? [['attempts', String(attempts)] as [string, string]] : []),
    ...Object.entries(facts).flatMap(([name, value]) => describeFact(name, value)),
  ];
  if (lines.length === 0) return null;
  const items = lines.map(
    ([name, value]) =>
      html`<dt>${name}</dt>
        <dd>${value}</dd>`,
  );
  return html` <details>
    <summary>facts</summary>
    <dl>${items}</dl>
  </details>`;
}

function describeFact(name: string, value: JsonValue): [string, string][] {
  const text = describeValue(value);
  if (text === '') return [];
  return [name === 'phasesMs' ? ['phases in ms', text] : [separateWords(name), text]];
}

function describeValue(value: JsonValue): string {
  if (value === null) return '';
  if (Array.isArray(value))
    return value.length > listShown ? String(value.length) : value.map(describeValue).join(', ');
  if (isJsonObject(value)) {
    const fields = Object.entries(value).filter(([, field]) => field !== null);
    return fields.map(([name, field]) => `${separateWords(name)} ${describeValue(field)}`).join(', ');
  }
  if (typeof value === 'number') return String(Math.round(value * 10) / 10);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function separateWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
}

/** What clients need, a table a family; null if nobody asked. */
export function renderCapabilities(report: Report): Section | null {
  const tables = listCapabilities(report);
  if (tables.length === 0) return null;
  const body = join(tables.map(renderFamily));
  return { id: 'capabilities', title: 'What clients need', body };
}

function renderFamily({ columns, rows }: CapabilityTable, at: number): Markup {
  const labels = ['Chain', 'Kind', ...columns.map(capitalize)];
  return renderTable({
    id: `capabilities-${at}`,
    className: 'groups',
    caption: 'What each endpoint can do beyond the check; a question mark is what is not known',
    columns: [
      { name: 'url', label: 'Url' },
      ...labels.map((label) => ({ name: label.toLowerCase().replaceAll(/\W+/g, '-'), label })),
    ],
    rows: rows.map(({ endpoint: { chain, kind, url }, cells }) => {
      const values = [chain ?? '', kind, ...cells];
      return html`<tbody>
        <tr>
          <th scope="row"><code>${formatUrl(url)}</code></th>
          ${values.map((value, column) => renderCell(labels[column] ?? '', value))}
        </tr>
      </tbody>`;
    }),
  });
}

function renderCell(label: string, value: string): Markup {
  const tone = value === 'yes' ? 'pass' : value === 'no' ? 'skipped' : null;
  return html`<td data-label="${label}">
    ${tone === null ? value : html`<b class="${tone}">${value}</b>`}
  </td>`;
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
