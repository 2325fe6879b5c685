import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { fewFields, problemAt, type RegistryDocument, visitObjects } from './document.js';
import { removeRepetition } from './field-fixes.js';
import type { Field } from './json/parse-json.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds duplicate keys, and keys that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, (object, pointer) => {
    const { fields } = object;
    const findFirst = findFirsts(fields);
    for (const field of fields) {
      const { name: key, key: range } = field;
      const first = findFirst(key) ?? field;
      if (first !== field) {
        const problem = { code: 'file/duplicate-key', data: { key, firstLine: first.key.line } };
        const fix = removeRepetition(document.text, object, field);
        const placed = problemAt(document, problem, appendPointer(pointer, key), range);
        problems.push(fix === null ? placed : { ...placed, fix });
      }
      if (forbiddenKeys.has(key)) {
        const problem = { code: 'file/forbidden-key', data: { key } };
        problems.push(problemAt(document, problem, appendPointer(pointer, key), range));
      }
    }
  });
  return problems;
}

/** Finds the first field of a name. */
function findFirsts(fields: readonly Field[]): (name: string) => Field | undefined {
  if (fields.length <= fewFields) return (name) => fields.find((field) => field.name === name);
  const firsts = new Map(fields.toReversed().map((field) => [field.name, field]));
  return (name) => firsts.get(name);
}
