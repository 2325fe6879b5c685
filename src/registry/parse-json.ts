import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { JsonValue } from '../model/json.js';
import { describeSyntaxError, type SyntaxFault } from './json-syntax.js';

/** A parsed document: its value, and a tree with the offset of every part. */
export interface JsonDocument {
  readonly value: JsonValue;
  readonly tree: Node;
}

/** How deep arrays and objects may be nested. */
export const depthLimit = 32;

/** Why there is no document. */
export type JsonFault =
  | { readonly kind: 'syntax'; readonly fault: SyntaxFault }
  | { readonly kind: 'depth'; readonly offset: number };

/**
 * Parses JSON strictly (RFC 8259), with positions. JSON.parse decides what is JSON, jsonc-parser says where it is not: it is
 * made for editors and lets a few things through. Depth is counted first, since the tree is built by recursion.
 */
export function parseJson(text: string): JsonDocument | JsonFault {
  const tooDeep = findDepth(text);
  if (tooDeep !== null) return { kind: 'depth', offset: tooDeep };
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  try {
    const value = JSON.parse(text) as JsonValue;
    if (tree !== undefined) return { value, tree };
  } catch (error) {
    const [first] = errors.sort((a, b) => a.offset - b.offset);
    return {
      kind: 'syntax',
      fault: first === undefined ? describeByEngine(error) : describeSyntaxError(text, first),
    };
  }
  return { kind: 'syntax', fault: describeByEngine(null) };
}

/** The offset at which the nesting passes the limit, null where it does not. */
function findDepth(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    // Only the end of the text is a token without length.
    if (scanner.getTokenLength() === 0) return null;
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') depth++;
    if (first === '}' || first === ']') depth--;
    if (depth > depthLimit) return scanner.getTokenOffset();
  }
}

/** The fallback for what jsonc-parser lets through: the engine's message holds the position. */
function describeByEngine(error: unknown): SyntaxFault {
  const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return {
    reason: 'it does not parse',
    mend: 'look at this place',
    offset: Number(position ?? 0),
    length: 1,
  };
}
