import { describeType, describeValue } from '../model/describe-type.js';
import { isJsonObject } from '../model/json.js';
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

/** Why a value that a caller passes as a report is none; null if its fields are those of a report. Their contents are not validated. */
export function findReportFault(value: unknown): string | null {
  const expected = 'expected a report, as checkRegistry makes it';
  if (!isJsonObject(value)) return `${expected}, got ${describeValue(value)}`;
  const wrong = Object.entries(fieldTypes).find(([name, type]) => describeType(value[name]) !== type);
  if (wrong === undefined) return null;
  const [name] = wrong;
  const got = Object.hasOwn(value, name) ? `${name} is ${describeType(value[name])}` : `it has no ${name}`;
  return `${expected}: ${got}`;
}
