import type { EntryFields, EntryList } from '../../formats/format.js';
import type { KnownField } from '../../formats/entry-fields.js';
import type { PlacedProblem, TextEdit } from '../../model/finding.js';
import { type FileChain, findChainAt, findListAt, listsOf } from '../chains.js';
import { findKind, readFileProvider } from '../entries.js';
import { listKnownLists } from '../judge-list-names.js';
import type { Field, JsonNode } from '../json/json-node.js';
import { findIntended } from '../field-names.js';
import { splitPointer, remember } from '../document.js';
import { listKnown } from '../judge-shape.js';
import {
  findEntry,
  findFieldAt,
  findPart,
  type FieldPlace,
  type FixableFile,
  type Fixes,
} from './fixable-file.js';
import { removeParts } from './edits.js';

export const fieldFixes: Fixes = {
  'file/duplicate-key': removeRepeatedField,
  'file/misspelled-field': renameMisspelled,
  'file/schema': fixShape,
};

/** Removes a field that repeats an earlier one, if all of that name have the same value: parsers disagree on which one counts. */
function removeRepeatedField({ place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const field = findFieldAt(file, place);
  if (field === undefined) return [];
  const { object, index } = field;
  const { text } = file.document;
  return listAmbiguous(object, text).has(object.fields[index]?.name ?? '')
    ? []
    : removeParts(text, object, [index]);
}

/**
 * The names that several fields of an object have with different values, or with such that the text does not tell. Remembered, since each repeated
 * field of an object needs the values of all its fields.
 */
const listAmbiguous = remember((object: JsonNode, text: string): ReadonlySet<string> => {
  const values = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { name, value } of object.fields) {
    const written = text.slice(value.offset, value.offset + value.length);
    if (value.isBound === true || (values.get(name) ?? written) !== written) ambiguous.add(name);
    values.set(name, written);
  }
  return ambiguous;
});

/** Gives a misspelled field the name that it was meant to have: a field of an entry, a list of a chain, or a chain id. */
function renameMisspelled(placed: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const { problem, place, entry } = placed;
  const field = findFieldAt(file, place);
  const { expected } = problem.data;
  if (field === undefined || file.format === null || typeof expected !== 'string') return [];
  if (entry !== null) {
    const fields = findEntry(file, entry)?.fields;
    const isString = field.object.fields[field.index]?.value.type === 'string';
    return fields === undefined || !isString ? [] : renameField(field, expected, listKnown(fields));
  }
  const { parent } = splitPointer(place.pointer ?? '');
  const listed = findListAt(file.format, file.chains, `${parent}/${expected}`);
  if (listed !== null) return renameList(field, listed, file);
  const chain = findChainAt(file.chains, place.pointer ?? '');
  const claims = (chain === undefined ? [] : listsOf(file.format, chain)).map((list) => list.claims);
  const alternatives = claims.find((fields) => fields.some(({ name }) => name === expected));
  return alternatives === undefined ? [] : renameField(field, expected, alternatives);
}

/** Renames a field of an object; does nothing if the object already has the expected field, or another field that may be a misspelling of it. */
function renameField(
  { object, index }: FieldPlace,
  expected: string,
  candidates: readonly KnownField[],
): readonly TextEdit[] {
  const field = object.fields[index];
  if (field === undefined || field.rename === null) return [];
  const counts = countIntended(object, candidates);
  const exact = counts.get(expected) ?? 0;
  // The similar ones include the field itself.
  const similar = counts.get(`${field.value.type} ${expected}`) ?? 0;
  return exact + similar > 1 ? [] : [renameKey(field, expected)];
}

// Remembered, since each misspelled field of an object needs the counts of all its fields.
const countsOf = remember<JsonNode, [], Map<string, ReadonlyMap<string, number>>>(() => new Map());

