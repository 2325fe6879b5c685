import { isUtf8 } from 'node:buffer';
import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeLargeFile } from '../model/amount.js';
import type { HistoryLine } from '../model/history.js';
import { tagKeys } from '../model/tag-keys.js';
import { type Refusal, replaceFile } from '../registry/edit/replace-file.js';
import { isDirectory } from '../registry/layout.js';
import { readArgument } from '../registry/read-file.js';
import { isDeeper, isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import { truncate } from '../model/text.js';
import { depthLimit, describeRepeated, findRepeated } from '../registry/json/parse-json.js';
import { keptDays } from './days.js';
import { compareLines } from './update-history.js';

export interface HistoryFile {
  /** As the user wrote it. */
  readonly name: string;
  readonly path: string;
  readonly before: Buffer | null;
  readonly lines: readonly HistoryLine[];
}

/** Room for 100,000 endpoints. */
const maxBytes = 64 * 1_024 * 1_024;

/**
 * Reads and validates a history file; one that does not exist has no lines. Returns a sentence, to follow the name of the file, if it cannot be read,
 * is too large, or has a line that cannot be read, with its number.
 */
export function readHistoryFile(name: string, cwd: string): HistoryFile | string {
  const path = resolve(cwd, name);
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { name, path, before: null, lines: [] };
    if (stats.isDirectory()) return 'is a directory';
    const before = readArgument(path, maxBytes);
    const parsed = isUtf8(before) ? parseHistory(before.toString('utf8')) : findInvalidLine(before);
    return 'lines' in parsed
      ? { name, path, before, lines: parsed.lines.map(hideKeys) }
      : `cannot be read at line ${parsed.line}: ${parsed.reason}`;
  } catch (error) {
    const code = describeCode(error);
    return code === 'EFBIG' ? describeLargeFile(maxBytes) : `cannot be read (${code})`;
  }
}

/** Lines of an earlier version may have keys, which are masked as in the addresses of entries. */
function hideKeys(line: HistoryLine): HistoryLine {
  const address = tagKeys(line.address);
  return address === line.address ? line : { ...line, address };
}

function findInvalidLine(bytes: Buffer): { readonly line: number; readonly reason: string } {
  let start = 0;
  for (let line = 1; ; line++) {
    const end = bytes.indexOf('\n', start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return { line, reason: 'it is not UTF-8' };
    start = end + 1;
  }
}

/**
 * Why the history file at a path could not be written, found before a run that will write it: a sentence to follow its name. Null if no obstacle is
 * known.
 */
function findWriteObstacle(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true) return 'is a directory';
    if (stats?.isSymbolicLink() === true) return 'is a symbolic link: name the file that it leads to';
    if (stats?.isFile() === false) return 'is not a regular file';
    // access(2) lets root write any file.
    if (stats !== undefined && (stats.mode & 0o222) === 0) return 'is read-only';
    if (stats !== undefined) accessSync(path, constants.W_OK);
    if (!isDirectory(dirname(path))) return 'cannot be created: its directory does not exist';
    accessSync(dirname(path), constants.W_OK);
    return null;
  } catch (error) {
    return `cannot be written (${describeCode(error)})`;
  }
}

/** Reads a history file that a run will update; returns a sentence, as `readHistoryFile` does, also if it could not be written. */
export function openHistoryFile(name: string, cwd: string): HistoryFile | string {
  // Comes first, since a pipe would be read until it ends.
  return findWriteObstacle(resolve(cwd, name)) ?? readHistoryFile(name, cwd);
}

/** Writes a history file, whole or not at all; returns why not. A file that could not be read again is not written. */
export function writeHistoryFile(
  { path, before }: HistoryFile,
  lines: readonly HistoryLine[],
): Refusal | { readonly reason: 'too-large' } | null {
  const after = Buffer.from(renderHistory(lines));
  if (after.length > maxBytes) return { reason: 'too-large' };
  return before?.equals(after) === true ? null : replaceFile(path, before, after);
}

function describeCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

/** The lines of a history file, or the number of the first malformed one, counted from 1, and its error. */
export type ParsedHistory =
  { readonly lines: readonly HistoryLine[] } | { readonly line: number; readonly reason: string };

