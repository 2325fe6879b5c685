import type { ItemDefinition } from '../../formats/list-definition.js';
import type { PlacedProblem, TextEdit } from '../../model/finding.js';
import { findValue, splitPointer, remember } from '../document.js';
import type { Field, JsonNode } from '../json/json-node.js';
import { removeInvisible } from '../lists/judge-list.js';
import { findIntended } from '../field-names.js';
import { fixString, removeParts } from './edits.js';
import { findPart, type FixableFile, type Fixes } from './fixable-file.js';

export const itemFixes: Fixes = {
  'list/address': writeVisible,
  'list/decimals': writeDecimals,
  'list/denom': writeVisible,
  'list/duplicate': removeRepeatedItem,
  'list/schema': renameItemFields,
};

function renameItemFields({ place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const item = splitPointer(place.pointer ?? '').parent === '' ? findPart(file, place.pointer) : undefined;
  const definition = file.list?.items ?? null;
  return item === undefined || definition === null ? [] : renameFields(item, definition);
}

function renameFields(item: JsonNode, { identity, symbol, decimals }: ItemDefinition): readonly TextEdit[] {
  const names = [...identity, symbol, decimals];
  const intended = new Map<string, readonly Field[]>();
  for (const field of item.fields) {
    const name = findIntended(field.name, names);
    // Only a person can tell which of several fields is meant.
    if (name !== null) intended.set(name, intended.has(name) ? [] : [field]);
  }
  return [...intended].flatMap(([name, fields]) =>
    findValue(item, name) === undefined
      ? fields.map(({ key }) => ({ offset: key.offset + 1, length: key.length - 2, text: name }))
      : [],
  );
}

function writeDecimals({ problem, place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const { suggestion } = problem.data;
  const node = findPart(file, place.pointer);
  return node === undefined || typeof suggestion !== 'number'
    ? []
    : [{ offset: node.offset, length: node.length, text: String(suggestion) }];
}

function writeVisible({ place }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const node = findPart(file, place.pointer);
  const visible = removeInvisible(node?.string ?? '');
  return node === undefined || node.string === visible ? [] : [fixString(file.document.text, node, visible)];
}

/** Removes an item with the content of an earlier one: only a person can choose between different contents. */
function removeRepeatedItem({ place, original }: PlacedProblem, file: FixableFile): readonly TextEdit[] {
  const { text, tree } = file.document;
  const index = Number(place.pointer?.split('/')[1]);
  const item = tree.items[index];
  const first = findPart(file, original?.pointer ?? null);
  return item !== undefined && first !== undefined && readContent(first, text) === readContent(item, text)
    ? removeParts(text, tree, [index])
    : [];
}

/** The content of an item, regardless of the order of its fields. Remembered, since a hostile list repeats one large item thousands of times. */
const readContent = remember(({ fields }: JsonNode, text: string): string => {
  const written = fields.map(
    ({ name, value }) => `${name} ${text.slice(value.offset, value.offset + value.length)}`,
  );
  return JSON.stringify(written.sort());
});
