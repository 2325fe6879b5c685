import type { Path } from '../document.js';
import type { JsonNode } from '../json/json-node.js';
import { findNextIndent, type Spacing, readSpacing } from './spacing.js';

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

export interface ItemModel {
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
