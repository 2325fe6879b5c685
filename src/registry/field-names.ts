import { fold, type KnownField } from '../formats/entry-fields.js';
import { findNearest } from '../model/describe-unknown.js';
import { findField, problemAt, type RegistryDocument, visitObjects } from './document.js';
import type { JsonNode, Span } from './json/json-node.js';
import type { PlacedProblem } from '../model/finding.js';
import { appendPointer, isJsonObject, type JsonValue } from '../model/json.js';
import type { Problem } from '../model/rule.js';

/**
 * Fields of real registries whose names are close to a field of a format but mean something else in it, in any spelling. They are not
 * reported.
 */
const otherFields = new Set(
  [
    'rpc_endpoint',
    'lcd_endpoint',
    'cosmos_rpc_endpoint',
    'tm_rpc_endpoint',
    'tendermint_rpc_endpoint',
    'rest_endpoint',
    'api_endpoint',
    'ws_endpoint',
  ].map(fold),
);

/** Where an object has the right field besides a misspelled one, for the hint; nothing if it has not. */
export function describeExisting(
  node: JsonNode,
  expected: string,
  isList: boolean,
): { readonly existing?: { readonly line: number; readonly isList: boolean } } {
  const field = findField(node, expected);
  return field === undefined ? {} : { existing: { line: field.key.range.line, isList } };
}

/** Shorter names are too close to others: `curl` is one letter from `url`. */
const minLength = 8;

/** The known name that a field was probably meant to have; null if there is none. */
export function findIntended(field: string, candidates: readonly KnownField[]): string | null {
  if (candidates.some(({ name }) => name === field)) return null;
  const folded = fold(field);
  const same = candidates.find(
    ({ name, aliases }) => foldKnown(name) === folded || aliases.some((alias) => foldKnown(alias) === folded),
  );
  if (same !== undefined) return same.name;
  if (otherFields.has(folded)) return null;
  const names = new Map(candidates.map(({ name }) => [foldKnown(name), name]));
  const near = findNearest(
    folded,
    [...names.keys()].filter((name) => name.length >= minLength),
  );
  return near === null ? null : (names.get(near) ?? null);
}

/** Cached, since the few names of the formats are needed for each field of each file. */
const foldedNames = new Map<string, string>();

function foldKnown(name: string): string {
  const folded = foldedNames.get(name) ?? fold(name);
  foldedNames.set(name, folded);
  return folded;
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Finds duplicate keys, and keys that change how objects behave, anywhere in the file. */
export function judgeKeys(document: RegistryDocument): PlacedProblem[] {
  // A shortcut for almost all files: the parsed value has each key once.
  if (countFields(document.value) === document.fieldCount) return [];
  const problems: PlacedProblem[] = [];
  visitObjects(document.tree, ({ fields }, pointer) => {
    const firsts = new Map<string, Span>();
    for (const { name: key, key: part } of fields) {
      const report = (problem: Problem) =>
        problems.push(problemAt(document, problem, appendPointer(pointer, key), part));
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, part);
      else report({ code: 'file/duplicate-key', data: { key, firstLine: first.range.line } });
      if (forbiddenKeys.has(key)) report({ code: 'file/forbidden-key', data: { key } });
    }
  });
  return problems;
}

/** Number of fields in a value, nested ones included; infinite if a key is forbidden. */
function countFields(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) count += countFields(item);
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const field = value[key];
      count += forbiddenKeys.has(key) ? Infinity : 1;
      // Saves a call for strings and numbers, which most fields are.
      if (typeof field === 'object') count += countFields(field);
    }
  }
  return count;
}
