import type { KnownField } from '../formats/known-field.js';
import { fold } from '../formats/fold.js';
import { findNearest } from '../model/nearest.js';

/** Fields of real registries that are near a field that is read but mean something else where they are not read, in any spelling. */
const otherFields = new Set(
  [
    'rpc_endpoint',
    'lcd_endpoint',
    'cosmos_rpc_endpoint',
    'tm_rpc_endpoint',
    'tendermint_rpc_endpoint',
    'solana_rpc_endpoint',
    'rest_endpoint',
    'api_endpoint',
    'ws_endpoint',
  ].map(fold),
);

/** Shorter names are near too many others: `chain` is two letters from `chainid`, and `curl` one from `url`. */
const minLength = 8;

/** The name that a field was probably meant to have; null where none is near. */
export function findIntended(field: string, known: readonly KnownField[]): string | null {
  if (known.some(({ name }) => name === field)) return null;
  const folded = fold(field);
  const same = known.find(
    ({ name, aliases }) => foldKnown(name) === folded || aliases.some((alias) => foldKnown(alias) === folded),
  );
  if (same !== undefined) return same.name;
  if (otherFields.has(folded)) return null;
  const names = new Map(known.map(({ name }) => [foldKnown(name), name]));
  const near = findNearest(
    folded,
    [...names.keys()].filter((name) => name.length >= minLength),
  );
  return near === null ? null : (names.get(near) ?? null);
}

/** Folded names of formats, which are few and needed for each field of each file. */
const foldedNames = new Map<string, string>();

function foldKnown(name: string): string {
  const folded = foldedNames.get(name) ?? fold(name);
  foldedNames.set(name, folded);
  return folded;
}
