import type { TextEdit } from '../../model/finding.js';
import type { ItemWriting, NewItem } from '../json/json-node.js';
import type { Extent } from './foreign-tree.js';

/** The rest of an item's line if nothing follows the item: its comma, and a comment about it, which some characters end in JavaScript only. */
const lineRest = /^[ \t]*(?:(,)[ \t]*)?(?:(?:\/\/|#)[^\r\n\u2028\u2029]*)?(?:\r?\n|$)/;
const comments = /\/\/[^\n]*|#[^\n]*|\/\*[^]*?\*\//g;

/**
 * How items in brackets are removed and added, in syntaxes that allow a comma after the last one. An item on separate lines is removed with them;
 * nothing is changed if a comment stands between an item and its comma.
 */
export function writeInBrackets(
  text: string,
  array: Extent,
  items: readonly Extent[],
  write: (item: NewItem) => string,
): ItemWriting {
  return {
    remove: removeInBrackets(text, array, items),
    append: (item) => appendItem(text, array, items, write(item)),
  };
}

export function removeInBrackets(
  text: string,
  { start, end }: Extent,
  parts: readonly Extent[],
): ItemWriting['remove'] {
  const inner = { start: start + 1, end: end - 1 };
  return (indices) => {
    if (indices.size === parts.length && isBlank(cutOut(text, inner, parts))) return [erase(inner)];
    const edits = listRuns(indices).map((run) => removeRun(text, inner, parts, run));
    return edits.includes(null) ? [] : edits.flatMap((run) => run ?? []);
  };
}

/** Writes an item on one line, with `colon` between the name and the value of a field. */
export function writeInline(
  item: NewItem,
  colon: string,
  write: (value: string) => string = JSON.stringify,
): string {
  if (typeof item === 'string') return write(item);
  const fields = Object.entries(item).map(([name, value]) => name + colon + write(value));
  return `{ ${fields.join(', ')} }`;
}

/** Neighbours share the comma between them. */
function listRuns(indices: ReadonlySet<number>): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (const index of [...indices].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run?.[1] === index - 1) run[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}

function removeRun(
  text: string,
  inner: Extent,
  items: readonly Extent[],
  [first, last]: readonly [number, number],
): readonly TextEdit[] | null {
  const run = items.slice(first, last + 1);
  const lines = run.map((item, index) => {
    const isLast = first + index === items.length - 1;
    return findLines(text, item, isLast ? text.slice(item.end, inner.end) : null);
  });
  if (!lines.includes(null)) return lines.flatMap((line) => (line === null ? [] : erase(line)));
  const { start } = run[0] ?? inner;
  const end = items[last]?.end ?? start;
  const before = items[first - 1]?.end;
  const after = items[last + 1]?.start;
  const around = cutOut(text, { start: before ?? inner.start, end: after ?? inner.end }, run);
  if (!isBlank(around)) return null;
  // With the comma before it, so that the edits of two neighbours are disjoint.
  return [erase({ start: before ?? start, end: before === undefined ? (after ?? end) : end })];
}

/**
 * The lines of an item that shares them with nothing else; null for any other item. Its comma must be there, unless only comments follow the item in
 * its list.
 */
function findLines(text: string, { start, end }: Extent, listRest: string | null): Extent | null {
  // No further, since a file may be one line.
  let lineStart = start;
  while (/[ \t]/.test(text.charAt(lineStart - 1))) lineStart -= 1;
  const [rest, comma] = lineRest.exec(text.slice(end)) ?? [];
  if (rest === undefined || (lineStart > 0 && text.charAt(lineStart - 1) !== '\n')) return null;
  // The next line may begin with the comma, or close a parenthesis.
  if (comma === undefined && (listRest === null || !isBlankWithoutComments(listRest))) return null;
  return { start: lineStart, end: end + rest.length };
}

function isBlankWithoutComments(text: string): boolean {
  return text.replaceAll(comments, '').trim() === '';
}

function cutOut(text: string, { start, end }: Extent, items: readonly Extent[]): string {
  let before = '';
  let at = start;
  for (const item of items) {
    before += text.slice(at, item.start);
    at = item.end;
  }
  return before + text.slice(at, end);
}

function isBlank(text: string): boolean {
  return /^[\s,]*$/.test(text);
}

export function erase({ start, end }: Extent): TextEdit {
  return { offset: start, length: end - start, text: '' };
}

function appendItem(
  text: string,
  array: Extent,
  items: readonly Extent[],
  written: string,
): readonly TextEdit[] | null {
  const last = items.at(-1);
  if (last === undefined) {
    const inner = { start: array.start + 1, end: array.end - 1 };
    return isBlank(text.slice(inner.start, inner.end)) ? [{ ...erase(inner), text: written }] : null;
  }
  const after = text.slice(last.end, array.end - 1);
  const [comma] = /^[ \t]*,/.exec(after) ?? [];
  // A comma that follows a comment.
  if (comma === undefined && !isBlankWithoutComments(after)) return null;
  const lineStart = text.lastIndexOf('\n', last.start - 1) + 1;
  const indent = text.slice(lineStart, last.start);
  const lineEnd = last.end + (/^[^\r\n]*/.exec(text.slice(last.end))?.[0].length ?? 0);
  if (indent.trim() !== '' || lineEnd >= array.end)
    return [
      {
        offset: last.end + (comma?.length ?? 0),
        length: 0,
        text: comma === undefined ? `, ${written}` : ` ${written},`,
      },
    ];
  const newline = text.slice(lineEnd).startsWith('\r\n') ? '\r\n' : '\n';
  return [
    ...(comma === undefined ? [{ offset: last.end, length: 0, text: ',' }] : []),
    { offset: lineEnd, length: 0, text: `${newline}${indent}${written}${comma === undefined ? '' : ','}` },
  ];
}
