import {
  createScanner,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import type { JsonValue } from '../../model/json.js';
import type { JsonNode, Span } from './json-node.js';
import { findSyntaxFaults } from './json-syntax.js';
import { createTree, type ScanFault, scanJson } from './text-tree.js';
import type { SyntaxFault } from './diagnosis.js';
import { LineIndex } from '../../model/place.js';
import { truncate } from '../../model/text.js';

export interface JsonDocument {
  readonly value: JsonValue;
  readonly tree: JsonNode;
  /** Number of fields of all objects, duplicates included. */
  readonly fieldCount: number;
  /** Parts of the text that are not in the tree although they may change its data, in their order. Absent if there are none. */
  readonly unread?: readonly Span[];
}

/** Maximum number of syntax errors shown for a file. More mean another format rather than mistakes. */
const shownFaults = 20;

export const depthLimit = 32;

export type JsonFault =
  { readonly kind: 'syntax'; readonly faults: readonly [SyntaxFault, ...SyntaxFault[]] } | ScanFault;

/**
 * Parses JSON strictly (RFC 8259), with positions. JSON.parse decides what is valid; the more lenient `findSyntaxFaults` locates the errors.
 * Text that is nested too deeply is refused before any recursion.
 */
export function parseJson(text: string, faultLimit = shownFaults): JsonDocument | JsonFault {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    const tooDeep = findDepth(text);
    return tooDeep === null
      ? { kind: 'syntax', faults: findSyntaxFaults(text, faultLimit) }
      : { kind: 'depth', offset: tooDeep };
  }
  const parts = scanJson(text, depthLimit);
  if ('kind' in parts) return parts;
  return { value, tree: createTree(text, parts), fieldCount: parts.fieldCount };
}

/**
 * The offset at which the nesting of a text that may be broken, or have comments, exceeds the limit; null if it does not. Only a matching bracket closes a
 * bracket: jsonc-parser skips others, so a broken file could nest without limit.
 */
function findDepth(text: string): number | null {
  // A shortcut for most files, which have too few brackets.
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

interface JsoncItem {
  readonly line: number;
  readonly value: JsonValue;
  readonly fields: readonly JsoncField[];
}

interface JsoncField {
  readonly name: string;
  readonly line: number;
}

/** Parses an array in JSON with comments and trailing commas, or returns the first error and its line. */
export function parseJsoncList(
  text: string,
): { readonly items: readonly JsoncItem[] } | { readonly line: number; readonly reason: string } {
  const lines = new LineIndex(text);
  const lineOf = (offset: number) => lines.range(offset, 0).line;
  const tooDeep = findDepth(text);
  if (tooDeep !== null)
    return { line: lineOf(tooDeep), reason: `nested more than ${depthLimit} levels deep` };
  const faults: ParseError[] = [];
  const root = parseTree(text, faults, { allowTrailingComma: true });
  const [first] = faults;
  if (first !== undefined) {
    // jsonc-parser's names look like `ValueExpected`.
    const message = printParseErrorCode(first.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
    return { line: lineOf(first.offset), reason: message.toLowerCase() };
  }
  if (root?.type !== 'array') return { line: 1, reason: 'expected an array of objects' };
  const items = (root.children ?? []).map((node) => ({
    line: lineOf(node.offset),
    value: getNodeValue(node) as JsonValue,
    fields: listNames(node).map(({ value, offset }) => ({ name: String(value), line: lineOf(offset) })),
  }));
  return { items };
}

function listNames({ type, children = [] }: Node): readonly Node[] {
  return type === 'object' ? children.flatMap((property) => property.children?.[0] ?? []) : [];
}

/** A field that an object in a JSON text has twice, so that only the last one would count; null if there is none, and for what is not JSON. */
export function findRepeated(text: string): string | null {
  const parsed = parseJson(text);
  return 'kind' in parsed ? null : findRepeatedIn(parsed.tree);
}

function findRepeatedIn({ items, fields: named }: JsonNode): string | null {
  const names = new Set<string>();
  for (const { name } of named) {
    if (names.has(name)) return name;
    names.add(name);
  }
  for (const part of [...items, ...named.map(({ value }) => value)]) {
    const name = findRepeatedIn(part);
    if (name !== null) return name;
  }
  return null;
}

export function describeRepeated(name: string): string {
  return `it has the field ${JSON.stringify(truncate(name))} twice`;
}
