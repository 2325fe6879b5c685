import { parse } from 'yaml';
import { fillList } from './pages.js';
import type { Face } from '../src/engine/options/option-row.js';
import { listOptions } from '../src/engine/options/option-rows.js';
import { toKebabCase } from '../src/model/write-option.js';

/** The library's options as a type, each with what the table says of it. */
export function declareOptions() {
  const declareFace = (face: Face) =>
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

/** With a capital, unless it begins with a value. */
function toSentence(text: string) {
  const isValue = /^(?:true|false|error)\b/.test(text);
  return `${isValue ? text.charAt(0) : text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Of a duration, in milliseconds. */
function describeDefault(field: string, preset: string) {
  return field.endsWith('Ms') ? `${Number.parseFloat(preset)} seconds` : preset;
}

/** action.yml with the inputs of the table. */
export function describeInputs(action: string) {
  const inputs = listOptions('action').map(({ name, row, text, default: preset }) => {
    const description = toSentence(text);
    const value = preset === null || row.saysDefault ? '' : preset;
    return `  ${toKebabCase(name)}:\n    description: '${description.replaceAll("'", "''")}'\n    default: '${value}'\n`;
  });
  return action.replace(/^inputs:\n(?: .*\n)+/m, () => `inputs:\n${inputs.join('')}`);
}

/** Fills the lists of docs/action.md from the description of an action. The marks of its lists begin with the prefix. */
export function describeAction(page: string, action: string, prefix = '') {
  const { inputs, outputs } = parse(action);
  return fillList(
    fillList(page, `${prefix}inputs`, listDescriptions(inputs)),
    `${prefix}outputs`,
    listDescriptions(outputs),
  );
}

function listDescriptions(
  described: Readonly<Record<string, { readonly description: string; readonly default?: string }>>,
) {
  return Object.entries(described).map(
    ([name, { description, default: value = '' }]) =>
      `\`${name}\`${value === '' ? '' : ` (\`${value}\`)`}: ${description}`,
  );
}
