import { fold, type KnownField } from '../formats/entry-fields.js';
import { findNearest } from '../model/describe-unknown.js';
import { findField } from './document.js';
import type { JsonNode } from './json/json-node.js';

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
