import type { ItemDefinition } from '../../formats/list-definition.js';
import type { Fix, TextEdit } from '../../model/finding.js';
import { fixString } from '../correct-url.js';
import { findField } from '../document.js';
import { removeItems } from '../edit/remove-item.js';
import type { JsonNode } from '../json/json-node.js';
import { findIntended } from '../misspelled.js';
import { type ItemProblem, removeInvisible } from './judge-item.js';

/** Fixes a problem of an item where it has one right correction; null for all others. */
export function fixItem(
  text: string,
  item: JsonNode,
  { problem, field }: ItemProblem,
  definition: ItemDefinition,
): Fix | null {
  const node = field === null ? undefined : findField(item, field);
  if (problem.code === 'list/schema' && field === null) return toFix(renameFields(item, definition));
  if (node === undefined) return null;
  if (problem.code === 'list/decimals') {
    const { suggestion } = problem.data;
    const { offset, length } = node;
    return suggestion === null ? null : toFix([{ offset, length, text: String(suggestion) }]);
  }
  const visible = removeInvisible(node.string);
  const isIdentity = problem.code === 'list/denom' || problem.code === 'list/address';
  return isIdentity && visible !== node.string ? toFix([fixString(text, node, visible)]) : null;
}

function toFix(edits: readonly TextEdit[]): Fix | null {
  return edits.length === 0 ? null : { edits };
}

function renameFields(item: JsonNode, { identity, symbol, decimals }: ItemDefinition): readonly TextEdit[] {
  const known = [...identity, symbol, decimals];
  const intended = item.fields.map(({ name }) => findIntended(name, known));
  return item.fields.flatMap(({ key }, index) => {
    const name = intended[index] ?? null;
    // Which of two is meant, a person has to say.
    const isClear = name !== null && intended.filter((one) => one === name).length === 1;
    if (!isClear || findField(item, name) !== undefined) return [];
    return [{ offset: key.offset + 1, length: key.length - 2, text: name }];
  });
}

/** Removes an item that an earlier one repeats; null where the two say different things. */
export function removeRepeatedItem(
  text: string,
  list: JsonNode,
  first: JsonNode,
  later: JsonNode,
): Fix | null {
  const readFields = ({ fields }: JsonNode) =>
    fields
      .map(({ name, value }) => `${name} ${text.slice(value.offset, value.offset + value.length)}`)
      .sort();
  return JSON.stringify(readFields(first)) === JSON.stringify(readFields(later))
    ? { edits: removeItems(text, list, [list.items.indexOf(later)]) }
    : null;
}
