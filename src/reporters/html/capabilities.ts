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
  return renderTable({
    id: `capabilities-${at}`,
    className: 'capabilities',
    caption: 'What each endpoint can do beyond the check; a question mark is what is not known',
    columns: [
      { name: 'chain', label: 'Chain' },
      ...['kind', 'url', ...columns].map((name) => ({
        name: name.replaceAll(/\W+/g, '-'),
        label: capitalize(name),
      })),
    ],
    rows: rows.map(({ endpoint: { chain, kind, url }, cells }) => {
      const values = cells.map(
        (cell) =>
          html`<td>
            ${cell === 'yes' || cell === 'no' ? html`<b class="${cell === 'yes' ? 'pass' : 'skipped'}">${cell}</b>` : cell}
          </td>`,
      );
      return html`<tbody>
        <tr>
          <td>${chain}</td>
          <td>${kind}</td>
          <th scope="row"><code>${formatUrl(url)}</code></th>
          ${values}
        </tr>
      </tbody>`;
    }),
  });
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
