import { createScanner } from 'jsonc-parser';
import type { JsonValue } from '../../model/json.js';
import type { JsonNode } from './json-node.js';
import { findSyntaxFaults } from './json-syntax.js';
import { scanJson } from './scan-json.js';
import type { SyntaxFault } from './syntax-fault.js';
import { createTree } from './text-node.js';

/** A parsed document: its value, and a tree with the place of every part. */
export interface JsonDocument {
  readonly value: JsonValue;
  readonly tree: JsonNode;
  /** How many fields the objects have, duplicates included. */
  readonly fieldCount: number;
}

/** How many syntax errors of a file are shown. One with more is rather another format than a file with slips. */
const shownFaults = 20;

/** How deep arrays and objects may be nested. */
export const depthLimit = 32;

/** Why a text cannot be parsed. */
export type JsonFault =
  | { readonly kind: 'syntax'; readonly faults: readonly [SyntaxFault, ...SyntaxFault[]] }
  | { readonly kind: 'depth'; readonly offset: number };

/**
 * Parses JSON strictly (RFC 8259), with positions. JSON.parse decides what is JSON; `findSyntaxFaults`, which is more
 * lenient, locates the errors. What is nested too deeply is refused before anything looks into it by recursion.
 */
export function parseJson(text: string, faultLimit = shownFaults): JsonDocument | JsonFault {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch (error) {
    const tooDeep = findDepth(text);
    return tooDeep === null
      ? { kind: 'syntax', faults: describeSyntax(text, error, faultLimit) }
      : { kind: 'depth', offset: tooDeep };
  }
  const parts = scanJson(text, depthLimit);
  if ('tooDeepAt' in parts) return { kind: 'depth', offset: parts.tooDeepAt };
  return { value, tree: createTree(text, parts), fieldCount: parts.fieldCount };
}

function describeSyntax(
  text: string,
  error: unknown,
  limit: number,
): readonly [SyntaxFault, ...SyntaxFault[]] {
  const [first = describeByEngine(error), ...rest] = findSyntaxFaults(text, limit);
  return [first, ...rest];
}

/**
 * The offset at which the nesting of a broken text exceeds the limit; null where it does not. A bracket closes only a bracket of its kind: jsonc-parser skips
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
