import type { PlacedProblem } from '../model/finding.js';
import { appendPointer, isJsonObject, type JsonValue } from '../model/json.js';
import { problemAt, type RegistryDocument, visitObjects } from './document.js';
import { remove } from './field-fixes.js';
import type { Field } from './json/json-node.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds duplicate keys, and keys that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  // A shortcut for almost all files: the parsed value has each key once.
  if (countFields(document.value) === document.fieldCount) return [];
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, (object, pointer) => {
    const { fields } = object;
    const named = groupByName(document.text, fields);
    for (const [index, { name: key, key: part }] of fields.entries()) {
      const { first, areSame } = named.get(key) ?? { first: index, areSame: false };
      if (first !== index) {
        const firstLine = fields[first]?.key.range.line ?? 1;
        const problem = { code: 'file/duplicate-key', data: { key, firstLine } };
        const placed = problemAt(document, problem, appendPointer(pointer, key), part);
        // Without a fix if the values differ, since parsers disagree on which one counts.
        const fix = areSame ? remove(document.text, object, index) : null;
        problems.push(fix === null ? placed : { ...placed, fix });
      }
      if (forbiddenKeys.has(key)) {
        const problem = { code: 'file/forbidden-key', data: { key } };
        problems.push(problemAt(document, problem, appendPointer(pointer, key), part));
      }
    }
  });
  return problems;
}

/** Number of fields in a value, nested ones included; infinite if a key is forbidden. */
function countFields(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) count += countFields(item);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const field = value[key];
      count += forbiddenKeys.has(key) ? Infinity : 1;
      // Saves a call for strings and numbers, which most fields are.
      if (typeof field === 'object') count += countFields(field);
    }
  }
  return count;
}

/** The index of the first field of each name, and whether all fields of that name have the same value, which the text tells. */
function groupByName(
  text: string,
  fields: readonly Field[],
): ReadonlyMap<string, { readonly first: number; readonly areSame: boolean }> {
  const groups = new Map<string, { first: number; areSame: boolean; written: string | null }>();
  for (const [index, { name, value }] of fields.entries()) {
    const written = value.isBound === true ? null : text.slice(value.offset, value.offset + value.length);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { first: index, areSame: written !== null, written });
    else group.areSame &&= group.written === written;
  }
  return groups;
}
