import { truncate } from '../../model/truncate.js';
import type { JsonNode } from './json-node.js';
import { parseJson } from './parse-json.js';

/** A field that an object in a JSON text has twice, so that only the last one would count; null if there is none, and for what is not JSON. */
export function findRepeated(text: string): string | null {
  const parsed = parseJson(text);
  return 'kind' in parsed ? null : findRepeatedIn(parsed.tree);
}

function findRepeatedIn({ items, fields: named }: JsonNode): string | null {
  const names = new Set<string>();
  for (const { name } of named) {
    if (names.has(name)) return name;
    names.add(name);
  }
  for (const part of [...items, ...named.map(({ value }) => value)]) {
    const name = findRepeatedIn(part);
    if (name !== null) return name;
  }
  return null;
}

export function describeRepeated(name: string): string {
  return `it has the field ${JSON.stringify(truncate(name))} twice`;
}
