import type { Format } from '../formats/format.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { KindDefinition } from '../model/kind.js';
import { truncate } from '../model/truncate.js';
import { type FileChain, listsOf } from './chains.js';
import { problemAt, type RegistryDocument } from './document.js';
import { findKind } from './entries.js';
import { renameList } from './field-fixes.js';
import { findIntended } from './misspelled.js';
import { findMatches, splitPointer } from './pointer-pattern.js';
import { formatEntry, formatPath } from './validate.js';

export function judgeListNames(
  document: RegistryDocument,
  chain: FileChain,
  format: Format,
  kinds: readonly KindDefinition[],
): PlacedProblem[] {
  const byParent = new Map<string, { name: string; aliases: readonly string[] }[]>();
  const lists = listsOf(format, chain);
  for (const { pointer, aliases } of lists) {
    const { parent, field } = splitPointer(pointer);
    const known = byParent.get(parent) ?? [];
    known.push({ name: field, aliases });
    byParent.set(parent, known);
  }
  return [...byParent].flatMap(([parent, known]) => {
    const pointer = chain.pointer + parent;
    const [holder] = findMatches(chain.node, parent);
    return (holder?.node.fields ?? []).flatMap((candidate) => {
      const { name: field, key, value } = candidate;
      const expected = value.type === 'array' ? findIntended(field, known) : null;
      if (expected === null) return [];
      const hasStrings = value.items.some(({ type }) => type === 'string');
      const list = lists.find((each) => each.pointer === `${parent}/${expected}`);
      const fields = list?.entryFields ?? format.entryFields;
      const entryForm = hasStrings && list?.form === 'objects' ? formatEntry(fields) : null;
      const problem = { code: 'file/misspelled-field', data: { field, expected, entryForm } };
      const placed = problemAt(document, problem, appendPointer(pointer, field), key);
      const kind = kinds.find((each) => each.kind === list?.kind);
      const fix =
        holder === undefined || list === undefined || kind === undefined
          ? null
          : renameList(document.text, holder.node, candidate, {
              list,
              fields,
              known,
              kindOf: (address) => findKind(address, list, kinds) ?? kind,
            });
      return [fix === null ? placed : { ...placed, fix }];
    });
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
