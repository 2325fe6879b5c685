import stringWidth from 'fast-string-width';
import { escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';

/** The marked range of a line: 1-based, the end exclusive. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The line of a mark and a line of carets, at most `width` columns wide. Null if the line is empty or missing. */
export type CodeFrame = (mark: Mark, width: number) => [string, string] | null;

/** Prepares the code frames of a file. Each line is masked once, since a file of one long line can have thousands of findings. */
export function createCodeFrames(text: string): CodeFrame {
  const lines = text.split(/\r\n|\n|\r/);
  const prepared = new Map<number, Line>();
  return (mark, width) => {
    const line = prepared.get(mark.line) ?? prepareLine(lines[mark.line - 1] ?? '');
    prepared.set(mark.line, line);
    return line.indent === -1 ? null : renderFrame(line, mark, width);
  };
}

/** Maximum width of a line, in columns; below the length at which `escapeTerminal` truncates. */
const maxWidth = 250;

interface Line {
  /** Without keys, and with tabs replaced by spaces, which keeps columns. */
  readonly masked: string;
  /** Index of the first character that is not white space; -1 if there is none. */
  readonly indent: number;
}

function prepareLine(line: string): Line {
  const masked = maskKeys(line).replaceAll('\t', ' ');
  return { masked, indent: masked.search(/\S/) };
}

function renderFrame({ masked, indent }: Line, mark: Mark, width: number): [string, string] {
  const end = mark.endLine === mark.line ? mark.endColumn - 1 : masked.length;
  const gutter = `${mark.line} | `;
  const room = Math.min(Math.max(20, width - gutter.length), maxWidth);
  // Omits leading white space, and truncates the text before the mark if the line does not fit.
  const start = Math.min(mark.column - 1, Math.max(indent, mark.column - 1 - room));
  const marked = keepStart(escapeTerminal(masked.slice(mark.column - 1, end)), room);
  const caretCount = Math.max(1, stringWidth(marked));
  const isCut = start > indent && start < mark.column - 1;
  const before = keepEnd(escapeTerminal(masked.slice(start, mark.column - 1)), room - caretCount, isCut);
  const after = keepStart(
    escapeTerminal(masked.slice(end)),
    room - stringWidth(before) - stringWidth(marked),
  );
  return [
    `${gutter}${before}${marked}${after}`,
    `${' '.repeat(gutter.length - 2)}| ${' '.repeat(stringWidth(before))}${'^'.repeat(caretCount)}`,
  ];
}

/** The beginning of a text that fits, with an ellipsis if that is not all. Keeps combined letters whole. */
function keepStart(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  return width > 0 ? `${keepSegments(splitLetters(text), width - 1).join('')}…` : '';
}

/** The end of a text that fits, with an ellipsis if that is not all, or if the text itself `isCut`. */
function keepEnd(text: string, width: number, isCut: boolean): string {
  if (!isCut && stringWidth(text) <= width) return text;
  const tail = keepSegments(splitLetters(text).reverse(), width - 1).reverse();
  return width > 0 ? `…${tail.join('')}` : '';
}

/** Created for the first truncated line, since that takes 10 ms (`bench/round-trip.ts`). */
let segmenter: Intl.Segmenter | undefined;

function splitLetters(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function keepSegments(segments: readonly string[], width: number): string[] {
  let room = width;
  const end = segments.findIndex((segment) => (room -= stringWidth(segment)) < 0);
  return segments.slice(0, end === -1 ? undefined : end);
}
