import type { Format } from '../formats/format.js';
import type { Entry } from '../model/entry.js';
import { type FileChain, listsOf } from './chains.js';
import { findNode, placeAt, type RegistryDocument } from './document.js';
import { fixShape } from './field-fixes.js';
import type { ShapeProblem } from './join-misspellings.js';
import { splitPointer } from './pointer-pattern.js';
import { validateShape } from './validate.js';

/** Reports what is not as the format's schema says, each with the entry that it belongs to. */
export function judgeShape(
  document: RegistryDocument,
  format: Format,
  chains: readonly FileChain[],
  entries: readonly Entry[],
): ShapeProblem[] {
  let byPointer: ReadonlyMap<string | null, Entry> | null = null;
  // Built on demand, since few files have violations.
  const findEntry = (pointer: string) => {
    byPointer ??= new Map(entries.map((entry) => [entry.place.pointer, entry]));
    return byPointer.get(pointer);
  };
  const chainOf = createChainLookup(chains);
  const findList = (pointer: string) => {
    const chain = chainOf(pointer);
    const lists = chain === undefined ? [] : listsOf(format, chain);
    return lists.find((candidate) => (chain?.pointer ?? '') + candidate.pointer === pointer);
  };
  const fieldsOf = (pointer: string) =>
    findList(splitPointer(pointer).parent)?.entryFields ?? format.entryFields;
  const faults = validateShape(document.value, format, (pointer) =>
    findEntry(pointer) === undefined ? undefined : fieldsOf(pointer),
  );
  return faults.map(({ pointer, reason, fix: hint, missing }): ShapeProblem => {
    const { parent, field } = splitPointer(pointer);
    const node = findNode(document.tree, pointer);
    const fix = fixShape(
      document.text,
      node,
      { parent: findNode(document.tree, parent), index: Number(field) },
      findList(pointer)?.form,
      fieldsOf(pointer),
    );
    const placed = {
      problem: { code: 'file/schema', data: { reason, fix: hint } },
      place: placeAt(document, pointer, node),
      // `/grpc_endpoint/0/url` belongs to the entry at `/grpc_endpoint/0`.
      entry: findEntry(pointer) ?? findEntry(parent) ?? null,
      ...(fix === null ? {} : { fix }),
    };
    return { placed, missing };
  });
}

/** Finds the chain that contains a pointer. All chains of a format are at the same depth. */
function createChainLookup(chains: readonly FileChain[]): (pointer: string) => FileChain | undefined {
  const byPointer = new Map(chains.map((chain) => [chain.pointer, chain]));
  const depth = chains[0]?.pointer.split('/').length ?? 1;
  return (pointer) => {
    const tokens = pointer.split('/');
    return tokens.length > depth ? byPointer.get(tokens.slice(0, depth).join('/')) : undefined;
  };
}
