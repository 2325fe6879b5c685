import stringWidth from 'fast-string-width';
import { escapeTerminal } from './escape.js';
import { maskKeys } from './mask.js';

/** What a finding points at: a line of a file and the columns that are marked, 1-based, the end exclusive. */
export interface Mark {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The line that a mark is on, with carets below, cut to `width` columns around the mark. Null where the line is empty or missing. */
export type CodeFrame = (mark: Mark, width: number) => [string, string] | null;

/** Prepares the code frames of a file: a file of one long line can have thousands of findings, so each line is masked once. */
export function createCodeFrames(text: string): CodeFrame {
  const lines = text.split(/\r\n|\n|\r/);
  const prepared = new Map<number, Line>();
  return (mark, width) => {
    const line = prepared.get(mark.line) ?? prepareLine(lines[mark.line - 1] ?? '');
    prepared.set(mark.line, line);
    return line.indent === -1 ? null : renderFrame(line, mark, width);
  };
}

/** The longest part of a line that is shown, in columns; below the length at which `escapeTerminal` truncates. */
const longest = 250;

interface Line {
  /** Without keys, and with tabs as spaces, so that columns stay. */
  readonly masked: string;
  /** Index of the first character that is no white space; -1 without one. */
  readonly indent: number;
}

function prepareLine(line: string): Line {
  const masked = maskKeys(line).replaceAll('\t', ' ');
  return { masked, indent: masked.search(/\S/) };
}

function renderFrame({ masked, indent }: Line, mark: Mark, width: number): [string, string] {
  const end = mark.endLine === mark.line ? mark.endColumn - 1 : masked.length;
  const gutter = `${mark.line} | `;
  const room = Math.min(Math.max(20, width - gutter.length), longest);
  // Leading white space is left out; what comes before the mark is cut where the line does not fit.
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

/** As much of the beginning as fits, with an ellipsis where that is not all; letters that join into one are kept whole. */
function keepStart(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  return width > 0 ? `${keepSegments(splitLetters(text), width - 1).join('')}…` : '';
}

/** As much of the end as fits, with an ellipsis where that is not all, or where the text itself `isCut`. */
function keepEnd(text: string, width: number, isCut: boolean): string {
  if (!isCut && stringWidth(text) <= width) return text;
  const kept = keepSegments(splitLetters(text).reverse(), width - 1).reverse();
  return width > 0 ? `…${kept.join('')}` : '';
}

/** Made for the first line that is cut: making it takes 10 ms (`bench/round-trip.js`). */
let segmenter: Intl.Segmenter | undefined;

function splitLetters(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function keepSegments(segments: readonly string[], width: number): string[] {
  let left = width;
  const end = segments.findIndex((segment) => (left -= stringWidth(segment)) < 0);
  return segments.slice(0, end === -1 ? undefined : end);
}
