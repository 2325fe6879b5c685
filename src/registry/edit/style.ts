import type { JsonNode } from '../json/json-node.js';
import type { Path } from '../document.js';

/** White space of an array or object, from which others can be written in the same style. */
export interface Spacing {
  /** Indent of the line on which it begins. */
  readonly indent: string;
  /** Between the opening bracket and the first part. */
  readonly open: string;
  /** Between two parts, comma included. */
  readonly separator: string;
  /** Between the last part and the closing bracket. */
  readonly close: string;
  /** Between a key and its value, colon included. */
  readonly colon: string;
}

/** The spacing of an array or object; null if it is empty. `colon` is the default if it contains no keys. */
export function readSpacing(text: string, node: JsonNode, colon: string): Spacing | null {
  const parts = Array.from({ length: countParts(node) }, (_, index) => partAt(node, index));
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return null;
  const open = text.slice(node.offset + 1, first.start);
  const fields = [...node.fields, ...node.items.flatMap((item) => item.fields)];
  const usedColon = findMostFrequent(fields.map((field) => readColon(text, field))) ?? colon;
  const separators = parts.slice(1).map((part, index) => text.slice(parts[index]?.end, part?.start));
  return {
    indent: findIndent(text, node.offset),
    open,
    separator: findMostFrequent(separators) ?? `,${findLastBreak(open) ?? findBlank(usedColon)}`,
    close: text.slice(last.end, node.offset + node.length - 1),
    colon: usedColon,
  };
}

export function readColon(text: string, { key, value }: JsonNode['fields'][number]): string {
  return text.slice(key.offset + key.length, value.offset);
}

export function moveSpacing(spacing: Spacing, indent: string): Spacing {
  const move = (space: string) =>
    space.replaceAll(/(?<=\n)[ \t]*/g, (lineIndent) =>
      lineIndent.startsWith(spacing.indent) ? indent + lineIndent.slice(spacing.indent.length) : lineIndent,
    );
  const { open, separator, close, colon } = spacing;
  return { indent, open: move(open), separator: move(separator), close: move(close), colon: move(colon) };
}

export function findIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(start, offset))?.[1] ?? '';
}

/** Indent of the last line of white space; null if it has no line break. */
export function findNextIndent(space: string): string | null {
  return /\n([ \t]*)[^\n]*$/.exec(space)?.[1] ?? null;
}

/** What follows a comma on the same line, concluded from what follows a colon. */
export function findBlank(colon: string): string {
  return colon.endsWith(':') ? '' : ' ';
}

/** The last line break of white space and the indent after it; null if it has none. */
function findLastBreak(space: string): string | null {
  return /\r?\n[^\n]*$/.exec(space)?.[0] ?? null;
}

/** The most frequent one; among equals the last one with the fewest line breaks, since blank lines separate groups. */
function findMostFrequent(spaces: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const space of spaces.toReversed()) counts.set(space, (counts.get(space) ?? 0) + 1);
  const countBreaks = (space: string) => space.split('\n').length;
  const [most] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || countBreaks(a) - countBreaks(b),
  );
  return most?.[0] ?? null;
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

export function countParts({ items, fields }: JsonNode): number {
  return items.length + fields.length;
}

export function partAt({ items, fields }: JsonNode, index: number): Part | undefined {
  const item = items[index];
  if (item !== undefined) return { start: item.offset, end: item.offset + item.length };
  const field = fields[index];
  return field && { start: field.key.offset, end: field.value.offset + field.value.length };
}

export interface Style {
  readonly newline: string;
  /** Indent of each nesting level. */
  readonly unit: string;
  readonly colon: string;
  /** Whether objects here have one line for each field. */
  readonly isBroken: boolean;
  /** The spacing of the best array of such items to copy from; if `mustBreak`, one with line breaks. Undefined if there is none. */
  readonly findArraySpacing: (itemType: JsonNode['type'], mustBreak: boolean) => Spacing | undefined;
  /** The object to copy from for an object with these fields; undefined if there is none. */
  readonly findItem: (names: readonly string[]) => ItemModel | undefined;
}

interface ItemModel {
  readonly names: readonly string[];
  readonly spacing: Spacing;
}

/**
 * Finds the style around a place. Lists and items are written like those of the place itself, else like its siblings, else like the nearest
 * arrays of the file, else like the objects around the place.
 */
export function findStyle(text: string, path: Path, siblings: readonly JsonNode[]): Style {
  const [place] = path;
  const objects = path.filter(({ type }) => type === 'object');
  const spacings = objects.flatMap((node) => readSpacing(text, node, ': ') ?? []);
  const [nearest] = spacings;
  const colon = nearest?.colon ?? ': ';
  const distance = ({ offset }: JsonNode) => Math.abs(offset - place.offset);
  const sort = (nodes: readonly JsonNode[]) => nodes.toSorted((a, b) => distance(a) - distance(b));
  const models = [...sort(siblings), ...sort(listArrays(path.at(-1) ?? place))];
  if (place.type === 'array') models.unshift(place);
  return {
    newline: /\r?\n/.exec(text)?.[0] ?? '\n',
    unit: spacings.map(findUnit).find((unit) => unit !== null) ?? '  ',
    colon,
    isBroken: nearest?.open.includes('\n') ?? true,
    // Only the chosen array is read whole: a hostile file has thousands of arrays on one line.
    findArraySpacing: (itemType, mustBreak) => {
      const model = models.find((array) => {
        const open = text.slice(array.offset + 1, array.items[0]?.offset);
        return array.items.at(-1)?.type === itemType && (!mustBreak || open.includes('\n'));
      });
      return model === undefined ? undefined : (readSpacing(text, model, colon) ?? undefined);
    },
    findItem: (names) => {
      const model = models.find((array) => findModelItem(array, names) !== undefined);
      const item = model && findModelItem(model, names);
      const spacing = item === undefined ? null : readSpacing(text, item, colon);
      return item === undefined || spacing === null
        ? undefined
        : { names: item.fields.map(({ name }) => name), spacing };
    },
  };
}

function findUnit({ indent, open }: Spacing): string | null {
  const inner = findNextIndent(open);
  return inner?.startsWith(indent) === true ? inner.slice(indent.length) : null;
}

function listArrays(node: JsonNode): readonly JsonNode[] {
  const children = [...node.items, ...node.fields.map(({ value }) => value)];
  const below = children.flatMap(listArrays);
  return node.type === 'array' ? [node, ...below] : below;
}

/** The last item with all these fields, else the last one with several fields, else the last one with any. */
function findModelItem({ items }: JsonNode, names: readonly string[]): JsonNode | undefined {
  return (
    items.findLast(({ fields }) => names.every((name) => fields.some((field) => field.name === name))) ??
    items.findLast(({ fields }) => fields.length > 1) ??
    items.findLast(({ fields }) => fields.length > 0)
  );
}
