import {
  type ErrorCode,
  isAlias,
  isMap,
  isPair,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import type { TextEdit } from '../../model/finding.js';
import type { JsonValue } from '../../model/json.js';
import type { ItemWriting } from '../json/json-node.js';
import type { JsonDocument } from '../json/parse-json.js';
import { erase, removeInBrackets, writeInBrackets, writeInline } from './bracket-writing.js';
import { type Extent, ForeignError, type ForeignField, ForeignTree, type Part } from './foreign-tree.js';

/** Errors whose messages are written for programmers. */
const reasons: Readonly<Partial<Record<ErrorCode, string>>> = {
  MULTIPLE_DOCS: 'the file holds several documents',
  RESOURCE_EXHAUSTION: 'nested too deeply',
};

/**
 * Parses YAML 1.2 with positions. An alias stands for its anchor's value, at the anchor's place; aliases that make a text endless are refused, and so
 * is a file of several documents. Throws a ForeignError.
 */
export function parseYaml(text: string): JsonDocument {
  // A line break (YAML 1.2.2, section 5.4), but not for this parser: what others read is another text.
  const lone = /\r(?!\n)/.exec(text);
  if (lone !== null) throw new ForeignError('a carriage return without a line feed', lone.index);
  // Duplicate keys have a separate rule. Pretty errors quote their line each, which takes quadratic time; `silent` would leave out everything after
  // the first document.
  const document = parseDocument(text, {
    uniqueKeys: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error !== undefined) throw new ForeignError(reasons[error.code] ?? error.message, error.pos[0]);
  return new TreeReader(text, document.directives.yaml.version === '1.1').read(document.contents);
}

class TreeReader {
  /** Whether fields are merged by `<<`, which in YAML 1.2 is a field like any other. */
  readonly #merges: boolean;
  readonly #tree: ForeignTree;
  readonly #anchors = new Map<string, Node>();
  #aliasDepth = 0;

  constructor(text: string, merges: boolean) {
    this.#merges = merges;
    this.#tree = new ForeignTree(text);
  }

  read(contents: Node | null): JsonDocument {
    return this.#tree.finish(this.#readNode(contents, 0, null));
  }

  #readNode(node: Node | null, missing: number, colon: number | null): Part {
    if (node === null) return this.#tree.scalar({ start: missing, end: missing }, null);
    const extent = extentOf(node);
    if (isAlias(node)) return this.#readAlias(node.source, extent.start);
    // An anchor that contains its own alias is known only after it.
    const part = this.#tree.descend(extent.start, () => this.#readValue(node, extent, colon));
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    return node.anchor === undefined && node.tag === undefined ? part : this.#tree.bind(part);
  }

  #readAlias(name: string, start: number): Part {
    const target = this.#anchors.get(name);
    if (target === undefined) throw new ForeignError(`no anchor is called ${name}`, start);
    this.#aliasDepth += 1;
    const aliased = this.#tree.descend(start, () => this.#readNode(target, start, null));
    this.#aliasDepth -= 1;
    return this.#tree.bind(aliased);
  }

  #readValue(node: Node, extent: Extent, colon: number | null): Part {
    if (isMap(node)) return this.#readMap(node, extent);
    if (isSeq(node)) {
      const parts = node.items.map((item) => this.#readNode(item as Node | null, extent.start, null));
      return this.#tree.array(extent, parts, createItemWriting(this.#tree.text, node, extent, colon));
    }
    const { value, type } = node as Scalar;
    if (typeof value === 'string') return this.#tree.string(extent, value, (text) => writeScalar(text, type));
    return this.#tree.scalar(extent, toJson(value));
  }

  #readMap(node: YAMLMap, extent: Extent): Part {
    const pairs = node.items as readonly FieldPair[];
    // In another place the value of an alias may be right, and a merged map may have the new name of a field.
    const merge = pairs.find(({ key }) => key.value === '<<');
    if (merge !== undefined && this.#merges)
      throw new ForeignError('fields that are merged by << are not read', extentOf(merge.key).start);
    const keepsNames = this.#aliasDepth > 0 || merge !== undefined;
    const fields = pairs.map(({ key, value }): ForeignField => {
      const keyExtent = extentOf(key);
      const part = this.#readNode(value, keyExtent.end, this.#tree.text.indexOf(':', keyExtent.end));
      const rename = keepsNames || isAlias(key) ? null : (name: string) => writeScalar(name, key.type);
      return { name: String(key.value), key: keyExtent, part, rename };
    });
    return this.#tree.object(extent, fields, createFieldWriting(this.#tree.text, node, extent));
  }
}

type FieldPair = Pair<Scalar, Node | null>;

function extentOf(node: Node): Extent {
  const { range } = node;
  const [start, end] = range ?? [0, 0];
  return { start, end: findBlockEnd(node) ?? end };
}

