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

/**
 * The offset at which the nesting passes the limit, null where it does not. A bracket closes nothing but its like: the tree's
 * builder steps over others, so that counting them would let a broken file nest as deep as it likes.
 */
function findDepth(text: string): number | null {
  // Most files have too few brackets to be deep.
  if ((text.match(/[[{]/g)?.length ?? 0) <= depthLimit) return null;
  const scanner = createScanner(text, true);
  const closers: string[] = [];
  for (;;) {
    scanner.scan();
    // The token at the end has no length, except behind a comment that is not closed.
    if (scanner.getTokenOffset() >= text.length) return null;
    const first = text[scanner.getTokenOffset()];
    if (first === '{' || first === '[') closers.push(first === '{' ? '}' : ']');
    else if (first !== undefined && first === closers.at(-1)) closers.pop();
    if (closers.length > depthLimit) return scanner.getTokenOffset();
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
