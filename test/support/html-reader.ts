import { XmlDocument, type XmlNode } from 'libxml2-wasm';
import { rules } from '../../src/engine/rule-catalogue.js';
import type { Report, Verdict } from '../../src/model/report.js';
import { renderHtml } from '../../src/reporters/html.js';
import type { RenderOptions } from '../../src/reporters/reporter.js';
import { endpoint, finding, plain, report } from './report-samples.js';

/** The program's options for rendering: all rules are known. */
export const options: RenderOptions = { ...plain, rules };

/** The page as a strict parser reads it; throws if it is not well-formed. Its script and style are no markup. */
export function read(page: string): XmlDocument {
  return XmlDocument.fromString(page.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '<$1></$1>'));
}

/** Renders a report and reads the page. */
export function render(sample: Report, otherwise: Partial<RenderOptions> = {}): XmlDocument {
  return read(renderHtml(sample, { ...options, ...otherwise }));
}

/** The text of an element, on one line. */
export function textOf(node: XmlNode): string {
  return node.content.replaceAll(/\s+/g, ' ').trim();
}

/** The texts of the elements at an XPath. */
export function texts(page: XmlDocument, path: string): string[] {
  return page.find(path).map(textOf);
}

const all: readonly Verdict[] = ['pass', 'skipped', 'fail', 'inconclusive'];
/** A report with an endpoint of each verdict. */
export const mixed = report(
  all.map((verdict) => endpoint({ verdict, url: `https://${verdict}.example.com` })),
  [finding({ endpoint: 2 }), finding({ endpoint: 3, severity: 'notice', rule: 'net/rate-limited' })],
);
