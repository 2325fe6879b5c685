import type { EntryFields, EntryList } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import type { Target } from '../model/entry.js';
import type { Fix, TextEdit } from '../model/finding.js';
import type { KindDefinition } from '../model/kind.js';
import { findField } from './document.js';
import { removeParts } from './edit/remove-item.js';
import type { Field, JsonNode } from './json/json-node.js';
import { splitPointer } from './pointer-pattern.js';
import { findIntended } from './misspelled.js';

/** Renames a field of an object; null if the object already has the expected field, or another field that may be a misspelling of it. */
export function renameField(
  object: JsonNode,
  field: Field,
  expected: string,
  known: readonly KnownField[],
): Fix | null {
  const counts = countIntended(object, known);
  const exact = counts.get(expected) ?? 0;
  const similar = counts.get(`${field.value.type} ${expected}`) ?? 0;
  // The similar ones include the field itself.
  return exact + similar > 1 || field.rename === null ? null : { edits: [renameKey(field, expected)] };
}

// Cached, since each misspelled field of an object needs the counts of all its fields.
const intendedCounts = new WeakMap<JsonNode, Map<readonly KnownField[], ReadonlyMap<string, number>>>();

/** For each known name, how many fields of an object have it; and how many probably should have it, by the type of their value and the name. */
function countIntended(object: JsonNode, known: readonly KnownField[]): ReadonlyMap<string, number> {
  const ofObject =
    intendedCounts.get(object) ?? new Map<readonly KnownField[], ReadonlyMap<string, number>>();
  intendedCounts.set(object, ofObject);
  const found = ofObject.get(known);
  if (found !== undefined) return found;
  const counts = new Map<string, number>();
  for (const { name, value } of object.fields) {
    const intended = findIntended(name, known);
    const key = intended === null ? name : `${value.type} ${intended}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  ofObject.set(known, counts);
  return counts;
}

function renameKey({ key: { offset, length }, rename }: Field, expected: string): TextEdit {
  if (rename != null) return { offset, length, text: rename(expected) };
  // No format has a field name that needs escapes.
  return { offset: offset + 1, length: length - 2, text: expected };
}

export interface RenamedList {
  readonly list: EntryList;
  readonly fields: EntryFields;
  /** This list and its siblings. */
  readonly known: readonly KnownField[];
  readonly kindOf: (address: string) => KindDefinition;
}

/**
 * Renames a list of a chain; null if the chain already has the expected field, or an item is not an address that the list may contain. Bare addresses
 * become objects if the format requires them: in JSON only, and not peers, which also have an id.
 */
export function renameList(text: string, holder: JsonNode, field: Field, renamed: RenamedList): Fix | null {
  const { list, fields } = renamed;
  const rename = renameField(holder, field, splitPointer(list.pointer).field, renamed.known);
  const { items } = field.value;
  if (rename === null || !items.every((item) => isReadable(findAddress(item, fields), renamed))) return null;
  const bare = list.form === 'objects' ? items.filter(({ type }) => type === 'string') : [];
  if (bare.length > 0 && (holder.isForeign === true || fields.id !== undefined)) return null;
  const wrapped = bare.map(({ offset, length }) => ({
    offset,
    length,
    text: `{ "${fields.address.name}": ${text.slice(offset, offset + length)} }`,
  }));
  return { edits: [...rename.edits, ...wrapped] };
}

function findAddress(item: JsonNode, { id, address }: EntryFields): string | null {
  if (item.type === 'string') return item.string;
  const find = (known: KnownField) =>
    item.fields.find(
      ({ name, value }) =>
        value.type === 'string' && (name === known.name || findIntended(name, [known]) === known.name),
    )?.value.string;
  const found = find(address);
  const foundId = id === undefined ? undefined : find(id);
  return found === undefined ? null : foundId === undefined ? found : `${foundId}@${found}`;
}

function isReadable(address: string | null, { list, kindOf }: RenamedList): boolean {
  if (address === null) return false;
  const { target, problems } = kindOf(address).readUrl(address.trim(), list.addressForms);
  // An allowed template has no problems.
  return target !== null || problems.length === 0;
}

/** Removes a field that only repeats the known value; null if it has another value. */
export function removeForbidden(
  text: string,
  object: JsonNode,
  index: number,
  known: string | null,
): Fix | null {
  const value = object.fields[index]?.value;
  return value?.type === 'string' && value.string === known ? remove(text, object, index) : null;
}

/** Removes a part of an array or object; null if that would change anything else. */
export function remove(text: string, container: JsonNode, index: number): Fix | null {
  const edits = removeParts(text, container, [index]);
  return edits.length === 0 ? null : { edits };
}

function readRaw(text: string, { offset, length }: JsonNode): string {
  return text.slice(offset, offset + length);
}

export interface ListedItem {
  readonly array: JsonNode;
  readonly index: number;
  readonly item: JsonNode;
  readonly target: Target;
  /** The place that a script copied it from; null if it is read where it is listed. */
  readonly file: string | null;
  /** Line of its address. */
  readonly line: number;
}

/**
 * Removes an entry that repeats an earlier one of the same array; null if it says anything else, such as another provider, or if one is TLS and
 * the other plaintext.
 */
export function removeDuplicate(
  text: string,
  first: ListedItem,
  later: ListedItem,
  { address }: EntryFields,
): Fix | null {
  const isRepeated = later.item.fields.every(({ name, value }) => {
    const known = findField(first.item, name);
    return name === address.name || (known !== undefined && readRaw(text, known) === readRaw(text, value));
  });
  if (first.array !== later.array || !isRepeated || !isSameTransport(first.target, later.target)) return null;
  return remove(text, later.array, later.index);
}

/** A gRPC address without a scheme leaves TLS or plaintext open; it never has a path. */
function isSameTransport(first: Target, later: Target): boolean {
  const isOpen = (target: Target) => target.exactTransport !== true && target.path === '';
  return first.secure === later.secure || isOpen(first) || isOpen(later);
}

/**
 * Fixes a violation of the schema if nothing is lost: removes an empty object from a list, and in JSON wraps a single value in an array. Otherwise null.
 * `index` applies if the parent is an array; `form` is the list's at this place, if there is one.
 */
export function fixShape(
  text: string,
  node: JsonNode,
  { parent, index }: { readonly parent: JsonNode; readonly index: number },
  form: EntryList['form'] | undefined,
  { address }: EntryFields,
): Fix | null {
  if (node.type === 'object' && node.fields.length === 0 && parent.items[index] === node)
    return remove(text, parent, index);
  const isItem =
    ((form === 'objects' || form === 'any') &&
      node.type === 'object' &&
      node.fields.some(({ name }) => name === address.name)) ||
    (form === 'strings' && node.type === 'string');
  const { offset, length } = node;
  if (!isItem || node.isForeign === true) return null;
  return {
    edits: [
      { offset, length: 0, text: '[' },
      { offset: offset + length, length: 0, text: ']' },
    ],
  };
}

/** Removes an entry whose strings are all empty; null if it is not in an array. */
export function removeEmpty(
  text: string,
  { array, index, node }: { readonly array: JsonNode; readonly index: number; readonly node: JsonNode },
): Fix | null {
  const strings = node.type === 'object' ? node.fields.map(({ value }) => value) : [node];
  const isEmpty = strings.every(({ type, string }) => type === 'string' && string.trim() === '');
  return array.type === 'array' && isEmpty ? remove(text, array, index) : null;
}
