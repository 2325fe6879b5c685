import type { JsonNode } from '../json/json-node.js';
import { countParts, partAt } from './parts.js';

/** The white space of an array or object, so that another one can be written in the same style. */
export interface Look {
  /** What indents the line on which it begins. */
  readonly indent: string;
  /** Between its bracket and its first part. */
  readonly open: string;
  /** Between two parts, with the comma. */
  readonly separator: string;
  /** Between its last part and its bracket. */
  readonly close: string;
  /** Between a key and its value, with the colon. */
  readonly colon: string;
}

/** The look of an array or object; null for one without parts, which shows none. `colon` is that of keys where there are none. */
export function readLook(text: string, node: JsonNode, colon: string): Look | null {
  const parts = Array.from({ length: countParts(node) }, (_, index) => partAt(node, index));
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return null;
  const open = text.slice(node.offset + 1, first.start);
  const fields = [...node.fields, ...node.items.flatMap((item) => item.fields)];
  const ownColon = findUsual(fields.map((field) => readColon(text, field))) ?? colon;
  const separators = parts.slice(1).map((part, index) => text.slice(parts[index]?.end, part?.start));
  return {
    indent: findIndent(text, node.offset),
    open,
    separator: findUsual(separators) ?? `,${findLastBreak(open) ?? findBlank(ownColon)}`,
    close: text.slice(last.end, node.offset + node.length - 1),
    colon: ownColon,
  };
}

/** What is between a key and its value, with the colon. */
export function readColon(text: string, { key, value }: JsonNode['fields'][number]): string {
  return text.slice(key.offset + key.length, value.offset);
}

/** The same look for an array or object that begins on a line with another indent. */
export function moveLook(look: Look, indent: string): Look {
  const move = (space: string) =>
    space.replaceAll(/(?<=\n)[ \t]*/g, (own) =>
      own.startsWith(look.indent) ? indent + own.slice(look.indent.length) : own,
    );
  const { open, separator, close, colon } = look;
  return { indent, open: move(open), separator: move(separator), close: move(close), colon: move(colon) };
}

/** What indents the line of an offset. A byte order mark is no part of it. */
export function findIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^\uFEFF?([ \t]*)/.exec(text.slice(start, offset))?.[1] ?? '';
}

/** What indents the line that white space leads to; null where it has no line break. */
export function findNextIndent(space: string): string | null {
  return /\n([ \t]*)[^\n]*$/.exec(space)?.[1] ?? null;
}

/** What follows a comma on the same line, as it follows a colon. */
export function findBlank(colon: string): string {
  return colon.endsWith(':') ? '' : ' ';
}

/** The last line break of white space, with the indent of the next line; null where it has none. */
function findLastBreak(space: string): string | null {
  return /\r?\n[^\n]*$/.exec(space)?.[0] ?? null;
}

/** The most frequent; of several the last one with the fewest line breaks, since an empty line sets some apart from others. */
function findUsual(spaces: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const space of spaces.toReversed()) counts.set(space, (counts.get(space) ?? 0) + 1);
  const countBreaks = (space: string) => space.split('\n').length;
  const [usual] = [...counts].sort(
    ([a, countA], [b, countB]) => countB - countA || countBreaks(a) - countBreaks(b),
  );
  return usual?.[0] ?? null;
}
