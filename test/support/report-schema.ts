import { readFileSync } from 'node:fs';
import { Ajv, type SchemaObject } from 'ajv';
import type { Report } from '../../src/model/report.js';

const schema = JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as SchemaObject;
const validate = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
}).compile<Report>(schema);

/** Returns a report that the schema accepts; throws with the errors for any other value. */
export function requireValid(report: unknown): Report {
  if (validate(report)) return report;
  throw new Error(`not a report: ${JSON.stringify(validate.errors, null, 2)}`);
}
