/** A column that the page can sort by; `name` stands in links. */
export interface Column {
  readonly name: string;
  readonly label: string;
}

/** The head of a table whose rows are sorted by the first column. The script makes buttons of it. */
export function renderHead(columns: readonly Column[]): string {
  const cells = columns.map(({ name, label }, index) => {
    const sorted = index === 0 ? ' aria-sort="ascending"' : '';
    return `<th scope="col" data-name="${name}"${sorted}>${label}</th>`;
  });
  return `<thead><tr>${cells.join('')}</tr></thead>`;
}
