import type { TextEdit } from '../../model/finding.js';
import type { Field, JsonNode } from '../json/json-node.js';
import { followPointer, listParts, type Part } from './parts.js';

/**
 * The edits that remove what JSON Pointers (RFC 6901) lead to, items of arrays and fields of objects alike, as `removeItems` does. A pointer
 * that leads nowhere, or to the whole document, removes nothing; none may lead into what another one removes.
 */
export function removeAt(text: string, tree: JsonNode, pointers: Iterable<string>): readonly TextEdit[] {
  const removed = new Map<JsonNode, Set<number>>();
  for (const pointer of pointers) {
    const { path, rest } = followPointer(tree, pointer);
    const [node, parent] = path;
    if (parent === undefined || rest.length > 0) continue;
    const indices = removed.get(parent) ?? new Set();
    removed.set(
      parent,
      indices.add([...parent.items, ...parent.fields.map(({ value }) => value)].indexOf(node)),
    );
  }
  return [...removed].flatMap(([parent, indices]) => removeParts(text, parent, indices));
}

/**
 * The edits that remove items of an array, each with one comma and the white space between it and a neighbour; all else stays byte for byte.
 * An array that loses all its items becomes `[]`. Items that are no neighbours give disjoint edits, in several calls too.
 */
export function removeItems(text: string, array: JsonNode, indices: Iterable<number>): readonly TextEdit[] {
  return removeParts(text, array, new Set(indices));
}

/** The edits that remove fields of this object as `removeItems` removes items; an object that loses all its fields becomes `{}`. */
export function removeFields(text: string, object: JsonNode, fields: readonly Field[]): readonly TextEdit[] {
  return removeParts(text, object, new Set(fields.map((field) => object.fields.indexOf(field))));
}

function removeParts(text: string, container: JsonNode, removed: ReadonlySet<number>): readonly TextEdit[] {
  const parts = listParts(container);
  const edits: TextEdit[] = [];
  let before: Part | undefined;
  let start: number | null = null;
  for (const [index, part] of parts.entries()) {
    const after = parts[index + 1];
    if (!removed.has(index)) before = part;
    else if (after !== undefined && removed.has(index + 1)) start ??= part.start;
    else {
      const run = { start: start ?? part.start, end: part.end };
      const extent = findExtent(text, container, run, before, after);
      edits.push({ offset: extent.start, length: extent.end - extent.start, text: '' });
      start = null;
    }
  }
  return edits;
}

/** What is removed with neighbouring parts, from the end of the part before them to the start of the one after. */
function findExtent(
  text: string,
  { offset, length }: JsonNode,
  run: Part,
  before: Part | undefined,
  after: Part | undefined,
): Part {
  const from = before?.end ?? offset + 1;
  if (after === undefined) return { start: from, end: before === undefined ? offset + length - 1 : run.end };
  const spaceBefore = text.slice(from, run.start);
  const spaceAfter = text.slice(run.end, after.start);
  const withSpaceBefore = { start: from, end: run.end };
  const withSpaceAfter = { start: run.start, end: after.start };
  // Of equal ones that before, so that two neighbours whose edits come from two calls go together as well.
  if (spaceBefore === spaceAfter) return withSpaceBefore;
  // What stays apart is where there are more line breaks: they end a line, or a group of lines.
  const isGroupEnd = countBreaks(spaceBefore) < countBreaks(spaceAfter);
  if (before !== undefined && isGroupEnd) return withSpaceBefore;
  const lines = {
    start: from + spaceBefore.lastIndexOf('\n') + 1,
    end: run.end + spaceAfter.lastIndexOf('\n') + 1,
  };
  const commas = text.slice(lines.start, run.start) + text.slice(run.end, lines.end);
  const areWhole = spaceBefore.includes('\n') && spaceAfter.includes('\n') && commas.split(',').length === 2;
  if (areWhole) return lines;
  return before === undefined || countBreaks(spaceBefore) > countBreaks(spaceAfter)
    ? withSpaceAfter
    : withSpaceBefore;
}

function countBreaks(space: string): number {
  return space.split('\n').length - 1;
}
