import type { ItemDefinition } from '../../formats/list-definition.js';
import type { Fix, TextEdit } from '../../model/finding.js';
import { fixString } from '../correct-url.js';
import { findField } from '../document.js';
import type { Field, JsonNode } from '../json/json-node.js';
import { findIntended } from '../misspelled.js';
import { type ItemProblem, removeInvisible } from './judge-item.js';

/** Fixes a problem of an item if there is exactly one right correction; otherwise null. */
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
  const intended = new Map<string, readonly Field[]>();
  for (const field of item.fields) {
    const name = findIntended(field.name, known);
    // Only a person can tell which of several fields is meant.
    if (name !== null) intended.set(name, intended.has(name) ? [] : [field]);
  }
  return [...intended].flatMap(([name, fields]) =>
    findField(item, name) === undefined
      ? fields.map(({ key }) => ({ offset: key.offset + 1, length: key.length - 2, text: name }))
      : [],
  );
}

/** The content of an item, regardless of the order of its fields. */
export function describeContent(text: string, { fields }: JsonNode): string {
  const written = fields.map(
    ({ name, value }) => `${name} ${text.slice(value.offset, value.offset + value.length)}`,
  );
  return JSON.stringify(written.sort());
}
