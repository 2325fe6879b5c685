import type { Report } from '../../model/report.js';
import { type CapabilityTable, listCapabilities } from '../capabilities.js';
import { formatUrl } from '../mask.js';
import { html, type Markup } from './markup.js';
import { renderTable } from './table.js';
import { join, type Section } from './text.js';

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
