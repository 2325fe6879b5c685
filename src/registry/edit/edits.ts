import type { TextEdit } from '../../model/finding.js';
import type { JsonNode } from '../json/json-node.js';
import { followPointer } from '../document.js';
import { countParts, type Part, partAt } from './style.js';

/**
 * Applies all edits to a text; each counts from the original text. Insertions at the same place keep the order of the edits. Throws a RangeError
 * if edits overlap or exceed the text.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let end = 0;
  // At the same offset, an insertion comes before a replacement.
  const sorted = edits.toSorted((a, b) => a.offset - b.offset || Math.sign(a.length) - Math.sign(b.length));
  for (const edit of sorted) {
    if (edit.offset < end || edit.length < 0 || edit.offset + edit.length > text.length)
      throw new RangeError(`edit at ${edit.offset} overlaps another or leaves the text`);
    parts.push(text.slice(end, edit.offset), edit.text);
    end = edit.offset + edit.length;
  }
  return parts.join('') + text.slice(end);
}

/** The smallest edit that changes the value of a string in JSON text. Rewrites the whole string if it contains escapes. */
export function fixString(
  text: string,
  { offset, length, string, write }: JsonNode,
  corrected: string,
): TextEdit {
  if (write !== undefined) return { offset, length, text: write(corrected) };
  const written = text.slice(offset + 1, offset + length - 1);
  if (written !== string) return { offset: offset + 1, length: length - 2, text: escapeString(corrected) };
  const start = findDifference(string, corrected);
  const [rest, correctedRest] = [string.slice(start), corrected.slice(start)];
  const end = findDifference(reverse(rest), reverse(correctedRest));
  return {
    offset: offset + 1 + start,
    length: rest.length - end,
    text: escapeString(correctedRest.slice(0, correctedRest.length - end)),
  };
}

function escapeString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Length of the common prefix of two strings in UTF-16 code units, without splitting a character. */
function findDifference(before: string, after: string): number {
  const characters = Array.from(before);
  const expected = Array.from(after);
  const count = characters.findIndex((character, index) => character !== expected[index]);
  return (count < 0 ? before : characters.slice(0, count).join('')).length;
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

/**
 * Finds the edits that remove what JSON Pointers (RFC 6901) lead to, items and fields alike, as `removeParts` does. Ignores a pointer that leads
 * nowhere, or to the whole document. None may lead into what another one removes.
 */
export function removeAt(text: string, tree: JsonNode, pointers: Iterable<string>): readonly TextEdit[] {
  const removed = new Map<JsonNode, Set<JsonNode>>();
  for (const pointer of pointers) {
    const { path, rest } = followPointer(tree, pointer);
    const [node, parent] = path;
    if (parent === undefined || rest.length > 0) continue;
    removed.set(parent, (removed.get(parent) ?? new Set()).add(node));
  }
  return [...removed].flatMap(([parent, nodes]) => {
    const values = [...parent.items, ...parent.fields.map(({ value }) => value)];
    const indices = values.flatMap((value, index) => (nodes.has(value) ? [index] : []));
    return removeParts(text, parent, indices);
  });
}

/**
 * Finds the edits that remove items of an array, or fields of an object, each with one comma and the white space on one side; changes nothing
 * else. A container that loses all its parts becomes `[]` or `{}`. The edits of parts that are not neighbours are disjoint, even from several
 * calls. Takes constant time for each part, so that each item of a long list may be removed by its own call.
 */
export function removeParts(
  text: string,
  container: JsonNode,
  indices: Iterable<number>,
): readonly TextEdit[] {
  const removed = new Set([...indices].filter((index) => index < countParts(container)));
  if (container.isForeign === true) return container.itemWriting?.remove(removed) ?? [];
  return [...removed].flatMap((first) => {
    const start = partAt(container, first);
    // The first of adjacent parts removes them all.
    if (start === undefined || removed.has(first - 1)) return [];
    let last = first;
    while (removed.has(last + 1)) last += 1;
    const run = { start: start.start, end: partAt(container, last)?.end ?? start.end };
    const [before, after] = [partAt(container, first - 1), partAt(container, last + 1)];
    const extent = findExtent(text, container, run, before, after);
    return [{ offset: extent.start, length: extent.end - extent.start, text: '' }];
  });
}

/** The range to remove with adjacent parts, between the end of the part before and the start of the part after. */
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
  // If both are equal, the space before, so that the edits of two neighbours from two calls are disjoint.
  if (spaceBefore === spaceAfter) return withSpaceBefore;
  // Keep the side with more line breaks: it ends a line, or a group of lines.
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
