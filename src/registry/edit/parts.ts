import { findField } from '../document.js';
import type { JsonNode } from '../json/json-node.js';

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A part of a tree and its ancestors, innermost first. */
export type Path = readonly [JsonNode, ...JsonNode[]];

export function countParts({ items, fields }: JsonNode): number {
  return items.length + fields.length;
}

export function partAt({ items, fields }: JsonNode, index: number): Part | undefined {
  const item = items[index];
  if (item !== undefined) return { start: item.offset, end: item.offset + item.length };
  const field = fields[index];
  return field && { start: field.key.offset, end: field.value.offset + field.value.length };
}

/** Follows a JSON Pointer (RFC 6901) into a tree as far as it leads, and returns the tokens that are left. Takes the last of duplicate fields. */
export function followPointer(
  tree: JsonNode,
  pointer: string,
): { readonly path: Path; readonly rest: readonly string[] } {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  let path: Path = [tree];
  for (const [index, token] of tokens.entries()) {
    const child = findChild(path[0], token);
    if (child === undefined) return { path, rest: tokens.slice(index) };
    path = [child, ...path];
  }
  return { path, rest: [] };
}

function findChild(node: JsonNode, token: string): JsonNode | undefined {
  if (node.type !== 'array') return findField(node, token);
  return /^\d+$/.test(token) ? node.items[Number(token)] : undefined;
}
