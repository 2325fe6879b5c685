import { findBlank, findNextIndent, type Spacing, moveSpacing } from './spacing.js';
import type { Style } from './style.js';

/** What is written into a file: strings, and lists and objects that are not empty. */
export type Content = string | readonly Content[] | ContentObject;

/** An object to write. Its fields keep this order unless a similar object has another. */
export interface ContentObject {
  readonly [field: string]: Content;
}

/** Writes a value on a line with this indent, in the style of its surroundings. Escapes strings like JSON.stringify. */
export function renderContent(content: Content, indent: string, style: Style): string {
  if (typeof content === 'string') return JSON.stringify(content);
  if (isList(content)) {
    const spacing = findListSpacing(content, indent, style);
    return `[${renderItems(content, indent, style, spacing)}]`;
  }
  const { names, spacing } = findObjectSpacing(content, indent, style);
  const inner = findNextIndent(spacing.open) ?? indent;
  const fields = names.map(
    (name) => `${JSON.stringify(name)}${spacing.colon}${renderContent(content[name] ?? '', inner, style)}`,
  );
  return `{${spacing.open}${fields.join(spacing.separator)}${spacing.close}}`;
}

/** Writes the items of a list, and the white space around them. */
export function renderItems(
  items: readonly Content[],
  indent: string,
  style: Style,
  spacing: Spacing,
): string {
  const inner = findNextIndent(spacing.open) ?? indent;
  return `${spacing.open}${items.map((item) => renderContent(item, inner, style)).join(spacing.separator)}${spacing.close}`;
}

/**
 * The spacing of a new list on a line with this indent: that of the best model. Without a model, or if `mustBreak` and the models are on one
 * line, objects get lines like those around them, and strings are on one line.
 */
export function findListSpacing(
  [item]: readonly Content[],
  indent: string,
  style: Style,
  mustBreak = false,
): Spacing {
  const type = typeof item === 'string' ? 'string' : 'object';
  const model = style.findArraySpacing(type, mustBreak);
  return model === undefined
    ? createSpacing(indent, style, mustBreak || (type === 'object' && style.isBroken))
    : moveSpacing(model, indent);
}

/** The spacing of a new object on a line with this indent, and the order of its fields. */
function findObjectSpacing(
  content: ContentObject,
  indent: string,
  style: Style,
): { readonly names: readonly string[]; readonly spacing: Spacing } {
  const names = Object.keys(content);
  // An object that contains lists is not an item of a list.
  const model = Object.values(content).every((value) => typeof value === 'string')
    ? style.findItem(names)
    : undefined;
  if (model === undefined) return { names, spacing: createSpacing(indent, style, style.isBroken) };
  const known = [...new Set(model.names)].filter((name) => Object.hasOwn(content, name));
  // A field that the model lacks, such as the id of a peer, keeps its place.
  const ordered = names.map((name) => (model.names.includes(name) ? known.shift() : name) ?? name);
  return { names: ordered, spacing: moveSpacing(model.spacing, indent) };
}

/** The spacing without a model: one line for each part, or everything on one line. */
export function createSpacing(indent: string, { newline, unit, colon }: Style, isBroken: boolean): Spacing {
  const close = isBroken ? newline + indent : '';
  const open = isBroken ? close + unit : '';
  return { indent, open, separator: `,${isBroken ? open : findBlank(colon)}`, close, colon };
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}
