import type { Report } from '../model/report.js';
import { escapeJson } from './escape.js';

/** Endpoints or findings per part. V8 collects strings above 100 kB only in full garbage collections, so they would accumulate. */
const itemsPerPart = 25;

/**
 * Renders a report as the JSON of `schemas/report.schema.json`, in parts: as one string, that of a large run would take several times the memory
 * of everything else (`bench/linear.js`).
 */
export function* renderJson(report: Report): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(report)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    if (Array.isArray(value) && value.length > 0) yield* renderList(value);
    else yield indent(format(value));
    before = ',';
  }
  yield '\n}\n';
}

function* renderList(items: readonly unknown[]): Generator<string> {
  for (let at = 0; at < items.length; at += itemsPerPart) {
    // Without the brackets and the line end before the closing one.
    const part = format(items.slice(at, at + itemsPerPart)).slice(1, -2);
    yield `${at === 0 ? '[' : ','}${indent(part)}`;
  }
  yield '\n  ]';
}

const format = (value: unknown) => escapeJson(JSON.stringify(value, null, 2));

/** JSON only has line ends between tokens. */
const indent = (json: string) => json.replaceAll('\n', '\n  ');
