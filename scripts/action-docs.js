import { parse } from 'yaml';

/**
 * Fills the tables of docs/action.md from the descriptions in action.yml.
 * @param {string} page
 * @param {string} action
 */
export function describeAction(page, action) {
  const { inputs, outputs } = parse(action);
  const inputRows = Object.entries(inputs).map(
    ([name, { description, default: value }]) =>
      `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${description} |`,
  );
  const outputRows = Object.entries(outputs).map(
    ([name, { description }]) => `| \`${name}\` | ${description} |`,
  );
  return fill(
    fill(page, 'inputs', ['| input | default | |', '| --- | --- | --- |', ...inputRows]),
    'outputs',
    ['| output | |', '| --- | --- |', ...outputRows],
  );
}

/**
 * Puts a table after its mark, in place of the present one.
 * @param {string} page
 * @param {string} mark
 * @param {readonly string[]} rows
 */
export function fill(page, mark, rows) {
  return page.replace(
    new RegExp(`<!-- ${mark} -->\\n\\n(\\|.*\\n)*\\n*`),
    () => `<!-- ${mark} -->\n\n${rows.join('\n')}\n\n`,
  );
}
