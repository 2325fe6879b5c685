import { parse } from 'yaml';
import { fillList } from './pages.js';

/**
 * The library's options as a type, each with what the table says of it.
 * @param {typeof import('../src/engine/options/option-rows.js')} table
 */
export function declareOptions({ listOptions }) {
  /** @param {import('../src/engine/options/option-rows.js').Face} face */
  const declareFace = (face) =>
    listOptions(face)
      .map(({ name, row, text, default: preset }) => {
        const field = row.field ?? name;
        const says =
          row.saysDefault || preset === null ? '' : `; ${describeDefault(field, preset)} by default`;
        return `  /** ${toSentence(text + says)} */\n  readonly ${field}?: ${row.type.library?.type ?? 'string'};\n`;
      })
      .join('');
  return `// Generated from src/engine/options/option-rows.ts by \`npm run generate\`.
import type { EndpointKind } from '../model/endpoint-kind.generated.js';

/** Options of whatever checks endpoints. */
export interface CommonOptions {
${declareFace('library')}}

/** Options of what checks files. */
export interface FileOptions {
${declareFace('libraryRegistry')}}
`;
}

/** With a capital, unless it begins with a value. @param {string} text */
function toSentence(text) {
  const isValue = /^(?:true|false|error)\b/.test(text);
  return `${isValue ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Of a duration, in milliseconds. @param {string} field @param {string} preset */
function describeDefault(field, preset) {
  return field.endsWith('Ms') ? `${Number.parseFloat(preset)} seconds` : preset;
}

/**
 * action.yml with the inputs of the table.
 * @param {string} action
 * @param {typeof import('../src/engine/options/option-rows.js')} table
 * @param {(name: string) => string} toKebabCase
 */
export function describeInputs(action, { listOptions }, toKebabCase) {
  const inputs = listOptions('action').map(({ name, row, text, default: preset }) => {
    const description = toSentence(text);
    const value = preset === null || row.saysDefault ? '' : preset;
    return `  ${toKebabCase(name)}:\n    description: '${description.replaceAll("'", "''")}'\n    default: '${value}'\n`;
  });
  return action.replace(/^inputs:\n(?: .*\n)+/m, () => `inputs:\n${inputs.join('')}`);
}

/**
 * Fills the lists of docs/action.md from the description of an action. The marks of its lists begin with the prefix.
 * @param {string} page
 * @param {string} action
 * @param {string} prefix
 */
export function describeAction(page, action, prefix = '') {
  const { inputs, outputs } = parse(action);
  return fillList(
    fillList(page, `${prefix}inputs`, listDescriptions(inputs)),
    `${prefix}outputs`,
    listDescriptions(outputs),
  );
}

/** @param {Readonly<Record<string, { readonly description: string, readonly default?: string }>>} described */
function listDescriptions(described) {
  return Object.entries(described).map(
    ([name, { description, default: value = '' }]) =>
      `\`${name}\`${value === '' ? '' : ` (\`${value}\`)`}: ${description}`,
  );
}
