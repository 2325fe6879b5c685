import type { JsonNode } from '../json/json-node.js';
import { findNextIndent, type Look, readLook } from './look.js';
import type { Path } from './parts.js';

/** How a file is written around one place. */
export interface Style {
  readonly newline: string;
  /** What indents a line more than that of the bracket around it. */
  readonly unit: string;
  readonly colon: string;
  /** Whether objects here have a line for each field. */
  readonly isBroken: boolean;
  /** The look of the best array of such items to copy from, of those with lines if it must have these; undefined where there is none. */
  readonly findArrayLook: (itemType: JsonNode['type'], mustBreak: boolean) => Look | undefined;
  /** The object of a list to copy from where one with these fields is written; undefined where there is none. */
  readonly findItem: (names: readonly string[]) => ItemModel | undefined;
}

/** An object of a list, as a model for another one. */
export interface ItemModel {
  readonly names: readonly string[];
  readonly look: Look;
}

/**
 * The style around a place. Lists and items are written as those of the place itself, else of its siblings, else of the arrays of the file,
 * the nearest first; where there are none, in the way of the objects around the place.
 */
export function findStyle(text: string, path: Path, siblings: readonly JsonNode[]): Style {
  const [place] = path;
  const objects = path.filter(({ type }) => type === 'object');
  const looks = objects.flatMap((node) => readLook(text, node, ': ') ?? []);
  const [nearest] = looks;
  const colon = nearest?.colon ?? ': ';
  const distance = ({ offset }: JsonNode) => Math.abs(offset - place.offset);
  const sort = (nodes: readonly JsonNode[]) => nodes.toSorted((a, b) => distance(a) - distance(b));
  const models = [...sort(siblings), ...sort(listArrays(path.at(-1) ?? place))];
  if (place.type === 'array') models.unshift(place);
  return {
    newline: /\r?\n/.exec(text)?.[0] ?? '\n',
    unit: looks.map(findUnit).find((unit) => unit !== null) ?? '  ',
    colon,
    isBroken: nearest?.open.includes('\n') ?? true,
    // Only the one is read whole: a hostile file has thousands of arrays on one line.
    findArrayLook: (itemType, mustBreak) => {
      const model = models.find((array) => {
        const open = text.slice(array.offset + 1, array.items[0]?.offset);
        return array.items.at(-1)?.type === itemType && (!mustBreak || open.includes('\n'));
      });
      return model === undefined ? undefined : (readLook(text, model, colon) ?? undefined);
    },
    findItem: (names) => {
      const model = models.find((array) => findModelItem(array, names) !== undefined);
      const item = model && findModelItem(model, names);
      const look = item === undefined ? null : readLook(text, item, colon);
      return item === undefined || look === null
        ? undefined
        : { names: item.fields.map(({ name }) => name), look };
    },
  };
}

function findUnit({ indent, open }: Look): string | null {
  const inner = findNextIndent(open);
  return inner?.startsWith(indent) === true ? inner.slice(indent.length) : null;
}

function listArrays(node: JsonNode): readonly JsonNode[] {
  const children = [...node.items, ...node.fields.map(({ value }) => value)];
  const below = children.flatMap(listArrays);
  return node.type === 'array' ? [node, ...below] : below;
}

/** The last item with all these fields, else the last one that shows what is between two fields, else between the brackets. */
function findModelItem({ items }: JsonNode, names: readonly string[]): JsonNode | undefined {
  return (
    items.findLast(({ fields }) => names.every((name) => fields.some((field) => field.name === name))) ??
    items.findLast(({ fields }) => fields.length > 1) ??
    items.findLast(({ fields }) => fields.length > 0)
  );
}
