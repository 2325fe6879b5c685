import { findBlank, findNextIndent, type Look, moveLook } from './look.js';
import type { Style } from './style.js';

/** What is written into a file: strings, lists and objects, none of them empty. */
export type Content = string | readonly Content[] | ContentObject;

/** An object that is written into a file; its fields are in this order where no other object shows one. */
export interface ContentObject {
  readonly [field: string]: Content;
}

/** Writes a value that begins on a line with this indent, in the style of its surroundings. Strings are escaped as by JSON.stringify. */
export function renderContent(content: Content, indent: string, style: Style): string {
  if (typeof content === 'string') return JSON.stringify(content);
  if (isList(content)) {
    const look = findListLook(content, indent, style);
    return `[${renderItems(content, indent, style, look)}]`;
  }
  const { names, look } = findObjectLook(content, indent, style);
  const inner = findNextIndent(look.open) ?? indent;
  const fields = names.map(
    (name) => `${JSON.stringify(name)}${look.colon}${renderContent(content[name] ?? '', inner, style)}`,
  );
  return `{${look.open}${fields.join(look.separator)}${look.close}}`;
}

/** Writes the items of a list, and the white space between them and its brackets. */
export function renderItems(items: readonly Content[], indent: string, style: Style, look: Look): string {
  const inner = findNextIndent(look.open) ?? indent;
  return `${look.open}${items.map((item) => renderContent(item, inner, style)).join(look.separator)}${look.close}`;
}

/**
 * The look of a list that has none of its own, on a line with this indent: that of the best model. Where there is none, or `mustBreak`
 * and they are on one line: objects get lines as those around them have, strings are on one line.
 */
export function findListLook(
  [item]: readonly Content[],
  indent: string,
  style: Style,
  mustBreak = false,
): Look {
  const type = typeof item === 'string' ? 'string' : 'object';
  const model = style.findArrayLook(type, mustBreak);
  return model === undefined
    ? makeLook(indent, style, mustBreak || (type === 'object' && style.isBroken))
    : moveLook(model, indent);
}

/** The look of an object on a line with this indent, and the order of its fields. */
function findObjectLook(
  content: ContentObject,
  indent: string,
  style: Style,
): { readonly names: readonly string[]; readonly look: Look } {
  const names = Object.keys(content);
  // What holds lists is no item of one.
  const model = Object.values(content).every((value) => typeof value === 'string')
    ? style.findItem(names)
    : undefined;
  if (model === undefined) return { names, look: makeLook(indent, style, style.isBroken) };
  const known = model.names.filter((name) => Object.hasOwn(content, name));
  return { names: [...new Set([...known, ...names])], look: moveLook(model.look, indent) };
}

/** The look of what has no model, with a line for each part or on one line. */
export function makeLook(indent: string, { newline, unit, colon }: Style, isBroken: boolean): Look {
  const close = isBroken ? newline + indent : '';
  const open = isBroken ? close + unit : '';
  return { indent, open, separator: `,${isBroken ? open : findBlank(colon)}`, close, colon };
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}