/** The end of the last value of a map or list without brackets, whose range extends to what follows; null for any other. */
function findBlockEnd(node: Node): number | null {
  if ((!isMap(node) && !isSeq(node)) || node.flow === true) return null;
  const last = node.items.at(-1) as Node | Pair<Node, Node | null> | undefined;
  if (last === undefined) return null;
  return extentOf(isPair(last) ? (last.value ?? last.key) : last).end;
}

function toJson(value: unknown): JsonValue {
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Characters of an address that need no quotes. */
const plain = /^[a-z\d][\w.~:/?@!$&()*+,;=%-]*$/i;

function writeScalar(value: string, type: Scalar['type']): string {
  if (type === Scalar.QUOTE_SINGLE) return `'${value.replaceAll("'", "''")}'`;
  if (type === Scalar.PLAIN && plain.test(value) && /[a-z]/i.test(value) && !value.endsWith(':'))
    return value;
  return JSON.stringify(value) + (type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL ? '\n' : '');
}

function createItemWriting(text: string, node: YAMLSeq, extent: Extent, colon: number | null): ItemWriting {
  const items = node.items.map((item) => extentOf(item as Node));
  const isNeeded = (indices: ReadonlySet<number>) =>
    [...indices].some((index) => hasAnchor(node.items[index] as Node));
  if (node.flow === true) {
    const { remove, ...writing } = writeInBrackets(text, extent, items, (item) => writeInline(item, ': '));
    return { ...writing, remove: (indices) => (isNeeded(indices) ? [] : remove(indices)) };
  }
  return {
    remove: (indices) => {
      if (isNeeded(indices)) return [];
      const edits = eraseLines(text, items, indices, itemStart);
      if (edits.length === 0) return [];
      if (indices.size < items.length) return edits;
      // An anchor or a tag of the list would follow the brackets.
      const isBare = colon !== null && blank.test(text.slice(colon + 1, extent.start));
      return isBare ? [{ offset: colon + 1, length: 0, text: ' []' }, ...edits] : [];
    },
    append: (item) => {
      const last = items.at(-1);
      const lines = last === undefined ? null : findLines(text, last, itemStart);
      if (last === undefined || lines === null) return null;
      const [indent = ''] = /^[ \t]*/.exec(text.slice(lines.start)) ?? [];
      const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
      const fields =
        typeof item === 'string'
          ? [quote(item)]
          : Object.entries(item).map(([name, value]) => `${name}: ${quote(value)}`);
      const written = `${indent}- ${fields.join(`${newline}${indent}  `)}`;
      const isEnded = text.slice(lines.start, lines.end).endsWith('\n');
      return [{ offset: lines.end, length: 0, text: isEnded ? written + newline : newline + written }];
    },
  };
}

/** A field that is alone in its map, or has no value, is not removed. */
function createFieldWriting(text: string, node: YAMLMap, extent: Extent): ItemWriting {
  const pairs = node.items as readonly FieldPair[];
  const extents = pairs.map(({ key, value }) => {
    const { start, end } = extentOf(key);
    return { start, end: value === null ? end : Math.max(end, extentOf(value).end) };
  });
  const remove =
    node.flow === true
      ? removeInBrackets(text, extent, extents)
      : (indices: ReadonlySet<number>) => eraseLines(text, extents, indices, fieldStart);
  return { remove: (indices) => (indices.size < pairs.length ? remove(indices) : []) };
}

/** Whether an alias elsewhere may stand for a part of an item. */
function hasAnchor(item: Node): boolean {
  let found = false;
  visit(item, {
    Node: (_, { anchor }) => {
      found ||= anchor !== undefined;
      return found ? visit.BREAK : undefined;
    },
  });
  return found;
}

function quote(value: string): string {
  return writeScalar(value, Scalar.PLAIN);
}

const blank = /^\s*(?:#[^\n]*\n\s*)*$/;
/** The text that may precede an item of a list with dashes on its line. */
const itemStart = /^[ \t]*-[ \t]+$/;
const fieldStart = /^[ \t]*$/;

/** Removes parts with their lines; nothing if one of them shares its lines with anything else. */
function eraseLines(
  text: string,
  parts: readonly Extent[],
  indices: ReadonlySet<number>,
  before: RegExp,
): readonly TextEdit[] {
  const edits: TextEdit[] = [];
  for (const index of [...indices].sort((a, b) => a - b)) {
    const part = parts[index];
    const lines = part === undefined ? null : findLines(text, part, before);
    if (lines === null) return [];
    edits.push(erase(lines));
  }
  return edits;
}

/** The lines of a part, comment included, the first of which starts with what `before` allows; null if it shares them. */
function findLines(text: string, { start, end }: Extent, before: RegExp): Extent | null {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (!before.test(text.slice(lineStart, start))) return null;
  // A string of several lines, `|` or `>`, ends with its last line.
  if (text.charAt(end - 1) === '\n') return { start: lineStart, end };
  const rest = /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end));
  return rest === null ? null : { start: lineStart, end: end + rest[0].length };
}
