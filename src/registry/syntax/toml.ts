import { type AST, ParseError, parseTOML } from 'toml-eslint-parser';
import type { JsonValue } from '../../model/json.js';
import { depthLimit, type JsonDocument } from '../json/parse-json.js';
import { writeInBrackets, writeInline } from './bracket-writing.js';
import { type Extent, ForeignError, type ForeignField, ForeignTree, type Part } from './foreign-tree.js';

interface Table {
  readonly extent: Extent;
  readonly fields: Map<string, TableField>;
}

interface TableField {
  readonly key: Extent;
  readonly value: Part | Table | Table[];
  readonly rename: ForeignField['rename'];
}

/**
 * Parses TOML 1.0 with positions. Numbers and dates that JSON has not are null. A key that repeats is a syntax error without a fix: no reader of TOML
 * accepts it (https://toml.io/en/v1.0.0#keyvalue-pair), so neither value wins. Throws a ForeignError.
 */
export function parseToml(text: string): JsonDocument {
  // The parser takes a byte order mark for a key.
  const body = text.startsWith('\ufeff') ? ` ${text.slice(1)}` : text;
  try {
    const [top] = parseTOML(body).body;
    const tree = new ForeignTree(text);
    const root: Table = { extent: { start: 0, end: text.length }, fields: new Map() };
    for (const part of top.body) {
      if (part.type === 'TOMLKeyValue') assign(tree, root, part, body);
      else {
        const table = openTable(root, part);
        for (const pair of part.body) assign(tree, table, pair, body);
      }
    }
    return tree.finish(finishTable(tree, root));
  } catch (error) {
    if (error instanceof ParseError) throw new ForeignError(error.message, error.index);
    if (error instanceof RangeError) throw new ForeignError(explainOverflow(text), 0);
    throw error;
  }
}

/** What the parser's stack has no room for: the characters of a string are there too. */
function explainOverflow(text: string): string {
  const brackets = text.match(/[[{]/g)?.length ?? 0;
  return brackets > depthLimit ? 'nested too deeply' : 'a string is longer than 100,000 characters';
}

function extentOf({ range: [start, end] }: { readonly range: readonly [number, number] }): Extent {
  return { start, end };
}

function nameOf(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

/** The table that a header opens. The parser has refused headers that contradict each other. */
function openTable(root: Table, { key, kind }: AST.TOMLTable): Table {
  const keys = key.keys;
  let table = root;
  for (const [index, part] of keys.entries()) {
    const isLast = index === keys.length - 1;
    table = descendInto(table, nameOf(part), extentOf(part), isLast && kind === 'array');
  }
  return table;
}

function descendInto(table: Table, name: string, key: Extent, addsItem = false): Table {
  const value = table.fields.get(name)?.value;
  const created: Table = { extent: key, fields: new Map() };
  if (addsItem) {
    if (Array.isArray(value)) value.push(created);
    else table.fields.set(name, { key, value: [created], rename: null });
    return created;
  }
  const last = Array.isArray(value) ? value.at(-1) : value;
  if (last !== undefined && 'fields' in last) return last;
  // Other headers may repeat the name.
  table.fields.set(name, { key, value: created, rename: null });
  return created;
}

function assign(tree: ForeignTree, table: Table, { key, value }: AST.TOMLKeyValue, text: string): void {
  const last = key.keys.at(-1);
  if (last === undefined) return;
  const owner = key.keys
    .slice(0, -1)
    .reduce((at, part) => descendInto(at, nameOf(part), extentOf(part)), table);
  owner.fields.set(nameOf(last), {
    key: extentOf(last),
    value: readValue(tree, value, text),
    rename: (name) => (last.type === 'TOMLBare' ? name : writeString(name, last.style === 'literal')),
  });
}

function readValue(tree: ForeignTree, node: AST.TOMLContentNode, text: string): Part {
  const extent = extentOf(node);
  return tree.descend(extent.start, () => {
    if (node.type === 'TOMLArray') {
      const items = node.elements.map(extentOf);
      const parts = node.elements.map((element) => readValue(tree, element, text));
      return tree.array(
        extent,
        parts,
        writeInBrackets(text, extent, items, (item) => writeInline(item, ' = ')),
      );
    }
    if (node.type === 'TOMLInlineTable') {
      const table: Table = { extent, fields: new Map() };
      for (const pair of node.body) assign(tree, table, pair, text);
      return finishTable(tree, table);
    }
    if (node.kind !== 'string') return tree.scalar(extent, toJson(node.value));
    const { style, multiline, value } = node;
    return tree.string(extent, value, (newValue) => writeString(newValue, style === 'literal' && !multiline));
  });
}

function finishTable(tree: ForeignTree, { extent, fields }: Table): Part {
  const parts = [...fields].map(([name, { key, value, rename }]) => ({
    name,
    key,
    part: finishValue(tree, value, key),
    rename,
  }));
  return tree.object(extent, parts);
}

function finishValue(tree: ForeignTree, value: Part | Table | readonly Table[], key: Extent): Part {
  if ('node' in value) return value;
  if ('fields' in value) return finishTable(tree, value);
  const parts = value.map((table) => finishTable(tree, table));
  // Headers are no brackets.
  return tree.array(key, parts);
}

function toJson(value: unknown): JsonValue {
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)) ? value : null;
}

/** A literal string has no escapes, so a text that needs one becomes a basic string (https://toml.io/en/v1.0.0#string). */
function writeString(value: string, isLiteral: boolean): string {
  return isLiteral && /^[^'\p{Cc}]*$/u.test(value) ? `'${value}'` : JSON.stringify(value);
}