/** For each known name, how many fields of an object have it; and how many probably should have it, by the type of their value and the name. */
function countIntended(object: JsonNode, candidates: readonly KnownField[]): ReadonlyMap<string, number> {
  const ofObject = countsOf(object);
  const key = candidates.map(({ name }) => name).join();
  const cached = ofObject.get(key);
  if (cached !== undefined) return cached;
  const counts = new Map<string, number>();
  for (const { name, value } of object.fields) {
    const intended = findIntended(name, candidates);
    const counted = intended === null ? name : `${value.type} ${intended}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  ofObject.set(key, counts);
  return counts;
}

function renameKey({ key: { offset, length }, rename }: Field, expected: string): TextEdit {
  if (rename != null) return { offset, length, text: rename(expected) };
  // No format has a field name that needs escapes.
  return { offset: offset + 1, length: length - 2, text: expected };
}

/**
 * Renames a list of a chain; does nothing if the chain already has the expected field, or an item is not an address that the list may contain. Bare
 * addresses become objects if the format requires them: in JSON only, and not peers, which also have an id.
 */
function renameList(
  field: FieldPlace,
  { chain, list }: { readonly chain: FileChain; readonly list: EntryList },
  file: FixableFile,
): readonly TextEdit[] {
  const { format, kinds, document } = file;
  if (format === null) return [];
  const fields = list.entryFields ?? format.entryFields;
  const { parent, field: expected } = splitPointer(list.pointer);
  const lists = listKnownLists(listsOf(format, chain), parent, chain);
  const rename = renameField(field, expected, lists);
  const value = field.object.fields[field.index]?.value;
  const items = value?.type === 'string' ? [value] : (value?.items ?? []);
  const isReadable = (address: string | null) => {
    const kind = findKind(address ?? '', list, kinds) ?? kinds.find((each) => each.kind === list.kind);
    if (address === null || kind === undefined) return false;
    const { target, problems } = kind.readUrl(address.trim(), list.addressForms);
    // An allowed template has no problems.
    return target !== null || problems.length === 0;
  };
  if (rename.length === 0 || !items.every((item) => isReadable(findIntendedAddress(item, fields)))) return [];
  const bare = list.form === 'objects' ? items.filter(({ type }) => type === 'string') : [];
  if (bare.length > 0 && (field.object.isForeign === true || fields.id !== undefined)) return [];
  const wrapped = bare.map(({ offset, length }) => ({
    offset,
    length,
    text: `{ "${fields.address.name}": ${document.text.slice(offset, offset + length)} }`,
  }));
  return [...rename, ...wrapped];
}

function findIntendedAddress(item: JsonNode, { id, address }: EntryFields): string | null {
  if (item.type === 'string') return item.string;
  const find = (field: KnownField) =>
    item.fields.find(
      ({ name, value }) =>
        value.type === 'string' && (name === field.name || findIntended(name, [field]) === field.name),
    )?.value.string;
  const match = find(address);
  const foundId = id === undefined ? undefined : find(id);
  return match === undefined ? null : foundId === undefined ? match : `${foundId}@${match}`;
}

/**
 * Fixes a violation of the schema if nothing is lost: renames the misspelled fields that it was joined from, removes a field that is not allowed and repeats what the file says, removes an empty object from
 * a list, and in JSON wraps a single value in an array.
 */
function fixShape(placed: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  if (placed.causes !== undefined) {
    const renames = placed.causes.map((cause) => renameMisspelled(cause, file));
    return renames.every(({ length }) => length > 0) ? renames.flat() : [];
  }
  const { format, document } = file;
  const pointer = placed.place.pointer ?? '';
  const { parent, field } = splitPointer(pointer);
  const forbidden = findFieldAt(file, placed.place);
  if (format === null) return [];
  if (forbidden !== undefined) {
    const { object, index } = forbidden;
    const fields = placed.entry === null ? undefined : findEntry(file, placed.entry)?.fields;
    const value = object.fields[index]?.value;
    return value?.type === 'string' && fields && value.string === readFileProvider(document, fields)
      ? removeParts(document.text, object, [index])
      : [];
  }
  const node = findPart(file, pointer);
  const container = findPart(file, parent);
  if (node === undefined || container === undefined) return [];
  const isEmpty = node.type === 'object' && node.fields.length === 0;
  if (isEmpty && container.items[Number(field)] === node)
    return removeParts(document.text, container, [Number(field)]);
  const form = findListAt(format, file.chains, pointer)?.list.form;
  const { address } = findListAt(format, file.chains, parent)?.list.entryFields ?? format.entryFields;
  const isItem =
    ((form === 'objects' || form === 'any') &&
      node.type === 'object' &&
      node.fields.some(({ name }) => name === address.name)) ||
    (form === 'strings' && node.type === 'string');
  const { offset, length } = node;
  if (!isItem || node.isForeign === true) return [];
  return [
    { offset, length: 0, text: '[' },
    { offset: offset + length, length: 0, text: ']' },
  ];
}
