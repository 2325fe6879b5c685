import type { EntryFields, EntryList, Format } from '../../formats/format.js';
import type { TextEdit } from '../../model/finding.js';
import type { FileChain } from '../chains.js';
import type { RegistryDocument } from '../document.js';
import type { JsonNode } from '../json/json-node.js';
import { insertField, insertItem, type ListPlace, type NewItem } from './insert-item.js';
import { followPointer } from './parts.js';

/** What is to be listed: an address, and who operates it where that is known. */
export interface NewEntry {
  readonly address: string;
  readonly provider: string | null;
}

/**
 * The edits that list an endpoint in a list of a chain, in the form that the format asks for; where it allows several, in that of the list, else
 * of the chain's other lists. A provider is written only where entries have one. Null where the field is a single string by its format, or
 * is something else than a list.
 */
export function insertEntry(
  { text, tree }: Pick<RegistryDocument, 'text' | 'tree'>,
  chain: Pick<FileChain, 'pointer'>,
  { lists, entryFields }: Format,
  list: EntryList,
  entry: NewEntry,
): readonly TextEdit[] | null {
  if (list.form === 'string') return null;
  const siblings = lists.map((one) => chain.pointer + one.pointer);
  const place: ListPlace = { pointer: chain.pointer + list.pointer, siblings };
  const form = list.form === 'any' ? findForm(tree, place) : list.form;
  if (form === 'string') {
    const isThere = followPointer(tree, place.pointer).rest.length === 0;
    return isThere
      ? insertItem(text, tree, place, entry.address)
      : insertField(text, tree, place, entry.address);
  }
  return insertItem(text, tree, place, form === 'strings' ? entry.address : makeItem(entryFields, entry));
}

function makeItem(fields: EntryFields, { address, provider }: NewEntry): NewItem {
  const addressField = { [fields.address.name]: address };
  if (fields.provider === null || provider === null) return addressField;
  const providerField = { [fields.provider.name]: provider };
  return fields.providerFirst === true
    ? { ...providerField, ...addressField }
    : { ...addressField, ...providerField };
}

/** The form of a list, else of the other ones, of which lists tell more than single strings; by default objects, which name the provider. */
function findForm(tree: JsonNode, { pointer, siblings }: ListPlace): Exclude<EntryList['form'], 'any'> {
  const others = siblings.map((one) => readForm(tree, one));
  return (
    readForm(tree, pointer) ??
    others.find((form) => form === 'objects' || form === 'strings') ??
    others.find((form) => form !== null) ??
    'objects'
  );
}

function readForm(tree: JsonNode, pointer: string): Exclude<EntryList['form'], 'any'> | null {
  const { path, rest } = followPointer(tree, pointer);
  const [{ type, items }] = path;
  if (rest.length > 0) return null;
  if (type === 'string') return 'string';
  const last = items.at(-1)?.type;
  return last === 'object' ? 'objects' : last === 'string' ? 'strings' : null;
}
