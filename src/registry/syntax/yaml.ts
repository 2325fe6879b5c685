import {
  isAlias,
  isMap,
  isPair,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  Scalar,
  type YAMLSeq,
} from 'yaml';
import type { TextEdit } from '../../model/finding.js';
import type { JsonValue } from '../../model/json.js';
import type { ItemWriting, NewItem } from '../json/json-node.js';
import type { JsonDocument } from '../json/parse-json.js';
import { writeInBrackets } from './bracket-writing.js';
import { type Extent, ForeignError, type ForeignFault, ForeignTree, type Part } from './foreign-tree.js';

/**
 * Parses YAML 1.2 with positions. An alias stands for its anchor's value, at the anchor's place; aliases that make a text endless are refused, and so
 * is a file of several documents.
 */
export function parseYaml(text: string): JsonDocument | ForeignFault {
  // Duplicate keys have a rule of their own.
  const document = parseDocument(text, { uniqueKeys: false, stringKeys: true, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined)
    return { reason: error.message.split(/ at line |:\n/, 1)[0] ?? error.code, offset: error.pos[0] };
  const tree = new ForeignTree(text);
  const anchors = new Map<string, Node>();
  const read = (node: Node | null, missing: number, colon: number | null): Part => {
    if (node === null) return tree.other({ start: missing, end: missing }, null);
    const extent = extentOf(node);
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target === undefined) throw new ForeignError(`no anchor is called ${node.source}`, extent.start);
      return tree.descend(extent.start, () => read(target, extent.start, null));
    }
    // An anchor that contains its own alias is known only after it.
    const part = tree.descend(extent.start, () => readValue(node, extent, colon));
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    return part;
  };
  const readValue = (node: Node, extent: Extent, colon: number | null): Part => {
    if (isMap(node)) {
      const pairs = node.items as readonly Pair<Scalar, Node | null>[];
      const fields = pairs.map(({ key, value }) => {
        const keyExtent = extentOf(key);
        const part = read(value, keyExtent.end, text.indexOf(':', keyExtent.end));
        return { name: String(key.value), key: keyExtent, part };
      });
      return tree.object(extent, fields);
    }
    if (isSeq(node)) {
      const parts = node.items.map((item) => read(item as Node | null, extent.start, null));
      return tree.array(extent, parts, createItemWriting(text, node, extent, colon));
    }
    const { value, type } = node as Scalar;
    if (typeof value === 'string') return tree.string(extent, value, (other) => writeScalar(other, type));
    return tree.other(extent, toJson(value));
  };
  try {
    return tree.finish(read(document.contents, 0, null));
  } catch (fault) {
    if (fault instanceof ForeignError) return { reason: fault.message, offset: fault.offset };
    throw fault;
  }
}

function extentOf(node: Node): Extent {
  const { range } = node;
  const [start, end] = range ?? [0, 0];
  return { start, end: findBlockEnd(node) ?? end };
}

/** The end of the last value of a map or list without brackets, whose range goes on to what follows; null for any other. */
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
  if (node.flow === true) return writeInBrackets(text, extent, items, writeFlow);
  return {
    remove: (indices) => {
      const lines = items.map((item) => findItemLines(text, item));
      const removed = [...indices].sort((a, b) => a - b).map((index) => lines[index] ?? null);
      if (removed.includes(null)) return [];
      const edits = removed.flatMap((line) => (line === null ? [] : erase(line)));
      if (indices.size < items.length) return edits;
      return colon === null ? [] : [{ offset: colon + 1, length: 0, text: ' []' }, ...edits];
    },
    append: (item) => {
      const last = items.at(-1);
      const lines = last === undefined ? null : findItemLines(text, last);
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

function quote(value: string): string {
  return writeScalar(value, Scalar.PLAIN);
}

function writeFlow(item: NewItem): string {
  if (typeof item === 'string') return JSON.stringify(item);
  return `{ ${Object.entries(item)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')} }`;
}

/** The lines of an item of a list with dashes, its comment included; null if it shares them. */
function findItemLines(text: string, { start, end }: Extent): Extent | null {
  const dash = text.lastIndexOf('-', start - 1);
  const lineStart = text.lastIndexOf('\n', dash) + 1;
  const rest = /^[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end));
  const isOwn = /^[ \t]*-[ \t]+$/.test(text.slice(lineStart, start));
  return isOwn && rest !== null ? { start: lineStart, end: end + rest[0].length } : null;
}

function erase({ start, end }: Extent): TextEdit {
  return { offset: start, length: end - start, text: '' };
}
