import { parse } from 'yaml';

/**
 * Fills the lists of docs/action.md from the description of an action. The marks of its lists begin with the prefix.
 * @param {string} page
 * @param {string} action
 * @param {string} prefix
 */
export function describeAction(page, action, prefix = '') {
  const { inputs, outputs } = parse(action);
  const inputRows = Object.entries(inputs).map(
    ([name, { description, default: value = '' }]) =>
      `- \`${name}\`${value === '' ? '' : ` (\`${value}\`)`}: ${description}`,
  );
  const outputRows = Object.entries(outputs).map(
    ([name, { description }]) => `- \`${name}\`: ${description}`,
  );
  return fill(fill(page, `${prefix}inputs`, inputRows), `${prefix}outputs`, outputRows);
}

/**
 * Replaces the table or the list after its mark.
 * @param {string} page
 * @param {string} mark
 * @param {readonly string[]} rows
 */
export function fill(page, mark, rows) {
  return page.replace(
    new RegExp(`<!-- ${mark} -->\\n\\n([|-].*\\n)*\\n*`),
    () => `<!-- ${mark} -->\n\n${rows.join('\n')}\n\n`,
  );
}
