import type { Node } from 'jsonc-parser';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { type RegistryDocument, listMembers, visitObjects } from './document.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds members that stand twice in one object, and names that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, (object, pointer) => {
    const firsts = new Map<string, Node>();
    for (const { name: key, key: node } of listMembers(object)) {
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, node);
      else {
        const firstLine = document.place(pointer, first).range?.line ?? 0;
        const problem = { code: 'param/duplicate-key', data: { key, firstLine } };
        problems.push(document.problem(problem, appendPointer(pointer, key), node));
      }
      if (forbiddenKeys.has(key)) {
        const problem = { code: 'param/forbidden-key', data: { key } };
        problems.push(document.problem(problem, appendPointer(pointer, key), node));
      }
    }
  });
  return problems;
}
