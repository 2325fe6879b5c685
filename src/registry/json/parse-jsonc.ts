import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JsonValue } from '../../model/json.js';
import { depthLimit, findDepth } from './parse-json.js';
import { LineIndex } from './line-index.js';

export interface JsoncItem {
  readonly line: number;
  readonly value: JsonValue;
  readonly fields: readonly JsoncField[];
}

export interface JsoncField {
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
