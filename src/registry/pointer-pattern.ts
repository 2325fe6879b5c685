import { appendPointer } from '../model/json.js';
import { findField } from './document.js';
import type { JsonNode } from './json/parse-json.js';

/** A part of a file and its JSON Pointer. */
export interface Match {
  readonly pointer: string;
  readonly node: JsonNode;
}

/** The parts of a tree that a pattern leads to: a JSON Pointer (RFC 6901) in which `*` is each item of an array. */
export function findMatches(tree: JsonNode, pattern: string): readonly Match[] {
  let matches: readonly Match[] = [{ pointer: '', node: tree }];
  for (const token of pattern.split('/').slice(1)) {
    matches = matches.flatMap(({ pointer, node }): readonly Match[] => {
      if (token === '*')
        return node.items.map((item, index) => ({ pointer: `${pointer}/${index}`, node: item }));
      const value = findField(node, token);
      return value === undefined ? [] : [{ pointer: appendPointer(pointer, token), node: value }];
    });
  }
  return matches;
}

/** The last field of a JSON Pointer, and the pointer to what holds it: `/apis/grpc` is `grpc` in `/apis`. */
export function splitPointer(pointer: string): { readonly parent: string; readonly field: string } {
  const at = pointer.lastIndexOf('/');
  return { parent: pointer.slice(0, at), field: pointer.slice(at + 1) };
}
