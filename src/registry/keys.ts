import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import { fewMembers, problemAt, type RegistryDocument, visitObjects } from './document.js';
import type { Member } from './parse-json.js';

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds members that stand twice in one object, and names that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, (members, pointer) => {
    const findFirst = findFirsts(members);
    for (const member of members) {
      const { name: key, key: range } = member;
      const first = findFirst(key) ?? member;
      if (first !== member) {
        const problem = { code: 'param/duplicate-key', data: { key, firstLine: first.key.line } };
        problems.push(problemAt(document, problem, appendPointer(pointer, key), range));
      }
      if (forbiddenKeys.has(key)) {
        const problem = { code: 'param/forbidden-key', data: { key } };
        problems.push(problemAt(document, problem, appendPointer(pointer, key), range));
      }
    }
  });
  return problems;
}

/** Finds the first member of a name. */
function findFirsts(members: readonly Member[]): (name: string) => Member | undefined {
  if (members.length <= fewMembers) return (name) => members.find((member) => member.name === name);
  const firsts = new Map(members.toReversed().map((member) => [member.name, member]));
  return (name) => firsts.get(name);
}
