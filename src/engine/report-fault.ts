import { describeType, describeValue, isJsonObject, type JsonObject } from '../model/json.js';
import type { Report } from '../model/report.js';

/** `changes` may be null. */
const fieldTypes: Readonly<Record<Exclude<keyof Report, 'changes'>, string>> = {
  version: 'a number',
  tool: 'an object',
  startedAt: 'a string',
  durationMs: 'a number',
  interrupted: 'a boolean',
  scope: 'an object',
  removed: 'an array',
  summary: 'an object',
  files: 'an array',
  endpoints: 'an array',
  findings: 'an array',
};

/**
 * Why a value that a caller passes as a report is none; null if its fields are those of a report, and its lists hold objects, whose contents are
 * not validated.
 */
export function findReportFault(value: unknown): string | null {
  const expected = 'expected a report, as checkRegistry makes it';
  if (!isJsonObject(value)) return `${expected}, got ${describeValue(value)}`;
  const wrong = Object.entries(fieldTypes).find(([name, type]) => describeType(value[name]) !== type);
  if (wrong === undefined) {
    const stray = findStrayItem(value);
    return stray === null ? null : `${expected}: ${stray}`;
  }
  const [name] = wrong;
  const got = Object.hasOwn(value, name) ? `${name} is ${describeType(value[name])}` : `it has no ${name}`;
  return `${expected}: ${got}`;
}

/** The first item of a list that is no object. */
function findStrayItem(report: JsonObject): string | null {
  for (const [name, list] of Object.entries(report)) {
    const at = Array.isArray(list) ? list.findIndex((item) => !isJsonObject(item)) : -1;
    if (at >= 0) return `${name}[${at}] is ${describeType((list as readonly unknown[])[at])}`;
  }
  return null;
}
