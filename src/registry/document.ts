import type { PlacedProblem } from '../model/finding.js';
import { appendPointer } from '../model/json.js';
import type { Place, SourceLine } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import type { Field, JsonNode } from './json/json-node.js';
import type { JsonDocument } from './json/parse-json.js';
import { pathLimit, resultLimit, TooLargeError } from './rules.js';

export interface RegistryDocument extends JsonDocument {
  readonly path: string;
  readonly text: string;
  readonly chain: string | null;
  /** The place that a script copied it from. */
  readonly source?: SourceLine;
  /** Set if its chain counts as live whatever it says, since only the change under review says so. */
  readonly isLive?: boolean;
}

type Located = Pick<JsonNode, 'range'>;

/** Throws a TooLargeError if the names above the part are too long. */
export function placeAt({ path, source }: RegistryDocument, pointer: string, { range }: Located): Place {
  if (pointer.lastIndexOf('/') > pathLimit) throw new TooLargeError('path');
  return { file: path, pointer, range, ...(source === undefined ? {} : { source }) };
}

// By the tree, since lines of plain entries have a document each.
const resultCounts = new WeakMap<JsonNode, number>();

/** Counts an entry or a problem of a file. Throws a TooLargeError if there are too many. */
export function countResult({ tree }: RegistryDocument): void {
  const count = (resultCounts.get(tree) ?? 0) + 1;
  if (count > resultLimit) throw new TooLargeError('results');
  resultCounts.set(tree, count);
}

export function problemAt(
  document: RegistryDocument,
  problem: Problem,
  pointer: string,
  part: Located,
): PlacedProblem {
  countResult(document);
  return { problem, place: placeAt(document, pointer, part), entry: null };
}

// Fields are looked up for each problem of an object, and a hostile object has thousands of both.
const indexFields = remember(
  ({ fields }: JsonNode): ReadonlyMap<string, Field> => new Map(fields.map((field) => [field.name, field])),
);
/** Up to this many fields, a linear search is faster than an index. */
const fewFields = 8;

/** The field of a name; the last one of duplicates, as in JSON.parse. Undefined if the node is not an object. */
export function findField(node: JsonNode, name: string): Field | undefined {
  const { fields } = node;
  if (fields.length > fewFields) return indexFields(node).get(name);
  let last: Field | undefined;
  for (const field of fields) if (field.name === name) last = field;
  return last;
}

export function findValue(node: JsonNode, name: string): JsonNode | undefined {
  return findField(node, name)?.value;
}

/** The node at a JSON Pointer; its nearest existing ancestor if there is none. */
export function findNode(tree: JsonNode, pointer: string): JsonNode {
  return followPointer(tree, pointer).path[0];
}

/** A part of a tree and its ancestors, innermost first. */
export type Path = readonly [JsonNode, ...JsonNode[]];

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
    const [node] = path;
    const child = node.type === 'array' ? node.items[Number(token)] : findValue(node, token);
    if (child === undefined) return { path, rest: tokens.slice(index) };
    path = [child, ...path];
  }
  return { path, rest: [] };
}

export function visitObjects(
  node: JsonNode,
  visit: (object: JsonNode, pointer: string) => void,
  pointer = '',
): void {
  const { type, fields, items } = node;
  if (type === 'object') visit(node, pointer);
  for (const { name, value } of fields) {
    if (isNested(value)) visitObjects(value, visit, appendPointer(pointer, name));
  }
  items.forEach((item, index) => {
    if (isNested(item)) visitObjects(item, visit, appendPointer(pointer, index));
  });
}

function isNested({ type }: JsonNode): boolean {
  return type === 'object' || type === 'array';
}

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

/** Keeps the results of a function by its first argument, as long as that lives. */
export function remember<
  Key extends object,
  Others extends readonly unknown[],
  Result extends object | string,
>(compute: (key: Key, ...others: Others) => Result): (key: Key, ...others: Others) => Result {
  const results = new WeakMap<Key, Result>();
  return (key, ...others) => {
    const result = results.get(key) ?? compute(key, ...others);
    results.set(key, result);
    return result;
  };
}
