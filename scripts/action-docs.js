import { parse } from 'yaml';
import { fillList } from './pages.js';

/**
 * Fills the lists of docs/action.md from the description of an action. The marks of its lists begin with the prefix.
 * @param {string} page
 * @param {string} action
 * @param {string} prefix
 */
export function describeAction(page, action, prefix = '') {
  const { inputs, outputs } = parse(action);
  return fillList(fillList(page, `${prefix}inputs`, list(inputs)), `${prefix}outputs`, list(outputs));
}

/** @param {Readonly<Record<string, { readonly description: string, readonly default?: string }>>} described */
function list(described) {
  return Object.entries(described).map(
    ([name, { description, default: value = '' }]) =>
      `\`${name}\`${value === '' ? '' : ` (\`${value}\`)`}: ${description}`,
  );
}
