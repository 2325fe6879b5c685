import { findField } from '../document.js';
import type { JsonNode } from '../json/json-node.js';

/** An item of an array or a field of an object: from its first to after its last character, as offsets into the text. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** A part of a tree with all that it is in, innermost first. */
export type Path = readonly [JsonNode, ...JsonNode[]];

/** How many items an array has, or fields an object. */
export function countParts({ items, fields }: JsonNode): number {
  return items.length + fields.length;
}

/** One of the items of an array, or of the fields of an object, in their order in the text. */
export function partAt({ items, fields }: JsonNode, index: number): Part | undefined {
  const item = items[index];
  if (item !== undefined) return { start: item.offset, end: item.offset + item.length };
  const field = fields[index];
  return field && { start: field.key.offset, end: field.value.offset + field.value.length };
}

/** How far a JSON Pointer (RFC 6901) leads into a tree, and the tokens that are left. Of fields with the same name it takes the last. */
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
