import type { EntryFields, EntryList, Format } from '../../formats/format.js';
import type { ListDefinition } from '../../formats/list-definition.js';
import type { Entry } from '../../model/entry.js';
import { groupBy } from '../../model/group-by.js';
import type { PlacedProblem, TextEdit } from '../../model/finding.js';
import type { Place } from '../../model/place.js';
import { appendPointer } from '../../model/json.js';
import type { KindDefinition } from '../../model/kind.js';
import { type FileChain, findChainAt, findChains, listsOf } from '../chains.js';
import {
  followPointer,
  matchesPattern,
  type RegistryDocument,
  splitPointer,
  visitObjects,
  remember,
} from '../document.js';
import type { JsonNode } from '../json/json-node.js';
import type { LoadedFile } from '../load-file.js';
import { parseDocument } from '../parse-file.js';

export interface FieldPlace {
  readonly object: JsonNode;
  readonly index: number;
}

export interface EntryPlace {
  readonly list: EntryList;
  readonly fields: EntryFields;
  readonly kind: KindDefinition;
  readonly item: JsonNode;
  /** What contains it: an array, unless the list is a single value. */
  readonly container: JsonNode;
  readonly index: number;
}

export interface FixableFile {
  readonly document: RegistryDocument;
  readonly kinds: readonly KindDefinition[];
  /** Null if the file lists no endpoints. */
  readonly format: Format | null;
  /** Of a file that lists something else. */
  readonly list: ListDefinition | null;
  readonly chains: readonly FileChain[];
}

/**
 * By the code of a rule: the edits that fix a problem of it in a file; none if there is no single right correction. A new fix is one row of the file
 * that has its sort.
 */
export type Fixes = Readonly<
  Record<string, (problem: PlacedProblem, file: FixableFile) => readonly TextEdit[]>
>;

/** Parses a file again; null if it has no text, or as `parseDocument`. */
export function parseFixable(
  { location, format, text }: Pick<LoadedFile, 'location' | 'format' | 'text'>,
  kinds: readonly KindDefinition[],
): FixableFile | null {
  const document = text === null ? null : parseDocument(location, text);
  if (document === null) return null;
  const chains = format === null ? [] : findChains(document, format);
  return { document, kinds, format, list: location.list, chains };
}

export function findPart({ document }: FixableFile, pointer: string | null): JsonNode | undefined {
  const { path, rest } = followPointer(document.tree, pointer ?? '');
  return rest.length === 0 ? path[0] : undefined;
}

/** The field whose key is at a place; undefined if none is. An object may have several of a name, and a JSON Pointer leads to the last. */
export function findFieldAt(
  { document: { tree } }: FixableFile,
  { pointer, range }: Place,
): FieldPlace | undefined {
  return indexFields(tree)
    .get(describeStart(range))
    ?.find((field) => field.pointer === pointer);
}

export function findEntry(file: FixableFile, { place, kind: name }: Entry): EntryPlace | null {
  const { format, chains, kinds } = file;
  const { parent, field } = splitPointer(place.pointer ?? '');
  const chain = findChainAt(chains, place.pointer ?? '');
  const kind = kinds.find((candidate) => candidate.kind === name);
  const [item, container] = [findPart(file, place.pointer), findPart(file, parent)];
  if (format === null || chain === undefined || kind === undefined) return null;
  const [inChain, listed] = [place.pointer ?? '', parent].map((at) => at.slice(chain.pointer.length));
  const list = listsOf(format, chain).find(
    ({ deriveAddress, kind: usual, kindByScheme, pointer }) =>
      deriveAddress === undefined &&
      (usual === name || Object.values(kindByScheme ?? {}).includes(kind.kind)) &&
      (matchesPattern(inChain ?? '', pointer) || matchesPattern(listed ?? '', pointer)),
  );
  if (list === undefined || item === undefined || container === undefined) return null;
  const fields = list.entryFields ?? format.entryFields;
  return { list, fields, kind, item, container, index: Number(field) };
}

type PointedField = FieldPlace & { readonly pointer: string };

// Fields are looked up for each problem, and a hostile file has thousands of both. By place, since paths that are compared stay in memory as a whole.
const indexFields = remember((tree: JsonNode): ReadonlyMap<string, readonly PointedField[]> => {
  const fields: PointedField[] = [];
  visitObjects(tree, (object, pointer) => {
    for (const [index, { name }] of object.fields.entries())
      fields.push({ object, index, pointer: appendPointer(pointer, name) });
  });
  return groupBy(fields, ({ object, index }) => describeStart(object.fields[index]?.key.range ?? null));
});

function describeStart(range: Place['range']): string {
  return `${range?.line ?? 0}:${range?.column ?? 0}`;
}
