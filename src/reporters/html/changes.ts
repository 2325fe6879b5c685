import type { Report } from '../../model/report.js';
import { describeLastUp, findChanges } from '../describe-history.js';
import { formatUrl } from '../mask.js';
import { listRows, renderFindings, type Row } from './findings.js';
import { renderEndpointDays } from './history.js';
import { html, join, type Markup, type Section } from './markup.js';

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
