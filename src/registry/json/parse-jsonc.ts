import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JsonValue } from '../../model/json.js';
import { LineIndex } from './line-index.js';

/** An item of a list and its 1-based line. */
export interface JsoncItem {
  readonly line: number;
  readonly value: JsonValue;
}

/** Parses an array in JSON with comments and trailing commas, or returns the first error and its line. */
export function parseJsoncList(
  text: string,
): { readonly items: readonly JsoncItem[] } | { readonly line: number; readonly reason: string } {
  const faults: ParseError[] = [];
  const root = parseTree(text, faults, { allowTrailingComma: true });
  const lines = new LineIndex(text);
  const lineOf = (offset: number) => lines.range(offset, 0).line;
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
  }));
  return { items };
}
