import type { TextEdit } from '../../model/finding.js';
import { followPointer } from '../document.js';
import type { JsonNode, NewItem } from '../json/json-node.js';
import {
  findBlank,
  findIndent,
  findNextIndent,
  findStyle,
  moveSpacing,
  readColon,
  readSpacing,
  type Spacing,
  type Style,
} from './style.js';

/** Where a list is or will be, and similar lists whose style is copied, as JSON Pointers (RFC 6901). */
export interface ListPlace {
  readonly pointer: string;
  readonly siblings: readonly string[];
}

/**
 * Finds the edits that append an item to a list in the style of the file. Creates the list if it is missing, with the objects around it. A
 * single string becomes a list if a string is added. Null if the place, or an ancestor, is anything else.
 *
 * jsonc-parser's `modify` can't replace it: it writes `": "`, the indent and line ends of its options, and one field or item per line,
 * whatever the style of the file. Source: https://github.com/microsoft/node-jsonc-parser/blob/main/src/impl/edit.ts
 */
export function insertItem(
  text: string,
  tree: JsonNode,
  place: ListPlace,
  item: NewItem,
): readonly TextEdit[] | null {
  const { path, rest } = followPointer(tree, place.pointer);
  const [list] = path;
  if (rest.length > 0) return insertField(text, tree, place, [item]);
  // A string is written as in JSON.
  if (list.isForeign === true && list.type !== 'string') return list.itemWriting?.append?.(item) ?? null;
  const style = findStyle(text, path, findSiblings(tree, place));
  if (list.type === 'string' && typeof item === 'string') return createList(text, list, item, style);
  return list.type === 'array' ? [appendItem(text, list, item, style)] : null;
}

/**
 * Finds the edits that add a field, after the last of its siblings in the same object, else as the last field; with the objects around it. Null
 * if it exists, or an ancestor is not an object.
 */
export function insertField(
  text: string,
  tree: JsonNode,
  place: ListPlace,
  content: Content,
): readonly TextEdit[] | null {
  const { path, rest } = followPointer(tree, place.pointer);
  const [parent] = path;
  const [name, ...below] = rest;
  if (parent.type !== 'object' || name === undefined || parent.isForeign === true) return null;
  const siblings = findSiblings(tree, place);
  const style = findStyle(text, path, siblings);
  const value = below.reduceRight<Content>((inner, token) => ({ [token]: inner }), content);
  const render = (colon: string, indent: string) =>
    `${JSON.stringify(name)}${colon}${renderContent(value, indent, style)}`;

  const current = readSpacing(text, parent, style.colon);
  if (current === null) {
    const spacing = createSpacing(findIndent(text, parent.offset), style, style.isBroken);
    const field = render(spacing.colon, findNextIndent(spacing.open) ?? spacing.indent);
    return [fill(parent, spacing.open + field + spacing.close)];
  }
  const sibling = parent.fields.findLast(({ value: candidate }) => siblings.includes(candidate));
  const previous = sibling ?? parent.fields.at(-1);
  const end = findEnd(previous?.value ?? parent);
  const indent = findNextIndent(current.separator) ?? findIndent(text, end);
  const colon = sibling === undefined ? current.colon : readColon(text, sibling);
  return [insert(end, current.separator + render(colon, indent))];
}

function findSiblings(tree: JsonNode, { siblings }: ListPlace): readonly JsonNode[] {
  return siblings.flatMap((pointer) => {
    const { path, rest } = followPointer(tree, pointer);
    return rest.length > 0 ? [] : [path[0]];
  });
}

function appendItem(text: string, list: JsonNode, item: NewItem, style: Style): TextEdit {
  const spacing = readSpacing(text, list, style.colon);
  const last = list.items.at(-1);
  if (spacing === null || last === undefined) return fillList(text, list, item, style);
  const end = findEnd(last);
  const indent = findNextIndent(spacing.separator) ?? findIndent(text, end);
  return insert(end, spacing.separator + renderContent(item, indent, style));
}

/** Writes the first item of an array, over several lines if its brackets are on different lines. */
function fillList(text: string, list: JsonNode, item: NewItem, style: Style): TextEdit {
  const isBroken = text.slice(list.offset, findEnd(list)).includes('\n');
  const indent = findIndent(text, list.offset);
  const spacing = findListSpacing([item], indent, style, isBroken);
  return fill(list, renderItems([item], indent, style, spacing));
}

function createList(text: string, first: JsonNode, second: string, style: Style): readonly TextEdit[] {
  const { open, separator, close } = findListSpacing([second], findIndent(text, first.offset), style);
  return [
    insert(first.offset, `[${open}`),
    insert(findEnd(first), `${separator}${JSON.stringify(second)}${close}]`),
  ];
}

function findEnd({ offset, length }: JsonNode): number {
  return offset + length;
}

function fill({ offset, length }: JsonNode, text: string): TextEdit {
  return { ...insert(offset + 1, text), length: length - 2 };
}

/** Trailing white space of lines is never copied. */
function insert(offset: number, text: string): TextEdit {
  return { offset, length: 0, text: text.replaceAll(/[ \t]+(?=\r?\n)/g, '') };
}

/** What is written into a file: strings, and lists and objects that are not empty. */
type Content = string | readonly Content[] | ContentObject;

interface ContentObject {
  readonly [field: string]: Content;
}

/** Writes a value on a line with this indent, in the style of its surroundings. Escapes strings like JSON.stringify. */
function renderContent(content: Content, indent: string, style: Style): string {
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

function renderItems(items: readonly Content[], indent: string, style: Style, spacing: Spacing): string {
  const inner = findNextIndent(spacing.open) ?? indent;
  return `${spacing.open}${items.map((item) => renderContent(item, inner, style)).join(spacing.separator)}${spacing.close}`;
}

/**
 * The spacing of a new list on a line with this indent: that of the best model. Without a model, or if `mustBreak` and the models are on one
 * line, objects get lines like those around them, and strings are on one line.
 */
function findListSpacing(
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
  const fieldNames = [...new Set(model.names)].filter((name) => Object.hasOwn(content, name));
  // A field that the model lacks, such as the id of a peer, keeps its place.
  const ordered = names.map((name) => (model.names.includes(name) ? fieldNames.shift() : name) ?? name);
  return { names: ordered, spacing: moveSpacing(model.spacing, indent) };
}

/** The spacing without a model: one line for each part, or everything on one line. */
function createSpacing(indent: string, { newline, unit, colon }: Style, isBroken: boolean): Spacing {
  const close = isBroken ? newline + indent : '';
  const open = isBroken ? close + unit : '';
  return { indent, open, separator: `,${isBroken ? open : findBlank(colon)}`, close, colon };
}

function isList(content: Content): content is readonly Content[] {
  return Array.isArray(content);
}
