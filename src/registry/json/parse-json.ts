import { createScanner } from 'jsonc-parser';
import type { JsonValue } from '../../model/json.js';
import type { JsonNode, Span } from './json-node.js';
import { findSyntaxFaults } from './json-syntax.js';
import { scanJson, type ScanFault } from './scan-json.js';
import type { SyntaxFault } from './mistakes.js';
import { createTree } from './text-node.js';

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
export function findDepth(text: string): number | null {
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
