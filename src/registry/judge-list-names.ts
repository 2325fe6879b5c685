import type { EntryList, Format } from '../formats/format.js';
import type { KnownField } from '../formats/known-field.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { truncate } from '../model/truncate.js';
import { type FileChain, listsOf } from './chains.js';
import { problemAt, type RegistryDocument } from './document.js';
import { findIntended } from './misspelled.js';
import { findMatches, splitPointer } from './pointer-pattern.js';
import { formatEntry, formatPath } from './validate.js';

export function judgeListNames(
  document: RegistryDocument,
  chain: FileChain,
  format: Format,
): PlacedProblem[] {
  const lists = listsOf(format, chain);
  const parents = new Set(lists.map(({ pointer }) => splitPointer(pointer).parent));
  return [...parents].flatMap((parent) => {
    const known = listKnownLists(lists, parent);
    const pointer = chain.pointer + parent;
    const [holder] = findMatches(chain.node, parent);
    return (holder?.node.fields ?? []).flatMap(({ name: field, key, value }) => {
      const expected = value.type === 'array' ? findIntended(field, known) : null;
      if (expected === null) return [];
      const hasStrings = value.items.some(({ type }) => type === 'string');
      const list = lists.find((each) => each.pointer === `${parent}/${expected}`);
      const fields = list?.entryFields ?? format.entryFields;
      const entryForm = hasStrings && list?.form === 'objects' ? formatEntry(fields) : null;
      const problem = { code: 'file/misspelled-field', data: { field, expected, entryForm } };
      return [problemAt(document, problem, appendPointer(pointer, field), key)];
    });
  });
}

/** The names of the lists in one object. */
export function listKnownLists(lists: readonly EntryList[], parent: string): readonly KnownField[] {
  return lists.flatMap(({ pointer, aliases }) => {
    const { parent: holder, field: name } = splitPointer(pointer);
    return holder === parent ? [{ name, aliases }] : [];
  });
}

/** Reports lists of endpoints that are not checked, next to those that are, in objects that contain nothing else. */
export function judgeUncheckedLists(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  misspelled: readonly PlacedProblem[],
): PlacedProblem[] {
  const read = new Set(format.lists.map(({ pointer }) => pointer));
  const parents = new Set(
    [...read].map((pointer) => splitPointer(pointer).parent).filter((parent) => parent !== ''),
  );
  const known = new Set(misspelled.map(({ place }) => place.pointer));
  const found = chains.flatMap((chain) =>
    [...parents].flatMap((parent) =>
      (findMatches(chain.node, parent)[0]?.node.fields ?? [])
        .filter(({ name, value }) => {
          const pointer = appendPointer(parent, name);
          const isUnchecked = !read.has(pointer) && !known.has(chain.pointer + pointer);
          return isUnchecked && value.type === 'array' && value.items.length > 0;
        })
        .map(({ name, key }) => ({
          pointer: chain.pointer + appendPointer(parent, name),
          field: appendPointer(parent, name),
          key,
        })),
    ),
  );
  const [first] = found;
  if (first === undefined) return [];
  const fields = [...new Set(found.map(({ field }) => truncate(formatPath(field))))];
  const data = { fields, files: [document.path] };
  return [problemAt(document, { code: 'file/unchecked-field', data }, first.pointer, first.key)];
}
