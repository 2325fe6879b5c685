import type { JsonNode } from '../json/json-node.js';

export interface Part {
  readonly start: number;
  readonly end: number;
}

export function countParts({ items, fields }: JsonNode): number {
  return items.length + fields.length;
}

export function partAt({ items, fields }: JsonNode, index: number): Part | undefined {
  const item = items[index];
  if (item !== undefined) return { start: item.offset, end: item.offset + item.length };
  const field = fields[index];
  return field && { start: field.key.offset, end: field.value.offset + field.value.length };
}
