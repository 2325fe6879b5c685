// What is written into pages: parts, tables, lists, links.

/**
 * A text with another one where it has the part that a pattern finds. Throws if it has none.
 * @param {string} text
 * @param {RegExp} part
 * @param {string} replacement
 */
export function replacePart(text, part, replacement) {
  if (!part.test(text)) throw new Error(`nothing to replace: ${part}`);
  return text.replace(part, () => replacement);
}

/**
 * A page with other rows in the table that has these columns.
 * @param {string} page
 * @param {readonly string[]} columns
 * @param {readonly (readonly (string | number)[])[]} rows
 */
export function fillTable(page, columns, rows) {
  const head = columns.map((column) => ` *${column} *\\|`).join('');
  const body = new RegExp(`(?<=^\\|${head}\\n\\|[-| ]*\\|\\n)(?:\\|.*\\n)*`, 'm');
  const escape = (/** @type {string | number} */ cell) => String(cell).replaceAll('|', '\\|');
  return replacePart(page, body, rows.map((cells) => `| ${cells.map(escape).join(' | ')} |\n`).join(''));
}

/**
 * A page with another list after a mark, such as `<!-- inputs -->`.
 * @param {string} page
 * @param {string} mark
 * @param {readonly string[]} items
 */
export function fillList(page, mark, items) {
  const list = new RegExp(`(?<=^<!-- ${mark} -->\\n\\n)(?:- .*\\n)*`, 'm');
  return replacePart(page, list, items.map((item) => `- ${item}\n`).join(''));
}

/** @param {string} code */
export function linkRule(code) {
  return `[${code}](rules.md#${toAnchor(code)})`;
}

/** The anchor of a rule, to which `explain` leads. @param {string} code */
export function toAnchor(code) {
  return code.replace('/', '');
}
