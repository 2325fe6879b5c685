import { html, type Markup } from './markup.js';

/** A column that the page can sort by; `name` is its name in links. */
export interface Column {
  readonly name: string;
  readonly label: string;
}

/** The head of a table whose rows are sorted by the first column. The script makes buttons of it. */
export function renderHead([first, ...others]: readonly [Column, ...Column[]]): Markup {
  const sorted = html`<th scope="col" data-name="${first.name}" aria-sort="ascending">${first.label}</th>`;
  const cells = others.map(({ name, label }) => html`<th scope="col" data-name="${name}">${label}</th>`);
  return html`<thead>
    <tr>
      ${sorted}${cells}
    </tr>
  </thead>`;
}
