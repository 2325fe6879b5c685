import { createScanner } from 'jsonc-parser';
import type { JsonValue } from '../../model/json.js';
import type { Range } from '../../model/place.js';
import { findSyntaxFaults } from './json-syntax.js';
import type { SyntaxFault } from './syntax-fault.js';

/** A parsed document: its value, and a tree with the place of every part. */
export interface JsonDocument {
  readonly value: JsonValue;
  readonly tree: JsonNode;
}

/** A place in a text: lines and columns, and offsets in UTF-16 code units. */
export interface Span extends Range {
  readonly offset: number;
  readonly length: number;
}

/** A value and its place. */
export interface JsonNode extends Span {
  readonly type: 'object' | 'array' | 'string' | 'other';
  /** The value of a string; empty for anything else. */
  readonly string: string;
  /** The items of an array. */
  readonly items: readonly JsonNode[];
  /** The fields of an object in their order in the file, duplicates included. */
  readonly fields: readonly Field[];
}

/** A field of an object: its name, the place of its key, and its value. */
export interface Field {
  readonly name: string;
  readonly key: Span;
  readonly value: JsonNode;
}

/** How deep arrays and objects may be nested. */
export const depthLimit = 32;

/** Why a text cannot be parsed. */
export type JsonFault =
  | { readonly kind: 'syntax'; readonly faults: readonly [SyntaxFault, ...SyntaxFault[]] }
  | { readonly kind: 'depth'; readonly offset: number };

/**
 * Parses JSON strictly (RFC 8259), with positions. JSON.parse decides what is JSON; jsonc-parser, which is made
 * for editors and more lenient, locates the errors. Depth is checked first, since trees are built by recursion.
 */
export function parseJson(text: string): JsonDocument | JsonFault {
  const tooDeep = findDepth(text);
  if (tooDeep !== null) return { kind: 'depth', offset: tooDeep };
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    return { kind: 'syntax', faults: describeSyntax(text, error) };
  }
  return { value, tree: buildTree(text) };
}

function describeSyntax(text: string, error: unknown): readonly [SyntaxFault, ...SyntaxFault[]] {
  const [first = describeByEngine(error), ...rest] = findSyntaxFaults(text);
  return [first, ...rest];
}

/**
 * The offset at which the nesting exceeds the limit; null where it does not. A bracket closes only a bracket of its kind: jsonc-parser skips
 * others, so a broken file could otherwise nest without limit.
 */
function findDepth(text: string): number | null {
  // Most files have too few brackets to be deep.
  if ((text.match(/[[{]/g)?.length ?? 0) <= depthLimit) return null;
  const scanner = createScanner(text, true);
  const closers: string[] = [];
  for (;;) {
    scanner.scan();
    // The last token is empty, except after an unclosed comment.
    if (scanner.getTokenOffset() >= text.length) return null;
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') closers.push(first === '{' ? '}' : ']');
    else if (first !== undefined && first === closers.at(-1)) closers.pop();
    if (closers.length > depthLimit) return scanner.getTokenOffset();
  }
}

/**
 * The tree of valid JSON, in which each token is what it must be. Not jsonc-parser's parseTree: its look-up takes the first of duplicate keys,
 * where JSON.parse takes the last, its nodes have no lines, and in the registry of bench/structure.js it takes 1.6 times as long.
 */
function buildTree(text: string): JsonNode {
  const scanner = createScanner(text, true);
  const getFirst = () => text[scanner.getTokenOffset()];
  const readList = <T>(closing: string, read: () => T): T[] => {
    const list: T[] = [];
    scanner.scan();
    while (getFirst() !== closing) {
      list.push(read());
      if (getFirst() === ',') scanner.scan();
    }
    return list;
  };
  const readField = (): Field => {
    const name = scanner.getTokenValue();
    const line = scanner.getTokenStartLine() + 1;
    const column = scanner.getTokenStartCharacter() + 1;
    const offset = scanner.getTokenOffset();
    const length = scanner.getTokenLength();
    const key = { offset, length, line, column, endLine: line, endColumn: column + length };
    scanner.scan();
    scanner.scan();
    return { name, key, value: readValue() };
  };
  const readValue = (): JsonNode => {
    const offset = scanner.getTokenOffset();
    const line = scanner.getTokenStartLine() + 1;
    const column = scanner.getTokenStartCharacter() + 1;
    const type = types[text[offset] ?? ''] ?? 'other';
    const fields = type === 'object' ? readList('}', readField) : none;
    const items = type === 'array' ? readList(']', readValue) : none;
    // At the last token of the value, which may be its first.
    const length = scanner.getTokenOffset() + scanner.getTokenLength() - offset;
    const endLine = scanner.getTokenStartLine() + 1;
    const endColumn = scanner.getTokenStartCharacter() + 1 + scanner.getTokenLength();
    const string = type === 'string' ? scanner.getTokenValue() : '';
    scanner.scan();
    return { line, column, endLine, endColumn, offset, length, type, string, items, fields };
  };
  scanner.scan();
  return readValue();
}

const types: Readonly<Record<string, JsonNode['type']>> = { '{': 'object', '[': 'array', '"': 'string' };
const none: readonly never[] = [];

/** The fallback for errors that jsonc-parser does not find: V8's message has the position. */
function describeByEngine(error: unknown): SyntaxFault {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return {
    reason: 'unexpected text',
    fix: 'fix the syntax here',
    offset: Number(position ?? 0),
    length: 1,
    edit: null,
  };
}
