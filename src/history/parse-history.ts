import { isDeeper, isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { HistoryLine } from '../model/history.js';
import { truncate } from '../model/truncate.js';
import { depthLimit, describeRepeated, findRepeated } from '../registry/json/parse-json.js';
import { keptDays } from './days.js';
import { compareLines } from './update-history.js';

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
