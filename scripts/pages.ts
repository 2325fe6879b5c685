// What is written into pages: parts, tables, lists, links.

/** A text with another one where it has the part that a pattern finds. Throws if it has none. */
export function replacePart(text: string, part: RegExp, replacement: string) {
  if (!part.test(text)) throw new Error(`nothing to replace: ${part}`);
  return text.replace(part, () => replacement);
}

/** A page with other rows in the table that has these columns. */
export function fillTable(
  page: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
) {
  const head = columns.map((column) => ` *${column} *\\|`).join('');
  const body = new RegExp(`(?<=^\\|${head}\\n\\|[-| ]*\\|\\n)(?:\\|.*\\n)*`, 'm');
  const escape = (cell: string | number) => String(cell).replaceAll('|', '\\|');
  return replacePart(page, body, rows.map((cells) => `| ${cells.map(escape).join(' | ')} |\n`).join(''));
}

/** A page with another list after a mark, such as `<!-- inputs -->`. */
export function fillList(page: string, mark: string, items: readonly string[]) {
  const list = new RegExp(`(?<=^<!-- ${mark} -->\\n\\n)(?:- .*\\n)*`, 'm');
  return replacePart(page, list, items.map((item) => `- ${item}\n`).join(''));
}

export function linkRule(code: string) {
  return `[${code}](rules.md#${toAnchor(code)})`;
}

/** The anchor of a rule, to which `explain` leads. */
export function toAnchor(code: string) {
  return code.replace('/', '');
}

/** A text as prettier leaves it. */
export async function prettify(path: string, text: string) {
  // Builds of dist/ have no need of it.
  const { format, resolveConfig } = await import('prettier');
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}
