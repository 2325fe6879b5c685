import { html, type Markup } from './markup.js';

/** A column that the page can sort by; `name` is used in links. */
export interface Column {
  readonly name: string;
  readonly label: string;
}

/** Renders the head of a table that is sorted by the first column. The script turns it into buttons. */
export function renderHead([first, ...rest]: readonly [Column, ...Column[]]): Markup {
  const sorted = html`<th scope="col" data-name="${first.name}" aria-sort="ascending">${first.label}</th>`;
  const cells = rest.map(({ name, label }) => html`<th scope="col" data-name="${name}">${label}</th>`);
  return html`<thead>
    <tr>
      ${sorted}${cells}
    </tr>
  </thead>`;
}
