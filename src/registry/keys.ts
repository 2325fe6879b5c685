import type { PlacedProblem } from '../model/finding.js';
import { appendPointer, isJsonObject, type JsonValue } from '../model/json.js';
import type { Problem } from '../model/rule.js';
import type { Span } from './json/json-node.js';
import { problemAt, type RegistryDocument, visitObjects } from './document.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds duplicate keys, and keys that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  // A shortcut for almost all files: the parsed value has each key once.
  if (countFields(document.value) === document.fieldCount) return [];
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, ({ fields }, pointer) => {
    const firsts = new Map<string, Span>();
    for (const { name: key, key: part } of fields) {
      const report = (problem: Problem) =>
        problems.push(problemAt(document, problem, appendPointer(pointer, key), part));
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, part);
      else report({ code: 'file/duplicate-key', data: { key, firstLine: first.range.line } });
      if (forbiddenKeys.has(key)) report({ code: 'file/forbidden-key', data: { key } });
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
