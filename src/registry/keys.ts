import type { PlacedProblem } from '../model/finding.js';
import { appendPointer, isJsonObject, type JsonValue } from '../model/json.js';
import { fewFields, problemAt, type RegistryDocument, visitObjects } from './document.js';
import { removeRepetition } from './field-fixes.js';
import type { Field } from './json/json-node.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds duplicate keys, and keys that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  // As in nearly all files; the value of an object has each key once.
  if (countFields(document.value) === document.fieldCount) return [];
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, (object, pointer) => {
    const { fields } = object;
    const findFirst = findFirsts(fields);
    for (const field of fields) {
      const { name: key, key: part } = field;
      const first = findFirst(key) ?? field;
      if (first !== field) {
        const problem = { code: 'file/duplicate-key', data: { key, firstLine: first.key.range.line } };
        const fix = removeRepetition(document.text, object, field);
        const placed = problemAt(document, problem, appendPointer(pointer, key), part);
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

/** How many fields the objects of a value have, those within it included; infinitely many where a key is forbidden. */
function countFields(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) count += countFields(item);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const field = value[key];
      count += forbiddenKeys.has(key) ? Infinity : 1;
      // Without a call for strings and numbers, which most fields hold.
      if (typeof field === 'object') count += countFields(field);
    }
  }
  return count;
}

/** Finds the first field of a name. */
function findFirsts(fields: readonly Field[]): (name: string) => Field | undefined {
  if (fields.length <= fewFields) return (name) => fields.find((field) => field.name === name);
  const firsts = new Map(fields.toReversed().map((field) => [field.name, field]));
  return (name) => firsts.get(name);
}
