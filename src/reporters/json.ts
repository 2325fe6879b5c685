import type { Report } from '../model/report.js';
import { escapeJson } from './escape.js';

/** Renders a report as the JSON that `schemas/report.schema.json` describes. */
export function renderJson(report: Report): string {
  return `${escapeJson(JSON.stringify(report, null, 2))}\n`;
}
