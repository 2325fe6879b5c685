import type { Finding } from '../model/finding.js';
import { tagKeys } from '../model/tag-keys.js';
import type { Report } from '../model/report.js';
import { escapeJson } from './escape.js';
import { chooseMask, insertsKey, maskKeys } from './mask.js';
import type { RenderOptions } from './reporter.js';

/** Endpoints or findings per part. V8 collects strings above 100 kB only in full garbage collections, so they would accumulate. */
const itemsPerPart = 25;

/**
 * Renders a report as the JSON of `schemas/report.schema.json`, in parts: as one string, that of a large run would take several times the memory
 * of everything else (`bench/chain-registry.ts`). Keys in urls are masked. `merge` reads the report again, so a tag tells two urls apart that differ
 * in their keys. A fix that inserts a key is left out.
 */
export function* render(
  report: Report,
  { texts }: Pick<RenderOptions, 'texts'> = { texts: new Map() },
): Generator<string> {
  const hideInFinding = (finding: Finding) => {
    const mask = chooseMask(finding, report.endpoints);
    const text = texts.get(finding.file ?? '') ?? '';
    const isShown = finding.fix?.edits.every((edit) => !insertsKey(text, edit)) === true;
    return { ...hideIn({ ...finding, fix: null }, mask), fix: isShown ? finding.fix : null };
  };
  const hideInEndpoint = (item: object) =>
    hideIn(item, (part, name) => (name === 'url' ? tagKeys(part) : maskKeys(part)));
  let before = '{';
  for (const [name, value] of Object.entries(report)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    if (name === 'findings' && report.findings.length > 0) yield* renderList(report.findings, hideInFinding);
    else if (Array.isArray(value) && value.length > 0)
      yield* renderList(value as readonly object[], hideInEndpoint);
    else yield indent(format(value));
    before = ',';
  }
  yield '\n}\n';
}

/** Names of files and chains: `merge` joins by them. */
const untouched: ReadonlySet<string> = new Set(['rule', 'file', 'path', 'pointer', 'chain']);

/** A copy with other strings; each is passed with the name of its field. */
function hideIn(item: object, hide: (text: string, name: string) => string): object {
  const copy = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return untouched.has(name) ? value : hide(value, name);
    if (Array.isArray(value)) return value.map((part) => copy(part, name));
    return typeof value === 'object' && value !== null ? hideIn(value, hide) : value;
  };
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, copy(value, name)]));
}

function* renderList<Item>(items: readonly Item[], hideInItem: (item: Item) => object): Generator<string> {
  for (let at = 0; at < items.length; at += itemsPerPart) {
    // Without the brackets and the line end before the closing one.
    const part = format(items.slice(at, at + itemsPerPart).map(hideInItem)).slice(1, -2);
    yield `${at === 0 ? '[' : ','}${indent(part)}`;
  }
  yield '\n  ]';
}

const format = (value: unknown) => escapeJson(JSON.stringify(value, null, 2));

/** JSON only has line ends between tokens. */
const indent = (json: string) => json.replaceAll('\n', '\n  ');
