import type { Report } from '../model/report.js';
import { validate } from './report-validator.generated.js';

/** Reads a JSON report. Returns a sentence that says what is wrong where the text is none, as `schemas/report.schema.json` has it. */
export function parseReport(text: string): Report | string {
  const value = parse(text);
  if (value === undefined) return 'it is not JSON';
  if (!validate(value)) {
    const [fault] = validate.errors ?? [];
    return `it is no report of this program: ${fault?.instancePath ?? ''} ${fault?.message ?? 'is wrong'}`;
  }
  if (Number.isNaN(Date.parse(value.startedAt))) {
    return 'it is no report of this program: /startedAt is no time';
  }
  const stray = value.findings.find(
    ({ endpoint }) => endpoint !== null && endpoint >= value.endpoints.length,
  );
  return stray === undefined
    ? value
    : `it is no report of this program: there is no endpoint ${stray.endpoint ?? ''}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