const notObject =
  'it is not a JSON object; a history has one for each endpoint, as check --history writes it';

/**
 * Parses a history file: a JSON object a line (https://jsonlines.org), sorted by kind and address, each pair once. Stops at the first malformed line,
 * so that a file that was cut off or merged by hand is not taken for a whole one.
 */
export function parseHistory(text: string): ParsedHistory {
  if (text === '') return { lines: [] };
  const rows = text.split('\n');
  if (rows.pop() !== '') return { line: rows.length + 1, reason: 'the line is cut off: it has no line end' };
  const lines: HistoryLine[] = [];
  for (const [index, row] of rows.entries()) {
    const parsed = parseLine(row);
    if (typeof parsed === 'string') return { line: index + 1, reason: parsed };
    const last = lines.at(-1);
    const order = last === undefined ? -1 : compareLines(last, parsed);
    if (order === 0) return { line: index + 1, reason: 'the endpoint has a line already' };
    if (order > 0)
      return { line: index + 1, reason: 'it is out of order: lines are sorted by kind and address' };
    lines.push(parsed);
  }
  return { lines };
}

export function renderHistory(lines: readonly HistoryLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

function parseLine(row: string): HistoryLine | string {
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(row)) return 'git has left a conflict: keep one side';
  let value: JsonValue;
  try {
    value = JSON.parse(row) as JsonValue;
  } catch {
    return notObject;
  }
  if (!isJsonObject(value)) return notObject;
  if (isDeeper(value, depthLimit)) return `it is nested more than ${depthLimit} levels deep`;
  // What is written as it would be written here has no field twice; to look for one takes longer than the rest.
  const repeated = JSON.stringify(value) === row ? null : findRepeated(row);
  if (repeated !== null) return describeRepeated(repeated);
  const wrong = Object.entries(fields).find(([name, isValid]) => !isValid(readField(value, name)));
  if (wrong !== undefined) return `"${wrong[0]}" is missing or malformed`;
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  // Each field has been validated.
  return unknown === undefined
    ? (value as unknown as HistoryLine)
    : `it has the field ${JSON.stringify(truncate(unknown))}, which this version does not know: update endpoint-check`;
}

function readField(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

type Valid = (value: JsonValue | undefined) => boolean;

function hasOnly(object: JsonObject, names: readonly string[]): boolean {
  return Object.keys(object).every((name) => names.includes(name));
}

const isName: Valid = (value) => typeof value === 'string' && value !== '';
const isNames: Valid = (value) => Array.isArray(value) && value.every(isName);
const isCount: Valid = (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1e9;
const isVerdict: Valid = (value) => value === 'pass' || value === 'fail' || value === 'inconclusive';
const isTime: Valid = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const fields: Readonly<Record<keyof HistoryLine, Valid>> = {
  kind: isName,
  address: isName,
  chains: isNames,
  firstSeen: isTime,
  lastSeen: isTime,
  lastRun: isTime,
  lastPass: (value) => value === null || isTime(value),
  streak: (value) =>
    isJsonObject(value) &&
    hasOnly(value, ['verdict', 'runs', 'since', 'rules']) &&
    isVerdict(value['verdict']) &&
    isCount(value['runs']) &&
    isTime(value['since']) &&
    isNames(value['rules']),
  structural: (value) =>
    value === null ||
    (isJsonObject(value) &&
      hasOnly(value, ['runs', 'since']) &&
      isCount(value['runs']) &&
      isTime(value['since'])),
  days: (value) => typeof value === 'string' && /^[.PFMI]+$/.test(value) && value.length <= keptDays,
  // JSON.parse makes Infinity of 1e400, which would be written as null.
  latencyMs: (value) => value === null || (Number.isFinite(value) && Number(value) >= 0),
  head: (value) =>
    value === undefined ||
    value === null ||
    (isJsonObject(value) &&
      hasOnly(value, ['height', 'runs', 'since', 'until']) &&
      Number.isSafeInteger(value['height']) &&
      isCount(value['runs']) &&
      isTime(value['since']) &&
      (value['until'] === undefined || isTime(value['until']))),
};
