import { appendPointer } from '../model/json.js';
import { findValue } from './document.js';
import type { JsonNode } from './json/json-node.js';

export interface Match {
  readonly pointer: string;
  readonly node: JsonNode;
}

/** The parts of a tree that match a pattern: a JSON Pointer (RFC 6901) in which `*` stands for each item of an array, and `{}` for each field of an object. */
export function findMatches(tree: JsonNode, pattern: string): readonly Match[] {
  return follow({ pointer: '', node: tree }, splitPattern(pattern));
}

function follow(from: Match, tokens: readonly string[]): readonly Match[] {
  let { pointer, node } = from;
  for (const [index, token] of tokens.entries()) {
    if (token === '*') {
      const rest = tokens.slice(index + 1);
      return node.items.flatMap((item, at) => follow({ pointer: `${pointer}/${at}`, node: item }, rest));
    }
    if (token === '{}') {
      const rest = tokens.slice(index + 1);
      return node.fields.flatMap(({ name, value: field }) =>
        follow({ pointer: appendPointer(pointer, name), node: field }, rest),
      );
    }
    const value = findValue(node, token);
    if (value === undefined) return [];
    pointer = appendPointer(pointer, token);
    node = value;
  }
  return [{ pointer, node }];
}

/** Whether a JSON Pointer is one that `findMatches` may find by a pattern. */
export function matchesPattern(pointer: string, pattern: string): boolean {
  const tokens = pointer.split('/').slice(1);
  const expected = splitPattern(pattern);
  const isWild = (token: string) => token === '*' || token === '{}';
  return (
    tokens.length === expected.length &&
    expected.every((token, index) => isWild(token) || token === tokens[index])
  );
}

/** Cached, since the few patterns of the formats are needed for each file. */
const splitPatterns = new Map<string, readonly string[]>();

function splitPattern(pattern: string): readonly string[] {
  const tokens = splitPatterns.get(pattern) ?? pattern.split('/').slice(1);
  splitPatterns.set(pattern, tokens);
  return tokens;
}

export function splitPointer(pointer: string): { readonly parent: string; readonly field: string } {
  const at = pointer.lastIndexOf('/');
  return { parent: pointer.slice(0, at), field: pointer.slice(at + 1) };
}
