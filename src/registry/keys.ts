import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { type RegistryDocument, listMembers, visitObjects } from './document.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds members that stand twice in one object, and names that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, (object, pointer) => {
    const firstLines = new Map<string, number>();
    for (const { name: key, key: node } of listMembers(object)) {
      const at = appendPointer(pointer, key);
      const line = document.place(at, node).range?.line ?? 0;
      const firstLine = firstLines.get(key);
      if (firstLine === undefined) firstLines.set(key, line);
      else
        problems.push(document.problem({ code: 'param/duplicate-key', data: { key, firstLine } }, at, node));
      if (forbiddenKeys.has(key)) {
        problems.push(document.problem({ code: 'param/forbidden-key', data: { key } }, at, node));
      }
    }
  });
  return problems;
}
