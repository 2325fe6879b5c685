import type { TextEdit } from '../../model/finding.js';
import type { JsonNode } from '../json/json-node.js';
import { findIndent, findNextIndent, readColon, readLook } from './look.js';
import { followPointer } from './parts.js';
import { type Content, findListLook, makeLook, renderContent, renderItems } from './render-content.js';
import { findStyle, type Style } from './style.js';

/** An item of a list: an address, or an object of strings. */
export type NewItem = string | Readonly<Record<string, string>>;

/** Where a list is in a file, or is to be, and lists of the same sort, whose style is copied: JSON Pointers (RFC 6901). */
export interface ListPlace {
  readonly pointer: string;
  readonly siblings: readonly string[];
}

/**
 * The edits that append an item to a list in the style of the file, and make the list where it is missing, with the objects that it is in. A
 * field that is one string becomes a list, if a string is added. Null where anything else is in the place, or on the way to it.
 *
 * jsonc-parser's `modify` does not serve: whatever the file has, it writes `": "` and the indent and line ends that its options name, and
 * one field or item a line (https://github.com/microsoft/node-jsonc-parser/blob/main/src/impl/edit.ts).
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
  const style = findStyle(text, path, findSiblings(tree, place));
  if (list.type === 'string' && typeof item === 'string') return makeList(text, list, item, style);
  return list.type === 'array' ? [appendItem(text, list, item, style)] : null;
}

/**
 * The edits that make the field of a place, after the last of its siblings in the same object, else as the last field, with the objects that
 * it is in; null where it is there, or the way to it is not through objects.
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
  if (parent.type !== 'object' || name === undefined) return null;
  const siblings = findSiblings(tree, place);
  const style = findStyle(text, path, siblings);
  const value = below.reduceRight<Content>((inner, token) => ({ [token]: inner }), content);
  const render = (colon: string, indent: string) =>
    `${JSON.stringify(name)}${colon}${renderContent(value, indent, style)}`;

  const own = readLook(text, parent, style.colon);
  if (own === null) {
    const look = makeLook(findIndent(text, parent.offset), style, style.isBroken);
    const field = render(look.colon, findNextIndent(look.open) ?? look.indent);
    return [fill(parent, look.open + field + look.close)];
  }
  const sibling = parent.fields.findLast(({ value: one }) => siblings.includes(one));
  const previous = sibling ?? parent.fields.at(-1);
  const end = findEnd(previous?.value ?? parent);
  const indent = findNextIndent(own.separator) ?? findIndent(text, end);
  const colon = sibling === undefined ? own.colon : readColon(text, sibling);
  return [insert(end, own.separator + render(colon, indent))];
}

function findSiblings(tree: JsonNode, { siblings }: ListPlace): readonly JsonNode[] {
  return siblings.flatMap((pointer) => {
    const { path, rest } = followPointer(tree, pointer);
    return rest.length > 0 ? [] : [path[0]];
  });
}

function appendItem(text: string, list: JsonNode, item: NewItem, style: Style): TextEdit {
  const look = readLook(text, list, style.colon);
  const last = list.items.at(-1);
  if (look === null || last === undefined) return fillList(text, list, item, style);
  const end = findEnd(last);
  const indent = findNextIndent(look.separator) ?? findIndent(text, end);
  return insert(end, look.separator + renderContent(item, indent, style));
}

/** Writes the first item of an array, over several lines if its brackets are on several. */
function fillList(text: string, list: JsonNode, item: NewItem, style: Style): TextEdit {
  const isBroken = text.slice(list.offset, findEnd(list)).includes('\n');
  const indent = findIndent(text, list.offset);
  const look = findListLook([item], indent, style, isBroken);
  return fill(list, renderItems([item], indent, style, look));
}

/** Makes a list of a string and another one. */
function makeList(text: string, first: JsonNode, second: string, style: Style): readonly TextEdit[] {
  const { open, separator, close } = findListLook([second], findIndent(text, first.offset), style);
  return [
    insert(first.offset, `[${open}`),
    insert(findEnd(first), `${separator}${JSON.stringify(second)}${close}]`),
  ];
}

function findEnd({ offset, length }: JsonNode): number {
  return offset + length;
}

/** Replaces what is between the brackets of an array or object without parts. */
function fill({ offset, length }: JsonNode, text: string): TextEdit {
  return { ...insert(offset + 1, text), length: length - 2 };
}

/** Blanks at the end of a line are not copied: nobody means them. */
function insert(offset: number, text: string): TextEdit {
  return { offset, length: 0, text: text.replaceAll(/[ \t]+(?=\r?\n)/g, '') };
}
