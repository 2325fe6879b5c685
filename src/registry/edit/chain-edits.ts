import type { EntryFields, EntryList, Format } from '../../formats/format.js';
import type { TextEdit } from '../../model/finding.js';
import { type FileChain, findChains } from '../chains.js';
import { followPointer, type RegistryDocument, findMatches } from '../document.js';
import type { JsonNode, NewItem } from '../json/json-node.js';
import { insertField, insertItem, type ListPlace } from './insert-item.js';
import type { Entry } from '../../model/entry.js';

export interface NewEntry {
  readonly address: string;
  readonly provider: string | null;
}

/**
 * Finds the edits that add an entry to a list of a chain, in the form that the format requires. If it allows several, uses that of the list,
 * else that of the chain's other lists. Writes the provider only if entries have one. Null if the field is a single string by its format, or is
 * not a list.
 */
export function insertEntry(
  { text, tree }: Pick<RegistryDocument, 'text' | 'tree'>,
  chain: Pick<FileChain, 'pointer'>,
  { lists, entryFields }: Format,
  list: EntryList,
  entry: NewEntry,
): readonly TextEdit[] | null {
  if (list.form === 'string') return null;
  const siblings = lists.map(({ pointer }) => chain.pointer + pointer);
  const place: ListPlace = { pointer: chain.pointer + list.pointer, siblings };
  const form = list.form === 'any' ? findForm(tree, place) : list.form;
  const isMissing = followPointer(tree, place.pointer).rest.length > 0;
  if (form === 'string' && isMissing) return insertField(text, tree, place, entry.address);
  const item = form === 'objects' ? createItem(list.entryFields ?? entryFields, entry) : entry.address;
  return insertItem(text, tree, place, item);
}

function createItem(fields: EntryFields, { address, provider }: NewEntry): NewItem {
  const at = fields.id === undefined ? -1 : address.indexOf('@');
  const id = at < 0 ? {} : { [fields.id?.name ?? '']: address.slice(0, at) };
  const addressField = { ...id, [fields.address.name]: address.slice(at + 1) };
  if (fields.provider === null || provider === null) return addressField;
  const providerField = { [fields.provider.name]: provider };
  return fields.providerFirst === true
    ? { ...providerField, ...addressField }
    : { ...addressField, ...providerField };
}

/** The form of a list, else that of its siblings, of which lists are preferred to single strings. By default objects, which name the provider. */
function findForm(tree: JsonNode, { pointer, siblings }: ListPlace): Exclude<EntryList['form'], 'any'> {
  const siblingForms = siblings.map((sibling) => readForm(tree, sibling));
  return (
    readForm(tree, pointer) ??
    siblingForms.find((form) => form === 'objects' || form === 'strings') ??
    siblingForms.find((form) => form !== null) ??
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

/**
 * Finds the edits that mark the chains of these entries, which are all in this file, as ended, by the status of their format. Changes nothing
 * else. Returns the reason if the format has no such status.
 */
export function markKilled(
  document: RegistryDocument,
  format: Format | null,
  entries: readonly Entry[],
): readonly TextEdit[] | string {
  const { killed, after, pointer: statusPointer = '' } = format?.status ?? {};
  if (format === null || killed === undefined)
    return `the format ${format?.name ?? 'of the file'} has no status for a chain that has ended: remove its entries, or its file by hand`;
  const chains = findChains(document, format);
  const ended = chains.filter(({ pointer }) =>
    entries.some(({ place }) => (place.pointer ?? '').startsWith(`${pointer}/`)),
  );
  return ended.flatMap(({ pointer, node }): readonly TextEdit[] => {
    const [status] = findMatches(node, statusPointer);
    if (status !== undefined)
      return [{ offset: status.node.offset, length: status.node.length, text: JSON.stringify(killed) }];
    const siblings = after === undefined ? [] : [`${pointer}/${after}`];
    const place = { pointer: pointer + statusPointer, siblings };
    return insertField(document.text, document.tree, place, killed) ?? [];
  });
}
