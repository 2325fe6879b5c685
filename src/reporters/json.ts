import type { Report } from '../model/report.js';
import { escapeJson } from './escape.js';

/** So many endpoints or findings in a part: V8 collects what is larger than 100 kB only with all else, so it would pile up. */
const perPart = 25;

/**
 * Renders a report as the JSON that `schemas/report.schema.json` describes, in parts: that of a large run is longer than all else that is in
 * memory, and as one string it would be there several times (`bench/linear.js`).
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
  for (let at = 0; at < items.length; at += perPart) {
    // Without its brackets and the line end before the last.
    const part = format(items.slice(at, at + perPart)).slice(1, -2);
    yield `${at === 0 ? '[' : ','}${indent(part)}`;
  }
  yield '\n  ]';
}

const format = (value: unknown) => escapeJson(JSON.stringify(value, null, 2));

/** JSON has line ends only between its tokens. */
const indent = (json: string) => json.replaceAll('\n', '\n  ');
