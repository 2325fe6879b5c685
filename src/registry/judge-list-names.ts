import type { EntryList, Format } from '../formats/format.js';
import { fold, type KnownField, namesAddress } from '../formats/entry-fields.js';
import type { PlacedProblem } from '../model/finding.js';
import { groupBy } from '../model/group-by.js';
import { appendPointer } from '../model/json.js';
import { truncate } from '../model/text.js';
import { type FileChain, listsOf } from './chains.js';
import { findMatches, problemAt, type RegistryDocument, splitPointer } from './document.js';
import type { Field } from './json/json-node.js';
import { describeExisting, findIntended } from './field-names.js';
import { formatEntry, formatPath } from './judge-shape.js';

export function judgeListNames(
  document: RegistryDocument,
  chain: FileChain,
  format: Format,
): PlacedProblem[] {
  const lists = listsOf(format, chain);
  return [...judgeSpelling(document, chain, format, lists), ...judgePlaces(document, chain, lists)];
}

function judgeSpelling(
  document: RegistryDocument,
  chain: FileChain,
  format: Format,
  lists: readonly EntryList[],
): PlacedProblem[] {
  const byParent = groupBy(lists, ({ pointer }) => splitPointer(pointer).parent);
  return [...byParent].flatMap(([parent, inParent]) => {
    const names = new Set(inParent.map(({ pointer }) => splitPointer(pointer).field));
    const takesStrings = inParent.some(canBeString);
    // Few files need them.
    let listFields: readonly KnownField[] | null = null;
    return findMatches(chain.node, parent).flatMap(({ pointer: holder, node }) =>
      node.fields.flatMap(({ name: field, key, value }) => {
        if (names.has(field) || !(value.type === 'array' || (value.type === 'string' && takesStrings)))
          return [];
        listFields ??= listKnownLists(lists, parent, chain);
        const expected = findIntended(field, listFields);
        const list = inParent.find(({ pointer }) => splitPointer(pointer).field === expected);
        if (expected === null || list === undefined || (value.type === 'string' && !canBeString(list)))
          return [];
        const hasStrings = value.items.some(({ type }) => type === 'string');
        const fields = list.entryFields ?? format.entryFields;
        const entryForm = hasStrings && list.form === 'objects' ? formatEntry(fields) : null;
        const existing = describeExisting(node, expected, value.type === 'array');
        const data = { field, expected, entryForm, ...existing };
        const at = appendPointer(chain.pointer + holder, field);
        return [problemAt(document, { code: 'file/misspelled-field', data }, at, key)];
      }),
    );
  });
}

/** Reports lists of endpoints that have the name of one that is read, in another object. */
function judgePlaces(
  document: RegistryDocument,
  chain: FileChain,
  lists: readonly EntryList[],
): PlacedProblem[] {
  const places = new Map(lists.map(({ pointer }) => [splitPointer(pointer).field, pointer]));
  const judge = (holder: string, { name, key, value }: Field): PlacedProblem[] => {
    const pointer = appendPointer(holder, name);
    if (lists.some((list) => list.pointer === pointer)) return [];
    if (value.type === 'object') return value.fields.flatMap((field) => judge(pointer, field));
    const place = places.get(name);
    if (place === undefined || place.includes('*') || !listsEndpoints({ name, key, value })) return [];
    const [list] = findMatches(chain.node, place);
    const existing = list === undefined ? {} : { existing: { line: list.node.range.line, isList: true } };
    const field = truncate(formatPath(pointer));
    const data = {
      field,
      expected: formatPath(place),
      entryForm: null,
      isElsewhere: true,
      ...existing,
    } as const;
    return [problemAt(document, { code: 'file/misspelled-field', data }, chain.pointer + pointer, key)];
  };
  return chain.node.fields.flatMap((field) => judge('', field));
}

function canBeString({ form }: EntryList): boolean {
  return form === 'string' || form === 'any';
}

export function listKnownLists(
  lists: readonly EntryList[],
  parent: string,
  { value }: FileChain,
): readonly KnownField[] {
  return lists.flatMap(({ pointer, aliases, aliasesIn }) => {
    const { parent: holder, field: name } = splitPointer(pointer);
    const more = holder === parent ? (aliasesIn?.(value) ?? []) : [];
    return holder === parent ? [{ name, aliases: [...aliases, ...more] }] : [];
  });
}

/** Names of lists of addresses that are no endpoints, without case, separators and the plural s. */
const otherLists =
  /explorer|snapshot|faucet|bridge|website|homepage|link|social|doc|wallet|image|logo|icon|app$|addrbook|genesis|news|blog|forum|asset|token|contract|partner/;

/** Whether a field of a chain is a list of objects with the addresses of hosts. In YAML, others may repeat one with an anchor. */
function listsEndpoints({ name, value }: Field): boolean {
  return (
    value.isBound !== true &&
    !otherLists.test(fold(name)) &&
    value.items.some((item) =>
      item.fields.some(
        (field) =>
          namesAddress(field.name) &&
          /^(?:[a-z]+:\/\/)?[\w-]+(?:\.[\w-]+)*(?::\d|\.[a-z])/i.test(field.value.string),
      ),
    )
  );
}

/**
 * Reports lists of endpoints that are not checked: next to those that are, in objects that contain nothing else, whatever they list; in the
 * chain itself, what looks like endpoints.
 */
export function judgeUncheckedLists(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  misspelled: readonly PlacedProblem[],
): PlacedProblem[] {
  const ownPointers = new Set(format.lists.map(({ pointer }) => pointer));
  const parents = new Set(['', ...[...ownPointers].map((pointer) => splitPointer(pointer).parent)]);
  const pointers = new Set(misspelled.map(({ place }) => place.pointer));
  const suspects = chains.flatMap((chain) =>
    [...parents].flatMap((parent) =>
      findMatches(chain.node, parent).flatMap((holder) =>
        holder.node.fields.flatMap((field) => {
          const { name, key, value } = field;
          const pointer = appendPointer(chain.pointer + holder.pointer, name);
          if (ownPointers.has(appendPointer(parent, name)) || pointers.has(pointer)) return [];
          const isList = value.type === 'array' && value.items.length > 0;
          const isUnchecked = isList && (parent !== '' || listsEndpoints(field));
          return isUnchecked ? [{ pointer, field: appendPointer(holder.pointer, name), key }] : [];
        }),
      ),
    ),
  );
  const [first] = suspects;
  if (first === undefined) return [];
  const fields = [...new Set(suspects.map(({ field }) => truncate(formatPath(field))))];
  const data = { fields, files: [document.path] };
  return [problemAt(document, { code: 'file/unchecked-field', data }, first.pointer, first.key)];
}
