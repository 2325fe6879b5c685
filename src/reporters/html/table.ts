import { html, type Markup } from './markup.js';
import { join, renderSentences } from './text.js';

/** A column that the page can sort by; `name` is used in links. */
export interface Column {
  readonly name: string;
  readonly label: string;
}

/** Renders a table that is sorted by the first column: the script turns its head into buttons. Each row is a table body. */
export function renderTable({
  id,
  className,
  caption,
  columns: [first, ...columns],
  rows,
}: {
  readonly id: string;
  readonly className: string;
  readonly caption: string;
  readonly columns: readonly [Column, ...Column[]];
  readonly rows: readonly Markup[];
}): Markup {
  return html`<table id="${id}-table" class="${className}">
    <caption>
      ${renderSentences(caption)}
    </caption>
    <thead>
      <tr>
        <th scope="col" data-name="${first.name}" aria-sort="ascending">${first.label}</th>
        ${columns.map(({ name, label }) => html`<th scope="col" data-name="${name}">${label}</th>`)}
      </tr>
    </thead>
    ${join(rows)}
  </table>`;
}
