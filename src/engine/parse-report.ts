import { isDeeper } from '../model/json.js';
import type { Report } from '../model/report.js';
import { validate } from './report-validator.generated.js';

/**
 * Parses a JSON report and validates it against `schemas/report.schema.json`. Returns the error if it is invalid, to follow the name of
 * the file: `is not JSON`.
 */
export function parseReport(text: string): Report | string {
  const value = parse(text);
  if (value === undefined) return 'is not JSON';
  if (isDeeper(value, deepest)) return refuse(`it is nested more than ${deepest} levels deep`);
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    const pointer = error?.instancePath ?? '';
    return refuse(`${pointer === '' ? '' : `${pointer} `}${error?.message ?? 'is invalid'}`);
  }
  // The schema checks the digits only: 2026-99-99 passes it.
  if (Number.isNaN(Date.parse(value.startedAt))) return refuse('/startedAt must be a time');
  const { length } = value.endpoints;
  const stray = value.findings.findIndex(({ endpoint }) => endpoint !== null && endpoint >= length);
  return stray < 0 ? value : refuse(`/findings/${stray}/endpoint must be an index into endpoints`);
}

/** Far more levels than a report has. One with 5,000 could be read, but not written. */
const deepest = 64;

function refuse(reason: string): string {
  return `is not an endpoint-check report: ${reason}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
